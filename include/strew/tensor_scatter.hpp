// tensor_scatter: appends rows to a cache, at a separate offset for each batch entry.
//
// D: extents of cache, [batch, ..., length, ...], rank r >= 2; the length is that of the axis, in [-r, r-1] and not the
// batch dimension 0. Updates have the extents D but for l <= D[axis] rows along the axis. write_indices have the
// extents [D[0]]; they are of any integer type. std::nullopt means zeros. The mode determines the index policy:
// negative write_indices are an error in both modes. Cache, updates and output have one element type. Any operand may
// have any strides, if those of a written one do not overlap.
//
// ONNX TensorScatter (opset 24) defines it; key and value caches of attention are appended to in place.
// In errors and buffers the cache is data, write_indices are indices.
//
// Each function comes in two forms: one throws index_error or error, try_ returns a result and never throws.
// After any failure but status::cancelled the output is byte for byte unchanged, unless the execution discards it
// (on_error::discard).
#ifndef STREW_TENSOR_SCATTER_HPP
#define STREW_TENSOR_SCATTER_HPP

#include <cstdint>
#include <optional>

#include "strew/call.hpp"
#include "strew/config.hpp"
#include "strew/index_argument.hpp"
#include "strew/options.hpp"
#include "strew/plan.hpp"
#include "strew/result.hpp"
#include "strew/strew.h"
#include "strew/view.hpp"

namespace STREW_NAMESPACE {

// Handling of rows beyond the end of the cache.
enum class cache_mode : std::int32_t {
  linear = STREW_MODE_LINEAR,     // they are an error
  circular = STREW_MODE_CIRCULAR  // they wrap to the beginning: row numbers are taken modulo D[axis]
};

// To be written as {.axis = 1, .mode = strew::cache_mode::circular}. The defaults are ONNX's.
struct tensor_scatter_options {
  std::int64_t axis = -2;
  cache_mode mode = cache_mode::linear;
};

namespace detail {

inline chosen choose(const tensor_scatter_options& with) noexcept {
  const auto mode = static_cast<std::int32_t>(with.mode);
  return {numbered(STREW_OPERATOR_TENSOR_SCATTER, with.axis, 0, mode), STREW_OPTIONS_INIT};
}

// Indices, or none.
class optional_index_argument : public index_argument {
 public:
  using index_argument::index_argument;

  optional_index_argument(std::nullopt_t) noexcept {}
  optional_index_argument(const std::optional<const_view>& of) noexcept
      : index_argument(of ? *of : static_cast<const const_view&>(index_argument())) {}
};

}  // namespace detail

// output = cache, then the rows [w, w + l) of batch entry i along the axis are replaced by its updates; w =
// write_indices[i]. Extents of output: D.
inline result<void> try_tensor_scatter(const const_view& cache, const const_view& updates,
                                       const detail::optional_index_argument& write_indices, const view& output,
                                       const tensor_scatter_options& with = {}, const execution& exec = {}) noexcept {
  return detail::run(detail::choose(with), {cache, write_indices, updates, output}, exec);
}

// In place: the rows are written into the cache, and nothing is copied.
inline result<void> try_tensor_scatter(const view& cache, const const_view& updates,
                                       const detail::optional_index_argument& write_indices,
                                       const tensor_scatter_options& with = {}, const execution& exec = {}) noexcept {
  return detail::run(detail::choose(with), {cache, write_indices, updates, cache}, exec);
}

// A plan of tensor_scatter, for executions in place and not: cache and output may have different strides only if no
// execution is in place. The pointers of the views are not looked at and may be null.
inline result<plan> try_plan_tensor_scatter(const const_view& cache, const const_view& updates,
                                            const detail::optional_index_argument& write_indices, const view& output,
                                            const tensor_scatter_options& with = {}) noexcept {
  return detail::make_plan(detail::choose(with), {cache, write_indices, updates, output});
}

// In place: the same with the cache as output, which an execution need not give as data.
inline result<plan> try_plan_tensor_scatter(const view& cache, const const_view& updates,
                                            const detail::optional_index_argument& write_indices,
                                            const tensor_scatter_options& with = {}) noexcept {
  return detail::in_place(try_plan_tensor_scatter(cache, updates, write_indices, cache, with));
}

#if STREW_HAS_EXCEPTIONS
// The forms that throw.
inline void tensor_scatter(const const_view& cache, const const_view& updates,
                           const detail::optional_index_argument& write_indices, const view& output,
                           const tensor_scatter_options& with = {}, const execution& exec = {}) {
  try_tensor_scatter(cache, updates, write_indices, output, with, exec).value();
}

inline void tensor_scatter(const view& cache, const const_view& updates,
                           const detail::optional_index_argument& write_indices,
                           const tensor_scatter_options& with = {}, const execution& exec = {}) {
  try_tensor_scatter(cache, updates, write_indices, with, exec).value();
}

inline plan plan_tensor_scatter(const const_view& cache, const const_view& updates,
                                const detail::optional_index_argument& write_indices, const view& output,
                                const tensor_scatter_options& with = {}) {
  return try_plan_tensor_scatter(cache, updates, write_indices, output, with).value();
}

inline plan plan_tensor_scatter(const view& cache, const const_view& updates,
                                const detail::optional_index_argument& write_indices,
                                const tensor_scatter_options& with = {}) {
  return try_plan_tensor_scatter(cache, updates, write_indices, with).value();
}
#endif

}  // namespace STREW_NAMESPACE

#endif
