// An operator's descriptor: the numbers that it uses; all others are 0 or null, as PT5 requires.
#pragma once

#include "cases/operator_kind.hpp"
#include "oracle/stablehlo.hpp"

namespace strew::cases {

inline strew_dims list_of(const oracle::shape& list) {
  return {list.empty() ? nullptr : list.data(), list.size()};
}

// Both refer to the lists without a copy.
inline strew_gather_dimensions gather_dimensions_of(const oracle::dimensions& n) {
  strew_gather_dimensions made = STREW_GATHER_DIMENSIONS_INIT;
  made.offset_dims = list_of(n.window);
  made.collapsed_slice_dims = list_of(n.collapsed);
  made.operand_batching_dims = list_of(n.batching);
  made.start_indices_batching_dims = list_of(n.index_batching);
  made.start_index_map = list_of(n.index_map);
  made.slice_sizes = list_of(n.slice_sizes);
  made.index_vector_dim = n.index_vector_dim;
  return made;
}

inline strew_scatter_dimensions scatter_dimensions_of(const oracle::dimensions& n) {
  strew_scatter_dimensions made = STREW_SCATTER_DIMENSIONS_INIT;
  made.update_window_dims = list_of(n.window);
  made.inserted_window_dims = list_of(n.collapsed);
  made.input_batching_dims = list_of(n.batching);
  made.scatter_indices_batching_dims = list_of(n.index_batching);
  made.scatter_dims_to_operand_dims = list_of(n.index_map);
  made.index_vector_dim = n.index_vector_dim;
  return made;
}

// The numbers of any operator.
struct operator_numbers {
  int64_t axis = 0;
  int64_t batch_dims = 0;
  int32_t mode = STREW_MODE_LINEAR;
  const strew_gather_dimensions* gather_dimensions = nullptr;
  const strew_scatter_dimensions* scatter_dimensions = nullptr;
};

inline strew_operator descriptor_of(operator_kind op, const operator_numbers& numbers) {
  strew_operator made = STREW_OPERATOR_INIT;
  made.kind = static_cast<int32_t>(op);
  if (has_axis(op)) made.axis = numbers.axis;
  if (has_batch_dims(op)) made.batch_dims = numbers.batch_dims;
  if (op == operator_kind::tensor_scatter) made.mode = numbers.mode;
  if (op == operator_kind::stablehlo_gather) made.gather_dimensions = numbers.gather_dimensions;
  if (op == operator_kind::stablehlo_scatter) made.scatter_dimensions = numbers.scatter_dimensions;
  return made;
}

// A descriptor that owns its dimension numbers; their lists are not copied.
struct described_operator {
  described_operator(operator_kind op, const operator_numbers& numbers, const oracle::dimensions& dimensions)
      : gather_dimensions(gather_dimensions_of(dimensions)),
        scatter_dimensions(scatter_dimensions_of(dimensions)),
        value(descriptor_of(
            op, {numbers.axis, numbers.batch_dims, numbers.mode, &gather_dimensions, &scatter_dimensions})) {}
  described_operator(const described_operator&) = delete;
  described_operator& operator=(const described_operator&) = delete;

  strew_gather_dimensions gather_dimensions;
  strew_scatter_dimensions scatter_dimensions;
  strew_operator value;
};

}  // namespace strew::cases
