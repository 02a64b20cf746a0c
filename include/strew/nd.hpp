// gather_nd and scatter_nd: indices are tuples that address slices of data.
//
// D, J: extents of data and indices; r, q their ranks; k = J[q-1] the index depth; b = options.batch_dims.
//   k = 1: rows of data; k = r - b: single elements; k = 0: all of data, once for each position.
// Indices are of any integer type and are read as they are. Data, updates and output have one element type.
// Any operand may have any strides, if those of a written one do not overlap.
//
// DirectML GATHER_ND, GATHER_ND1 and SCATTER_ND, ONNX GatherND and ScatterND, BNNSGatherND and BNNSScatterND,
// TensorFlow gather_nd, scatter_nd and tensor_scatter_nd_*, OpenVINO GatherND and ScatterNDUpdate define the same.
//
// Each function comes in two forms: one throws index_error or error, try_ returns a result and never throws.
// After any failure but status::cancelled the output is byte for byte unchanged, unless the execution discards it
// (on_error::discard).
#ifndef STREW_ND_HPP
#define STREW_ND_HPP

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

// output[B, m, s] = data[B, indices[B, m, :], s]; extents of output: J[:-1] + D[b+k:].
inline result<void> try_gather_nd(const const_view& data, const detail::index_argument& indices, const view& output,
                                  const options& with = {}, const execution& exec = {}) noexcept {
  return detail::run(detail::choose(STREW_OPERATOR_GATHER_ND, 0, with), {data, indices, {}, output}, exec);
}

// output = data, then output[B, indices[B, m, :], s] (reduction)= updates[B, m, s], in row-major order of the
// positions, for any number of threads. Extents of updates: J[:-1] + D[b+k:]; of output: D.
inline result<void> try_scatter_nd(const const_view& data, const detail::index_argument& indices,
                                   const const_view& updates, const view& output, const options& with = {},
                                   const execution& exec = {}) noexcept {
  return detail::run(detail::choose(STREW_OPERATOR_SCATTER_ND, 0, with), {data, indices, updates, output}, exec);
}

// In place: the same with output as data, so nothing is copied. Here D = extents of output.
inline result<void> try_scatter_nd(const view& output, const detail::index_argument& indices, const const_view& updates,
                                   const options& with = {}, const execution& exec = {}) noexcept {
  return detail::run(detail::choose(STREW_OPERATOR_SCATTER_ND, 0, with), {output, indices, updates, output}, exec);
}

// A plan of gather_nd. The pointers of the views are not looked at and may be null.
inline result<plan> try_plan_gather_nd(const const_view& data, const detail::index_argument& indices,
                                       const view& output, const options& with = {}) noexcept {
  return detail::make_plan(detail::choose(STREW_OPERATOR_GATHER_ND, 0, with), {data, indices, {}, output});
}

// A plan of scatter_nd, for executions in place and not: data and output may have different strides only if no
// execution is in place. The pointers of the views are not looked at and may be null.
inline result<plan> try_plan_scatter_nd(const const_view& data, const detail::index_argument& indices,
                                        const const_view& updates, const view& output,
                                        const options& with = {}) noexcept {
  return detail::make_plan(detail::choose(STREW_OPERATOR_SCATTER_ND, 0, with), {data, indices, updates, output});
}

// In place: the same with output as data, which an execution need not give.
inline result<plan> try_plan_scatter_nd(const view& output, const detail::index_argument& indices,
                                        const const_view& updates, const options& with = {}) noexcept {
  return detail::in_place(try_plan_scatter_nd(output, indices, updates, output, with));
}

// The extents that the output of gather_nd and the updates of scatter_nd must have: J[:-1] + D[b+k:].
// Throws error if data and indices do not match; the elements are not read.
inline result<std::vector<std::int64_t>> try_shape_nd(const const_view& data, const detail::index_argument& indices,
                                                      std::int64_t batch_dims = 0) {
  return detail::try_shape(detail::numbered(STREW_OPERATOR_GATHER_ND, 0, batch_dims), data, indices);
}

#if STREW_HAS_EXCEPTIONS
// The forms that throw.
inline void gather_nd(const const_view& data, const detail::index_argument& indices, const view& output,
                      const options& with = {}, const execution& exec = {}) {
  try_gather_nd(data, indices, output, with, exec).value();
}

// A gather that is expected to return what it gathers.
detail::because::a_gather_returns_nothing_its_third_argument_is_the_output gather_nd(
    const const_view& data, const detail::index_argument& indices, const options& with = {}) = delete;

inline void scatter_nd(const const_view& data, const detail::index_argument& indices, const const_view& updates,
                       const view& output, const options& with = {}, const execution& exec = {}) {
  try_scatter_nd(data, indices, updates, output, with, exec).value();
}

inline void scatter_nd(const view& output, const detail::index_argument& indices, const const_view& updates,
                       const options& with = {}, const execution& exec = {}) {
  try_scatter_nd(output, indices, updates, with, exec).value();
}

inline plan plan_gather_nd(const const_view& data, const detail::index_argument& indices, const view& output,
                           const options& with = {}) {
  return try_plan_gather_nd(data, indices, output, with).value();
}

inline plan plan_scatter_nd(const const_view& data, const detail::index_argument& indices, const const_view& updates,
                            const view& output, const options& with = {}) {
  return try_plan_scatter_nd(data, indices, updates, output, with).value();
}

inline plan plan_scatter_nd(const view& output, const detail::index_argument& indices, const const_view& updates,
                            const options& with = {}) {
  return try_plan_scatter_nd(output, indices, updates, with).value();
}

inline std::vector<std::int64_t> shape_nd(const const_view& data, const detail::index_argument& indices,
                                          std::int64_t batch_dims = 0) {
  return try_shape_nd(data, indices, batch_dims).value();
}
#endif

}  // namespace STREW_NAMESPACE

#endif
