// One call of any operator, so that a table can hold calls of all of them; and one-dimensional problems that every
// operator can put in its own words.
#pragma once

#include <iterator>
#include <string>

#include "support/array.hpp"

namespace strew::support {

enum class op {
  gather,
  scatter,
  gather_elements,
  scatter_elements,
  gather_nd,
  scatter_nd,
  stablehlo_gather,
  stablehlo_scatter,
  tensor_scatter
};

// Those that take a line problem: tensor_scatter has no policy, no reduction and a batch of its own.
constexpr op line_ops[] = {op::gather,    op::scatter,    op::gather_elements,  op::scatter_elements,
                           op::gather_nd, op::scatter_nd, op::stablehlo_gather, op::stablehlo_scatter};

constexpr op line_gathers[] = {op::gather, op::gather_elements, op::gather_nd, op::stablehlo_gather};
constexpr op line_scatters[] = {op::scatter, op::scatter_elements, op::scatter_nd, op::stablehlo_scatter};

inline std::string name_of(op kind) {
  constexpr const char* names[] = {"gather",           "scatter",           "gather_elements",
                                   "scatter_elements", "gather_nd",         "scatter_nd",
                                   "stablehlo_gather", "stablehlo_scatter", "tensor_scatter"};
  return names[static_cast<int>(kind)];
}

inline bool is_scatter(op kind) {
  return kind == op::scatter || kind == op::scatter_elements || kind == op::scatter_nd ||
         kind == op::stablehlo_scatter || kind == op::tensor_scatter;
}

// Dimension numbers of both forms of StableHLO: `window` is offset_dims or update_window_dims, `hidden` collapsed or
// inserted dims; `sizes` only a gather has.
struct dimension_lists {
  shape window, hidden, operand_batching, indices_batching, map, sizes;
  int64_t index_vector_dim = 0;
};

inline strew_dims list_of(const shape& values) {
  return {values.empty() ? nullptr : values.data(), values.size()};
}

inline strew_gather_dimensions gather_dimensions_of(const dimension_lists& lists) {
  strew_gather_dimensions made = STREW_GATHER_DIMENSIONS_INIT;
  made.offset_dims = list_of(lists.window);
  made.collapsed_slice_dims = list_of(lists.hidden);
  made.operand_batching_dims = list_of(lists.operand_batching);
  made.start_indices_batching_dims = list_of(lists.indices_batching);
  made.start_index_map = list_of(lists.map);
  made.slice_sizes = list_of(lists.sizes);
  made.index_vector_dim = lists.index_vector_dim;
  return made;
}

inline strew_scatter_dimensions scatter_dimensions_of(const dimension_lists& lists) {
  strew_scatter_dimensions made = STREW_SCATTER_DIMENSIONS_INIT;
  made.update_window_dims = list_of(lists.window);
  made.inserted_window_dims = list_of(lists.hidden);
  made.input_batching_dims = list_of(lists.operand_batching);
  made.scatter_indices_batching_dims = list_of(lists.indices_batching);
  made.scatter_dims_to_operand_dims = list_of(lists.map);
  made.index_vector_dim = lists.index_vector_dim;
  return made;
}

// The arguments of one call; those that an operator does not have are not looked at.
struct arguments {
  op kind = op::gather;
  strew_tensor data = STREW_TENSOR_INIT;
  strew_tensor indices = STREW_TENSOR_INIT;
  strew_tensor updates = STREW_TENSOR_INIT;
  strew_tensor output = STREW_TENSOR_INIT;
  int64_t axis = 0;
  int64_t batch_dims = 0;
  int32_t mode = STREW_MODE_LINEAR;
  dimension_lists lists = {};
  const strew_options* options = nullptr;
  const strew_execution* execution = nullptr;
};

inline strew_status call(const arguments& a, strew_error* error) {
  const strew_gather_dimensions gathers = gather_dimensions_of(a.lists);
  const strew_scatter_dimensions scatters = scatter_dimensions_of(a.lists);
  switch (a.kind) {
    case op::gather:
      return strew_gather(&a.data, &a.indices, &a.output, a.axis, a.batch_dims, a.options, a.execution, error);
    case op::scatter:
      return strew_scatter(&a.data, &a.indices, &a.updates, &a.output, a.axis, a.batch_dims, a.options, a.execution,
                           error);
    case op::gather_elements:
      return strew_gather_elements(&a.data, &a.indices, &a.output, a.axis, a.options, a.execution, error);
    case op::scatter_elements:
      return strew_scatter_elements(&a.data, &a.indices, &a.updates, &a.output, a.axis, a.options, a.execution, error);
    case op::gather_nd:
      return strew_gather_nd(&a.data, &a.indices, &a.output, a.batch_dims, a.options, a.execution, error);
    case op::scatter_nd:
      return strew_scatter_nd(&a.data, &a.indices, &a.updates, &a.output, a.batch_dims, a.options, a.execution, error);
    case op::stablehlo_gather:
      return strew_stablehlo_gather(&a.data, &a.indices, &a.output, &gathers, a.options, a.execution, error);
    case op::stablehlo_scatter:
      return strew_stablehlo_scatter(&a.data, &a.indices, &a.updates, &a.output, &scatters, a.options, a.execution,
                                     error);
    case op::tensor_scatter:
      return strew_tensor_scatter(&a.data, &a.updates, &a.indices, &a.output, a.axis, a.mode, a.options, a.execution,
                                  error);
  }
  return STREW_STATUS_INTERNAL;
}

inline strew_error run(const arguments& a) {
  strew_error error = STREW_ERROR_INIT;
  error.status = call(a, &error);
  return error;
}

// A table of one dimension and one index for each element of the direct operand, in the words of any line operator.
template <class T, class I = int64_t>
struct line {
  op kind;
  std::vector<T> data;
  std::vector<I> indices;
  std::vector<T> direct;  // output of a gather, updates of a scatter
  strew_options options = STREW_OPTIONS_INIT;
  strew_dtype dtype = dtype_of<T>();
  const strew_execution* execution = nullptr;
  shape table = {}, positions = {}, tuples = {};  // of the last view

  strew_error run() { return support::run(view()); }

  // The table of a scatter is data itself: in place.
  arguments view() {
    table = {static_cast<int64_t>(data.size())};
    positions = {static_cast<int64_t>(indices.size())};
    tuples = {positions[0], 1};
    const bool has_tuples = kind == op::gather_nd || kind == op::scatter_nd || kind == op::stablehlo_gather ||
                            kind == op::stablehlo_scatter;
    arguments a;
    a.kind = kind;
    a.data = describe(data.data(), dtype, table, {});
    a.data.strides = nullptr;
    a.indices = describe(indices.data(), dtype_of<I>(), has_tuples ? tuples : positions, {});
    a.indices.strides = nullptr;
    strew_tensor walked = describe(direct.data(), dtype, positions, {});
    walked.strides = nullptr;
    (is_scatter(kind) ? a.updates : a.output) = walked;
    if (is_scatter(kind)) a.output = a.data;
    a.lists = {{}, {0}, {}, {}, {0}, {1}, 1};
    a.options = &options;
    a.execution = execution;
    return a;
  }
};

}  // namespace strew::support
