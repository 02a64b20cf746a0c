// gather_elements and scatter_elements: one index for each element, along one axis of data.
//
// D, J: extents of data and indices, both of rank r >= 1; axis in [-r, r-1]; J[d] <= D[d] for every d but the axis.
// The output of gather_elements and the updates of scatter_elements have the extents of indices.
// Indices are of any integer type and are read as they are. Data, updates and output have one element type.
// Any operand may have any strides, if those of a written one do not overlap.
//
// DirectML GATHER_ELEMENTS and SCATTER_ELEMENTS (SCATTER), ONNX GatherElements and ScatterElements, OpenVINO
// GatherElements and ScatterElementsUpdate, WebNN gatherElements and scatterElements, PyTorch gather, scatter_ and
// scatter_reduce_, NumPy take_along_axis and put_along_axis, and BNNSGather and BNNSScatter with indices of the rank of
// data define the same. NumPy broadcasts an extent of 1 of indices; here it is not: use const_view::broadcast.
//
// options.batch_dims has no meaning here and must be 0.
// Each function comes in two forms: one throws index_error or error, try_ returns a result and never throws.
// After any failure but status::cancelled the output is byte for byte unchanged, unless the execution discards it
// (on_error::discard).
#ifndef STREW_ELEMENTS_HPP
#define STREW_ELEMENTS_HPP

#include <cstdint>

#include "strew/call.hpp"
#include "strew/config.hpp"
#include "strew/error.hpp"
#include "strew/index_argument.hpp"
#include "strew/options.hpp"
#include "strew/plan.hpp"
#include "strew/result.hpp"
#include "strew/strew.h"
#include "strew/view.hpp"

namespace STREW_NAMESPACE {

namespace detail {

// batch_dims would be ignored silently.
inline error_record unused_batch_dims() noexcept {
  return {status::attribute, "AT1: call: batch_dims are given to an operator that has none", "AT1"};
}

inline result<void> run_elements(std::int32_t kind, std::int64_t axis, const operands& of, const options& with,
                                 const execution& exec) noexcept {
  if (with.batch_dims != 0) return unused_batch_dims();
  return run(choose(kind, axis, with), of, exec);
}

inline result<plan> plan_elements(std::int32_t kind, std::int64_t axis, const operands& of,
                                  const options& with) noexcept {
  if (with.batch_dims != 0) return unused_batch_dims();
  return make_plan(choose(kind, axis, with), of);
}

}  // namespace detail

// output[c] = data[c with c[axis] := indices[c]] for each place c of indices; extents of output: J.
inline result<void> try_gather_elements(const const_view& data, const detail::index_argument& indices,
                                        const view& output, std::int64_t axis, const options& with = {},
                                        const execution& exec = {}) noexcept {
  return detail::run_elements(STREW_OPERATOR_GATHER_ELEMENTS, axis, {data, indices, {}, output}, with, exec);
}

// output = data, then output[c with c[axis] := indices[c]] (reduction)= updates[c], in row-major order of the places c
// of indices, for any number of threads. Extents of updates: J; of output: D.
inline result<void> try_scatter_elements(const const_view& data, const detail::index_argument& indices,
                                         const const_view& updates, const view& output, std::int64_t axis,
                                         const options& with = {}, const execution& exec = {}) noexcept {
  return detail::run_elements(STREW_OPERATOR_SCATTER_ELEMENTS, axis, {data, indices, updates, output}, with, exec);
}

// In place: the same with output as data, so nothing is copied. Here D = extents of output.
inline result<void> try_scatter_elements(const view& output, const detail::index_argument& indices,
                                         const const_view& updates, std::int64_t axis, const options& with = {},
                                         const execution& exec = {}) noexcept {
  return detail::run_elements(STREW_OPERATOR_SCATTER_ELEMENTS, axis, {output, indices, updates, output}, with, exec);
}

// A plan of gather_elements. The pointers of the views are not looked at and may be null.
inline result<plan> try_plan_gather_elements(const const_view& data, const detail::index_argument& indices,
                                             const view& output, std::int64_t axis, const options& with = {}) noexcept {
  return detail::plan_elements(STREW_OPERATOR_GATHER_ELEMENTS, axis, {data, indices, {}, output}, with);
}

// A plan of scatter_elements, for executions in place and not: data and output may have different strides only if no
// execution is in place. The pointers of the views are not looked at and may be null.
inline result<plan> try_plan_scatter_elements(const const_view& data, const detail::index_argument& indices,
                                              const const_view& updates, const view& output, std::int64_t axis,
                                              const options& with = {}) noexcept {
  return detail::plan_elements(STREW_OPERATOR_SCATTER_ELEMENTS, axis, {data, indices, updates, output}, with);
}

// In place: the same with output as data, which an execution need not give.
inline result<plan> try_plan_scatter_elements(const view& output, const detail::index_argument& indices,
                                              const const_view& updates, std::int64_t axis,
                                              const options& with = {}) noexcept {
  return detail::in_place(try_plan_scatter_elements(output, indices, updates, output, axis, with));
}

#if STREW_HAS_EXCEPTIONS
// The forms that throw.
inline void gather_elements(const const_view& data, const detail::index_argument& indices, const view& output,
                            std::int64_t axis, const options& with = {}, const execution& exec = {}) {
  try_gather_elements(data, indices, output, axis, with, exec).value();
}

// A gather that is expected to return what it gathers.
detail::because::a_gather_returns_nothing_its_third_argument_is_the_output gather_elements(
    const const_view& data, const detail::index_argument& indices, std::int64_t axis = 0,
    const options& with = {}) = delete;

inline void scatter_elements(const const_view& data, const detail::index_argument& indices, const const_view& updates,
                             const view& output, std::int64_t axis, const options& with = {},
                             const execution& exec = {}) {
  try_scatter_elements(data, indices, updates, output, axis, with, exec).value();
}

inline void scatter_elements(const view& output, const detail::index_argument& indices, const const_view& updates,
                             std::int64_t axis, const options& with = {}, const execution& exec = {}) {
  try_scatter_elements(output, indices, updates, axis, with, exec).value();
}

inline plan plan_gather_elements(const const_view& data, const detail::index_argument& indices, const view& output,
                                 std::int64_t axis, const options& with = {}) {
  return try_plan_gather_elements(data, indices, output, axis, with).value();
}

inline plan plan_scatter_elements(const const_view& data, const detail::index_argument& indices,
                                  const const_view& updates, const view& output, std::int64_t axis,
                                  const options& with = {}) {
  return try_plan_scatter_elements(data, indices, updates, output, axis, with).value();
}

inline plan plan_scatter_elements(const view& output, const detail::index_argument& indices, const const_view& updates,
                                  std::int64_t axis, const options& with = {}) {
  return try_plan_scatter_elements(output, indices, updates, axis, with).value();
}
#endif

}  // namespace STREW_NAMESPACE

#endif
