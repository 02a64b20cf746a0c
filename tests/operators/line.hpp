// One-dimensional problems that every operator can put in its own words.
#pragma once

#include "operators/call.hpp"

namespace strew::support {

// Those that take a line problem: tensor_scatter has no policy, no reduction and a batch of its own.
constexpr operator_kind line_ops[] = {operator_kind::gather,           operator_kind::scatter,
                                      operator_kind::gather_elements,  operator_kind::scatter_elements,
                                      operator_kind::gather_nd,        operator_kind::scatter_nd,
                                      operator_kind::stablehlo_gather, operator_kind::stablehlo_scatter};

constexpr operator_kind line_gathers[] = {operator_kind::gather, operator_kind::gather_elements,
                                          operator_kind::gather_nd, operator_kind::stablehlo_gather};
constexpr operator_kind line_scatters[] = {operator_kind::scatter, operator_kind::scatter_elements,
                                           operator_kind::scatter_nd, operator_kind::stablehlo_scatter};

// A table of one dimension and one index for each element of the direct operand, in the words of any line operator.
template <class T, class I = int64_t>
struct line {
  operator_kind kind;
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
    arguments a;
    a.kind = kind;
    a.data = describe(data.data(), dtype, table, {});
    a.data.strides = nullptr;
    a.indices = describe(indices.data(), dtype_of<I>(), has_axis(kind) ? positions : tuples, {});
    a.indices.strides = nullptr;
    strew_tensor walked = describe(direct.data(), dtype, positions, {});
    walked.strides = nullptr;
    (is_scatter(kind) ? a.updates : a.output) = walked;
    if (is_scatter(kind)) a.output = a.data;
    a.numbers = {{}, {0}, {}, {}, {0}, 1, {1}};
    a.options = &options;
    a.execution = execution;
    return a;
  }
};

}  // namespace strew::support
