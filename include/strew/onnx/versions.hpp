// The versions of ONNX's operators: which operator of strew each one is, and what it allows.
#ifndef STREW_ONNX_VERSIONS_HPP
#define STREW_ONNX_VERSIONS_HPP

#include <cstdint>
#include <string_view>

#include "strew/config.hpp"
#include "strew/operator.h"

namespace STREW_NAMESPACE::onnx::detail {

// What a version has beyond the earlier ones and other operators: bits of version::allows.
enum feature : std::uint32_t {
  axis = 1,
  batch_dims = 2,
  mode = 4,
  reduction = 8,  // none, add and mul
  extremes = 16,  // its values max and min
  bfloat16 = 32,
  int32_indices = 64,
  negatives = 128,   // an index may be counted from the end
  float8 = 512,      // the two of strew, which ONNX moves too
  any_tuples = 256,  // GatherND without rule ON10, and of scalars: no version of ONNX, but a runtime may have it
  // Of strew's own operators: a bit for each attribute that is a word, since these are found by it.
  other_reductions = 1024,  // sub, mean, and, or, xor
  segments = 2048,          // form, and the integers of SegmentReduce
  outside = 4096,           // out_of_bounds
  segment_outside = 8192,   // segment_out_of_bounds
  below_zero = 16384,       // negative_indices
  segment_below_zero = 32768,
  accumulate = 65536,
  codes = 131072  // of GatherBlockQuantized: gather_axis, quantize_axis, block_size, bits
};

struct version {
  std::string_view op_type;
  std::int64_t since;  // the first opset that has it
  std::int32_t kind;   // of strew_operator
  std::uint32_t allows;

  constexpr bool has(std::uint32_t features) const noexcept { return (allows & features) == features; }
  constexpr bool is_gather() const noexcept {
    return kind == STREW_OPERATOR_GATHER || kind == STREW_OPERATOR_GATHER_ELEMENTS || kind == STREW_OPERATOR_GATHER_ND;
  }
  constexpr bool is_nd() const noexcept {
    return kind == STREW_OPERATOR_GATHER_ND || kind == STREW_OPERATOR_SCATTER_ND;
  }
  constexpr bool is_segments() const noexcept { return kind == STREW_OPERATOR_SEGMENT_REDUCE; }
  constexpr bool is_codes() const noexcept { return kind == STREW_OPERATOR_GATHER_BLOCK_QUANTIZED; }
  constexpr bool is_append() const noexcept { return kind == STREW_OPERATOR_TENSOR_SCATTER; }
};

// Those of one operator in ascending order.
inline constexpr version versions[] = {
    {"Gather", 1, STREW_OPERATOR_GATHER, axis | int32_indices},
    {"Gather", 11, STREW_OPERATOR_GATHER, axis | int32_indices | negatives},
    {"Gather", 13, STREW_OPERATOR_GATHER, axis | int32_indices | negatives | bfloat16},
    {"GatherElements", 11, STREW_OPERATOR_GATHER_ELEMENTS, axis | int32_indices | negatives},
    {"GatherElements", 13, STREW_OPERATOR_GATHER_ELEMENTS, axis | int32_indices | negatives | bfloat16},
    {"GatherND", 11, STREW_OPERATOR_GATHER_ND, negatives},
    {"GatherND", 12, STREW_OPERATOR_GATHER_ND, negatives | batch_dims},
    {"GatherND", 13, STREW_OPERATOR_GATHER_ND, negatives | batch_dims | bfloat16},
    {"Scatter", 9, STREW_OPERATOR_SCATTER_ELEMENTS, axis | int32_indices},
    {"Scatter", 11, STREW_OPERATOR_SCATTER_ELEMENTS, axis | int32_indices | negatives},
    {"ScatterElements", 11, STREW_OPERATOR_SCATTER_ELEMENTS, axis | int32_indices | negatives},
    {"ScatterElements", 13, STREW_OPERATOR_SCATTER_ELEMENTS, axis | int32_indices | negatives | bfloat16},
    {"ScatterElements", 16, STREW_OPERATOR_SCATTER_ELEMENTS, axis | int32_indices | negatives | bfloat16 | reduction},
    {"ScatterElements", 18, STREW_OPERATOR_SCATTER_ELEMENTS,
     axis | int32_indices | negatives | bfloat16 | reduction | extremes},
    {"ScatterND", 11, STREW_OPERATOR_SCATTER_ND, negatives},
    {"ScatterND", 13, STREW_OPERATOR_SCATTER_ND, negatives | bfloat16},
    {"ScatterND", 16, STREW_OPERATOR_SCATTER_ND, negatives | bfloat16 | reduction},
    {"ScatterND", 18, STREW_OPERATOR_SCATTER_ND, negatives | bfloat16 | reduction | extremes},
    {"TensorScatter", 24, STREW_OPERATOR_TENSOR_SCATTER, axis | mode | bfloat16 | float8}};

// Of the domain ai.strew, whose opset is 1.
inline constexpr std::string_view own_domain = "ai.strew";
inline constexpr version own_versions[] = {{"SegmentReduce", 1, STREW_OPERATOR_SEGMENT_REDUCE,
                                            batch_dims | reduction | extremes | other_reductions | segments | outside |
                                                segment_outside | below_zero | segment_below_zero | accumulate |
                                                bfloat16 | float8}};

// Of ONNX Runtime's domain, whose opset is 1.
inline constexpr std::string_view runtime_domain = "com.microsoft";
inline constexpr version runtime_versions[] = {
    {"GatherBlockQuantized", 1, STREW_OPERATOR_GATHER_BLOCK_QUANTIZED, codes | int32_indices | negatives | bfloat16}};

// The first version of an operator that has the features, 0 for any; null if there is none.
constexpr const version* first_with(std::string_view op_type, std::uint32_t features) noexcept {
  for (const version& one : versions) {
    if (one.op_type == op_type && one.has(features)) return &one;
  }
  return nullptr;
}

// The newest version of an operator that is not above the opset; null if there is none.
constexpr const version* newest(std::string_view op_type, std::int64_t opset) noexcept {
  const version* found = nullptr;
  for (const version& one : versions) {
    if (one.op_type == op_type && one.since <= opset) found = &one;
  }
  return found;
}

}  // namespace STREW_NAMESPACE::onnx::detail

#endif
