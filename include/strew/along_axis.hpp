// gather and scatter: indices of any rank that select along one axis of data.
//
// D, J: extents of data and indices; r, q their ranks; b = options.batch_dims; axis in [-r, r-1], b <= axis.
//   J = [n]: n rows, columns, ... of data; q = 0: one, and the axis is dropped; b > 0: the first b dimensions of data
//   and indices are shared.
// Indices are of any integer type and are read as they are. Data, updates and output have one element type.
// Any operand may have any strides, if those of a written one do not overlap.
//
// DirectML GATHER, ONNX Gather, TensorFlow gather, OpenVINO Gather, WebNN gather, NumPy take, PyTorch index_select, and
// BNNSGather with indices of rank 1 define this gather; BNNSScatter with indices of rank 1, OpenVINO ScatterUpdate and
// PyTorch index_copy_, index_add_ and index_reduce_ define this scatter.
//
// Each function comes in two forms: one throws index_error or error, try_ returns a result and never throws.
// After any failure but status::cancelled the output is byte for byte unchanged, unless the execution discards it
// (on_error::discard).
#ifndef STREW_ALONG_AXIS_HPP
#define STREW_ALONG_AXIS_HPP

#include <cstdint>
#include <vector>

#include "strew/call.hpp"
#include "strew/config.hpp"
#include "strew/index_argument.hpp"
#include "strew/options.hpp"
#include "strew/plan.hpp"
#include "strew/result.hpp"
#include "strew/strew.h"
#include "strew/view.hpp"

namespace STREW_NAMESPACE {

// output[B, p, j, s] = data[B, p, indices[B, j], s], where B, p are the dimensions of data before the axis and s those
// after it; extents of output: D[:axis] + J[b:] + D[axis+1:].
inline result<void> try_gather(const const_view& data, const detail::index_argument& indices, const view& output,
                               std::int64_t axis, const options& with = {}, const execution& exec = {}) noexcept {
  return detail::run(detail::choose(STREW_OPERATOR_GATHER, axis, with), {data, indices, {}, output}, exec);
}

// output = data, then output[B, p, indices[B, j], s] (reduction)= updates[B, p, j, s], in row-major order of the
// positions (B, j), for any number of threads. Extents of updates: D[:axis] + J[b:] + D[axis+1:]; of output: D.
inline result<void> try_scatter(const const_view& data, const detail::index_argument& indices,
                                const const_view& updates, const view& output, std::int64_t axis,
                                const options& with = {}, const execution& exec = {}) noexcept {
  return detail::run(detail::choose(STREW_OPERATOR_SCATTER, axis, with), {data, indices, updates, output}, exec);
}

// In place: the same with output as data, so nothing is copied. Here D = extents of output.
inline result<void> try_scatter(const view& output, const detail::index_argument& indices, const const_view& updates,
                                std::int64_t axis, const options& with = {}, const execution& exec = {}) noexcept {
  return detail::run(detail::choose(STREW_OPERATOR_SCATTER, axis, with), {output, indices, updates, output}, exec);
}

// A plan of gather. The pointers of the views are not looked at and may be null.
inline result<plan> try_plan_gather(const const_view& data, const detail::index_argument& indices, const view& output,
                                    std::int64_t axis, const options& with = {}) noexcept {
  return detail::make_plan(detail::choose(STREW_OPERATOR_GATHER, axis, with), {data, indices, {}, output});
}

// A plan of scatter, for executions in place and not: data and output may have different strides only if no execution
// is in place. The pointers of the views are not looked at and may be null.
inline result<plan> try_plan_scatter(const const_view& data, const detail::index_argument& indices,
                                     const const_view& updates, const view& output, std::int64_t axis,
                                     const options& with = {}) noexcept {
  return detail::make_plan(detail::choose(STREW_OPERATOR_SCATTER, axis, with), {data, indices, updates, output});
}

// In place: the same with output as data, which an execution need not give.
inline result<plan> try_plan_scatter(const view& output, const detail::index_argument& indices,
                                     const const_view& updates, std::int64_t axis, const options& with = {}) noexcept {
  return detail::in_place(try_plan_scatter(output, indices, updates, output, axis, with));
}

// The extents that the output of gather and the updates of scatter must have: D[:axis] + J[b:] + D[axis+1:].
// Throws error if data and indices do not match; the elements are not read.
inline result<std::vector<std::int64_t>> try_shape_along_axis(const const_view& data,
                                                              const detail::index_argument& indices, std::int64_t axis,
                                                              std::int64_t batch_dims = 0) {
  return detail::try_shape(detail::numbered(STREW_OPERATOR_GATHER, axis, batch_dims), data, indices);
}

#if STREW_HAS_EXCEPTIONS
// The forms that throw.
inline void gather(const const_view& data, const detail::index_argument& indices, const view& output, std::int64_t axis,
                   const options& with = {}, const execution& exec = {}) {
  try_gather(data, indices, output, axis, with, exec).value();
}

// A gather that is expected to return what it gathers.
detail::because::a_gather_returns_nothing_its_third_argument_is_the_output gather(const const_view& data,
                                                                                  const detail::index_argument& indices,
                                                                                  std::int64_t axis = 0,
                                                                                  const options& with = {}) = delete;

inline void scatter(const const_view& data, const detail::index_argument& indices, const const_view& updates,
                    const view& output, std::int64_t axis, const options& with = {}, const execution& exec = {}) {
  try_scatter(data, indices, updates, output, axis, with, exec).value();
}

inline void scatter(const view& output, const detail::index_argument& indices, const const_view& updates,
                    std::int64_t axis, const options& with = {}, const execution& exec = {}) {
  try_scatter(output, indices, updates, axis, with, exec).value();
}

inline plan plan_gather(const const_view& data, const detail::index_argument& indices, const view& output,
                        std::int64_t axis, const options& with = {}) {
  return try_plan_gather(data, indices, output, axis, with).value();
}

inline plan plan_scatter(const const_view& data, const detail::index_argument& indices, const const_view& updates,
                         const view& output, std::int64_t axis, const options& with = {}) {
  return try_plan_scatter(data, indices, updates, output, axis, with).value();
}

inline plan plan_scatter(const view& output, const detail::index_argument& indices, const const_view& updates,
                         std::int64_t axis, const options& with = {}) {
  return try_plan_scatter(output, indices, updates, axis, with).value();
}

inline std::vector<std::int64_t> shape_along_axis(const const_view& data, const detail::index_argument& indices,
                                                  std::int64_t axis, std::int64_t batch_dims = 0) {
  return try_shape_along_axis(data, indices, axis, batch_dims).value();
}
#endif

}  // namespace STREW_NAMESPACE

#endif
