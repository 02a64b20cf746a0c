// GatherBlockQuantized-1 of ONNX Runtime's domain com.microsoft: a node as a call of gather_block_quantized.
#ifndef STREW_ONNX_GATHER_BLOCK_QUANTIZED_HPP
#define STREW_ONNX_GATHER_BLOCK_QUANTIZED_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "strew/config.hpp"
#include "strew/gather_block_quantized.hpp"
#include "strew/onnx/attributes.hpp"
#include "strew/onnx/call.hpp"
#include "strew/onnx/inputs.hpp"
#include "strew/onnx/node.hpp"
#include "strew/onnx/refusal.hpp"
#include "strew/onnx/versions.hpp"
#include "strew/options.hpp"
#include "strew/plan.hpp"
#include "strew/result.hpp"
#include "strew/view.hpp"

namespace STREW_NAMESPACE::onnx {

namespace detail {

// A node that breaks no rule of this frontend. Borrows the inputs.
struct code_node {
  const version* of;
  const_view data, indices;
  quantization by;
  std::int64_t axis;
  options chosen;
};

// What the attributes may be whatever the inputs are.
inline result<void> check_numbers(const version& of, const settings& with) noexcept {
  sentence why = begin(of);
  if (with.bits != 2 && with.bits != 4 && with.bits != 8) {
    why << "bits is " << with.bits << "; it must be 2, 4 or 8";
    return refuse(status::attribute, why, "ON5");
  }
  if (with.block_size >= 16 && (with.block_size & (with.block_size - 1)) == 0) return {};
  why << "block_size is " << with.block_size << "; it must be a power of 2, and at least 16";
  return refuse(status::attribute, why, "ON5");
}

constexpr bool is_scale(dtype type) noexcept {
  return type == dtype::f32 || type == dtype::f16 || type == dtype::bf16;
}

inline result<void> check_code_types(const version& of, inputs given) noexcept {
  sentence why = begin(of);
  const dtype codes = given[0].dtype(), scales = given[2].dtype();
  if (codes != dtype::u8 && codes != dtype::i8) {
    why << "data must be uint8, or bytes of int4 or uint4, and are " << onnx_name(codes);
    return refuse(status::type, why, "ON7", strew::operand::data);
  }
  if (is_scale(scales)) return {};
  why << "scales must be float, float16 or bfloat16, and are " << onnx_name(scales);
  return refuse(status::type, why, "ON7", strew::operand::scales);
}

// ONNX's name of the type of the codes.
inline std::string_view code_name(const const_view& data, bool has_uint4) noexcept {
  return data.dtype() == dtype::i8 ? "int4" : has_uint4 ? "uint4" : "uint8";
}

inline bool is_dimension(std::int64_t axis, std::size_t number, std::size_t rank) noexcept {
  const auto wanted = static_cast<std::int64_t>(number);
  return axis == wanted || axis == wanted - static_cast<std::int64_t>(rank);
}

// Along which dimensions strew packs and gathers, and what the operator restricts by the type of its codes.
inline result<void> check_axes(const version& of, const settings& with, const const_view& data,
                               std::string_view codes) noexcept {
  sentence why = begin(of);
  const std::size_t rank = data.rank();
  if (rank > 0 && !is_dimension(with.quantize_axis, rank - 1, rank)) {
    why << "quantize_axis is " << with.quantize_axis << "; it must be the last dimension of data, whose rank is "
        << std::uint64_t{rank};
  } else if (rank > 0 && is_dimension(with.axis, rank - 1, rank)) {
    why << "gather_axis is " << with.axis << ", the dimension of data along which codes are packed";
  } else if (codes == "uint8" && !is_dimension(with.axis, 0, rank)) {
    why << "gather_axis is " << with.axis << "; of data of uint8 it must be the first dimension";
  } else if (codes != "uint8" && with.bits != 4) {
    why << "bits is " << with.bits << ", but codes of " << codes << " have 4";
  } else {
    return {};
  }
  return refuse(status::attribute, why, "ON12");
}

// The zero points of uint8 that are left out: 2^(bits - 1) everywhere, all of them in one byte.
inline const_view middle(const settings& with, const const_view& scales) {
  static constexpr std::uint8_t of_2 = 0b10'10'10'10, of_4 = 0x88, of_8 = 0x80;
  const std::span<const std::int64_t> blocks = scales.extents();
  std::vector<std::int64_t> extents(blocks.begin(), blocks.end());
  if (!extents.empty()) {
    const std::int64_t in_byte = 8 / with.bits;
    extents.back() = extents.back() / in_byte + (extents.back() % in_byte == 0 ? 0 : 1);
  }
  const std::uint8_t& byte = with.bits == 2 ? of_2 : with.bits == 4 ? of_4 : of_8;
  return {&byte, extents, std::vector<std::int64_t>(extents.size())};
}

inline result<code_node> translate_codes(const version& of, const settings& with, inputs given, bool has_uint4) {
  if (const result<void> outcome = check_numbers(of, with); !outcome) return outcome.error();
  if (const result<void> outcome = check_count(of, given); !outcome) return outcome.error();
  if (const result<void> outcome = check_code_types(of, given); !outcome) return outcome.error();
  if (const result<void> outcome = check_indices(of, given); !outcome) return outcome.error();
  const std::string_view codes = code_name(given[0], has_uint4);
  if (const result<void> outcome = check_axes(of, with, given[0], codes); !outcome) return outcome.error();
  quantization by;
  by.bits = static_cast<std::int32_t>(with.bits);
  by.block_size = with.block_size;
  by.scales = given[2];
  if (given.size() > 3) by.zero_points = given[3];
  if (by.zero_points.is_none() && codes == "uint8") by.zero_points = middle(with, by.scales);
  options chosen;
  chosen.out_of_bounds = out_of_bounds::fill;
  return code_node{&of, given[0], given[1], by, with.axis, chosen};
}

inline result<code_node> translate_codes(const node& from, inputs given) {
  const result<const version*> found = find_version(from, runtime_versions);
  if (!found) return found.error();
  const result<settings> with = read_attributes(from, **found);
  if (!with) return with.error();
  return translate_codes(**found, *with, given, from.has_uint4);
}

// The extents of the output, as far as the operands follow the rules.
inline std::vector<std::int64_t> extents_of(const code_node& made) {
  const std::span<const std::int64_t> rows = made.data.extents(), positions = made.indices.extents();
  std::vector<std::int64_t> extents(rows.begin(), rows.end());
  const auto rank = static_cast<std::int64_t>(rows.size()), axis = made.axis < 0 ? made.axis + rank : made.axis;
  if (axis < 0 || axis >= rank) return extents;
  const std::int64_t in_byte = 8 / made.by.bits;
  extents.back() = std::min(extents.back(), INT64_MAX / in_byte) * in_byte;
  const auto at = extents.erase(extents.begin() + axis);
  extents.insert(at, positions.begin(), positions.end());
  return extents;
}

inline result<void> run(const code_node& made, const view& output, const execution& exec) noexcept {
  return try_gather_block_quantized(made.data, made.indices, made.by, output, made.axis, made.chosen, exec);
}

inline result<plan> make_plan(const code_node&, const view&) noexcept {
  sentence why;
  why << "it has no plan, since scales and zero_points are no operands of an execution; it can be run";
  return refuse(status::attribute, why, "ON13");
}

// The extents of the output; all rules are checked by a plan that writes to such an output.
inline result<std::vector<std::int64_t>> shape_of(const code_node& made, inputs) {
  const std::vector<std::int64_t> extents = extents_of(made);
  const view output(static_cast<void*>(nullptr), made.by.scales.dtype(), extents);
  const strew::detail::coded_call call(made.data, made.indices, made.by, output);
  const strew_operator op = call.op(made.axis, 0);
  const strew_operands all = call.operands();
  const strew_options chosen = made.chosen.native();
  const result<plan> checked = strew::detail::take_over<plan, strew_plan>(
      [&](strew_plan** handle, strew_error* failure) { return strew_plan_of(&op, &all, &chosen, handle, failure); });
  if (!checked) return checked.error();
  return extents;
}

}  // namespace detail

// The extents of the bytes of a tensor of int4 or uint4, two elements in each, for a view of int8_t or uint8_t. Refused
// by ON12 where its rows do not begin with a byte.
inline result<std::vector<std::int64_t>> try_byte_extents(std::span<const std::int64_t> extents) {
  std::vector<std::int64_t> bytes(extents.begin(), extents.end());
  if (!bytes.empty() && bytes.back() % 2 == 0) {
    bytes.back() /= 2;
    return bytes;
  }
  detail::sentence why;
  why << "rows of the extents " << strew::detail::list{extents.data(), extents.size()}
      << " begin inside a byte: the last one must be even";
  return detail::refuse(status::shape, why, "ON12");
}

}  // namespace STREW_NAMESPACE::onnx

#endif
