// Lowering: an operator and its operands become one canonical problem, or a numbered refusal.
//
// Errors are reported in the order of the contract: types, attributes, shape constraints in numeric order, sizes and
// strides. Data pointers are not used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/operands.hpp"
#include "base/small_vector.hpp"
#include "problem/further_result.hpp"
#include "problem/operation.hpp"

namespace strew::engine {

struct operator_options {
  operator_options() noexcept {}  // NOLINT(modernize-use-equals-default): = default would clear the room of `invalid`

  reduction reduce = reduction::none;
  bool exclude_self = false;
  accumulation accumulate = accumulation::wide;
  bool unordered = false;
  bool refuses_duplicates = false;
  bool is_once = false;  // for one call: the operation is never rewritten
  index_policy policy;
  bool has_fill_value = false;
  fill_pattern fill;  // one element; valid only with has_fill_value
  status invalid;     // AT1 or AT4, found while the options were read; reported in order
};

// StableHLO's dimension numbers, under its names.
struct gather_dimensions {
  extents_list offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims, start_index_map;
  std::int64_t index_vector_dim = 0;
  extents_list slice_sizes;
  status too_long;  // EX1 of a list that is too long to be read; reported in order
};
struct scatter_dimensions {
  extents_list update_window_dims, inserted_window_dims, input_batching_dims, scatter_indices_batching_dims;
  extents_list scatter_dims_to_operand_dims;
  std::int64_t index_vector_dim = 0;
  status too_long;
};

// How codes are decoded, and which operands there are for that.
struct quantization_rules {
  std::int64_t axis = 0;  // of gather_block_quantized, as is the next one
  std::int64_t batch_dims = 0;
  std::int64_t block_size = 0;
  std::int32_t bits = 0;
  std::int32_t packing = 0;
  bool has_zero_points = false;
  bool has_codebook = false;
};

enum class segment_form : std::int64_t { ids = 0, offsets = 1, groups = 2 };

// How segment_reduce, segment_scan and sddmm find the segment of a position, and which operands they have.
// options.policy is that of their indices.
struct segment_rules {
  segment_form form = segment_form::ids;
  index_policy policy;  // of ids
  bool has_padding_index = false;
  bool has_padding_segment = false;
  std::int64_t padding_index = 0;
  std::int64_t padding_segment = 0;
  std::int64_t batch_dims = 0;
  bool has_segments = false;
  bool has_indices = false;
  bool has_weights = false;
  bool has_codes = false;  // of segment_reduce: data are decoded
  quantization_rules codes;
  bool has_base = false;                // else data are one zero for all elements
  operand addressed = operand::output;  // whose rows are segments: the output of segment_reduce, the weights of sddmm
  // Of a scan, whose segments are rows of a table in the workspace: what it writes, and how many these are, of offsets
  // 0 for one less than those.
  segment_trace trace = segment_trace::none;
  std::int64_t segment_count = 0;
  status invalid;  // AT1 or AT2, reported in order
};
constexpr std::int64_t longest_start = 4096;  // bytes of an element without base

enum class cache_mode : std::int32_t { linear = 0, circular = 1 };

namespace lower {

// Each takes the operands of a gather or a scatter, depending on ops.is_scatter.
result<operation> along_axis(const operands& ops, std::int64_t axis, std::int64_t batch_dims,
                             const operator_options& options);
result<operation> elements(const operands& ops, std::int64_t axis, const operator_options& options);
result<operation> nd(const operands& ops, std::int64_t batch_dims, const operator_options& options);

// Without write indices (has_indices false) every batch entry starts at 0.
result<operation> tensor_scatter(const operands& ops, bool has_indices, std::int64_t axis, std::int32_t mode,
                                 const operator_options& options);
result<operation> stablehlo_gather(const operands& ops, const gather_dimensions& dims, const operator_options& options);
result<operation> stablehlo_scatter(const operands& ops, const scatter_dimensions& dims,
                                    const operator_options& options);
// data: the base; indices: the segments; updates: the rows, its data; paired: their indices, weights, and
// what decodes them.
result<operation> segment_reduce(const operands& ops, const segment_rules& by, const operator_options& options);
// The same, without base and weights.
result<operation> segment_scan(const operands& ops, const segment_rules& by, const operator_options& options);
// The same as segment_reduce; paired->weights: the right operand.
result<operation> sddmm(const operands& ops, const segment_rules& by, const operator_options& options);
// paired: scales, zero points and codebook.
result<operation> gather_block_quantized(const operands& ops, const quantization_rules& by,
                                         const operator_options& options);

// The operations of arg and count, which an operation with these operands has.
status add_further_results(const operands& ops, const segment_rules& by, const operator_options& options,
                           std::vector<further_result>& made);

// Extents that the direct operand must have, after the constraints that do not mention it.
result<extents_list> along_axis_extents(const tensor& data, const tensor& indices, std::int64_t axis,
                                        std::int64_t batch_dims);
result<extents_list> elements_extents(const tensor& data, const tensor& indices, std::int64_t axis);
result<extents_list> nd_extents(const tensor& data, const tensor& indices, std::int64_t batch_dims);
result<extents_list> stablehlo_gather_extents(const tensor& operand, const tensor& start_indices,
                                              const gather_dimensions& dims);

}  // namespace lower
}  // namespace strew::engine
