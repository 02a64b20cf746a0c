// The inputs of a node: their number, their types, and what ONNX requires of ranks beyond strew's own rules.
#ifndef STREW_ONNX_INPUTS_HPP
#define STREW_ONNX_INPUTS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "strew/config.hpp"
#include "strew/dtype.hpp"
#include "strew/error.hpp"
#include "strew/onnx/attributes.hpp"
#include "strew/onnx/refusal.hpp"
#include "strew/onnx/versions.hpp"
#include "strew/result.hpp"
#include "strew/view.hpp"

namespace STREW_NAMESPACE::onnx::detail {

using inputs = std::span<const const_view>;

inline std::size_t input_count(const version& of) noexcept {
  return of.is_segments() ? 5 : of.is_codes() ? 4 : of.is_gather() ? 2 : 3;
}

inline std::string_view input_name(const version& of, std::size_t number) noexcept {
  constexpr std::string_view usual[] = {"data", "indices", "updates"},
                             append[] = {"past_cache", "update", "write_indices"},
                             reduced[] = {"data", "indices", "segments", "weights", "base"},
                             coded[] = {"data", "indices", "scales", "zero_points"};
  if (of.is_segments()) return reduced[number];
  return of.is_codes() ? coded[number] : of.is_append() ? append[number] : usual[number];
}

inline std::size_t index_input(const version& of) noexcept {
  return of.is_append() ? 2 : 1;
}

// The indices; null if write_indices are missing.
inline const const_view* indices_of(const version& of, inputs given) noexcept {
  const std::size_t number = index_input(of);
  return number < given.size() && !given[number].is_none() ? &given[number] : nullptr;
}

// ONNX's name of a type.
inline std::string_view onnx_name(dtype type) noexcept {
  constexpr std::string_view names[] = {
#define STREW_TYPE(number, C, cpp, word, bytes, kind, dlpack, numpy, safetensors, onnx, ...) onnx,
#include "strew/words.def"
  };
  const auto number = static_cast<std::size_t>(type);
  return number < std::size(names) ? names[number] : "an unknown type";
}

inline result<void> check_count(const version& of, inputs given) noexcept {
  const std::size_t most = input_count(of), least = of.is_segments() ? 1
                                                    : of.is_append() ? 2
                                                    : of.is_codes()  ? 3
                                                                     : most;
  if (given.size() > most) {
    sentence why = begin(of);
    why << std::uint64_t{given.size()} << " inputs are given; it has " << std::uint64_t{most};
    return refuse(status::pointer, why, "ON6");
  }
  for (std::size_t i = 0; i < least; ++i) {
    if (i < given.size() && !given[i].is_none()) continue;
    sentence why = begin(of);
    why << "input " << input_name(of, i) << " is missing";
    return refuse(status::pointer, why, "ON6");
  }
  return {};
}

inline result<void> check_elements(const version& of, const const_view& data) noexcept {
  const bool is_early = data.dtype() == dtype::bf16 && !of.has(bfloat16);
  const bool is_small = data.dtype() == dtype::f8_e4m3 || data.dtype() == dtype::f8_e5m2;
  const bool is_known = has_reductions(data.dtype()) || (is_small && of.has(float8));
  if (is_known && !is_early) return {};
  sentence why = begin(of);
  if (!is_known) {
    why << input_name(of, 0)
        << " must be of an element type of ONNX that strew has too: bool, an integer of 8 to 64 bits, float16, "
           "bfloat16, float, double or complex"
        << (of.has(float8) ? ", float8e4m3fn or float8e5m2; not strings" : "; not strings, floats of 8 bits")
        << " or elements of less than a byte";
    return refuse(status::type, why, "ON7", strew::operand::data);
  }
  why << input_name(of, 0) << " of bfloat16";
  if (const version* const later = first_with(of.op_type, bfloat16)) {
    why << " need opset " << later->since;
  } else {
    why << " are for ScatterElements, from opset 13 on";
  }
  return refuse(status::type, why, "ON7", strew::operand::data);
}

inline result<void> check_indices(const version& of, inputs given) noexcept {
  const const_view* const indices = indices_of(of, given);
  if (indices == nullptr || indices->dtype() == dtype::i64) return {};
  if (indices->dtype() == dtype::i32 && of.has(int32_indices)) return {};
  sentence why = begin(of);
  why << input_name(of, index_input(of)) << " must be int64" << (of.has(int32_indices) ? " or int32" : "")
      << ", and are " << onnx_name(indices->dtype());
  return refuse(status::type, why, "ON8", strew::operand::indices);
}

inline result<void> check_rank(const version& of, inputs given, std::size_t number) noexcept {
  if (given[number].rank() > 0) return {};
  sentence why = begin(of);
  why << input_name(of, number) << " must have a rank of at least 1";
  return refuse(status::shape, why, "ON9", number == 0 ? strew::operand::data : strew::operand::indices);
}

// strew itself also takes all dimensions as batch dimensions, and empty tuples.
inline result<void> check_tuples(const version& of, inputs given, std::int64_t batch) noexcept {
  const std::int64_t r = static_cast<std::int64_t>(given[0].rank()), q = static_cast<std::int64_t>(given[1].rank());
  const bool is_outside = batch < 0 || batch >= std::min(q, r);
  if (!is_outside && given[1].extents().back() != 0) return {};
  sentence why = begin(of);
  if (is_outside) {
    why << "batch_dims is " << batch << "; it must be at least 0 and below both ranks, " << r << " of data and " << q
        << " of indices";
    return refuse(status::shape, why, "ON10");
  }
  why << "the last dimension of indices must be at least 1, and is 0";
  return refuse(status::shape, why, "ON10", strew::operand::indices);
}

inline result<void> check_inputs(const version& of, inputs given, const settings& with) noexcept {
  if (const result<void> outcome = check_count(of, given); !outcome) return outcome;
  if (const result<void> outcome = check_elements(of, given[0]); !outcome) return outcome;
  if (const result<void> outcome = check_indices(of, given); !outcome) return outcome;
  if (!of.is_nd()) return {};
  const bool is_strict = !of.has(any_tuples);
  for (std::size_t number = is_strict ? 0 : 1; number < 2; ++number) {
    if (const result<void> outcome = check_rank(of, given, number); !outcome) return outcome;
  }
  return of.is_gather() && is_strict ? check_tuples(of, given, with.batch_dims) : result<void>();
}

}  // namespace STREW_NAMESPACE::onnx::detail

#endif
