// StableHLO's gather and scatter: windows of the operand at start indices.
//
// Attributes, operands and results have the names and semantics of StableHLO's specification; its constraints
// are the rules GC1 to GC22 and SC2 to SC22. In errors and buffers operand and input are data, start_indices and
// scatter_indices are indices, result is output. JAX lax.gather and lax.scatter are the same operators.
//
// The defaults are StableHLO's too, not those of strew::options: negative indices are out of bounds; a gather clamps
// the start of a window so that the window fits; a scatter skips each element of a window that is out of bounds; sums
// round after each update. Where StableHLO leaves the order of updates undefined, it is the row-major order of the
// positions.
//
// A scatter of several inputs is in stablehlo/inputs.hpp, the names of update computations are in
// stablehlo/update_computation.hpp, the hints indices_are_sorted and unique_indices are explained in
// stablehlo/options.hpp.
//
// Indices are of any integer type and are read as they are. Operand, updates and result have one element type.
// Any operand may have any strides, if those of a written one do not overlap.
//
// Each function comes in two forms: one throws index_error or error, try_ returns a result and never throws.
// After any failure but status::cancelled the result is byte for byte unchanged, unless the execution discards it
// (on_error::discard).
#ifndef STREW_STABLEHLO_HPP
#define STREW_STABLEHLO_HPP

#include <cstdint>
#include <vector>

#include "strew/call.hpp"
#include "strew/config.hpp"
#include "strew/index_argument.hpp"
#include "strew/options.hpp"
#include "strew/plan.hpp"
#include "strew/result.hpp"
#include "strew/stablehlo/dimensions.hpp"
#include "strew/stablehlo/hints.hpp"
#include "strew/stablehlo/options.hpp"
#include "strew/stablehlo/update_computation.hpp"
#include "strew/strew.h"
#include "strew/view.hpp"

namespace STREW_NAMESPACE::stablehlo {

namespace detail {

// Borrow the lists.
inline strew::detail::chosen choose(const strew_gather_dimensions& lists, const gather_options& with) noexcept {
  strew::detail::chosen made{strew::detail::numbered(STREW_OPERATOR_STABLEHLO_GATHER, 0, 0), with.native()};
  made.op.gather_dimensions = &lists;
  return made;
}
inline strew::detail::chosen choose(const strew_scatter_dimensions& lists, const scatter_options& with) noexcept {
  strew::detail::chosen made{strew::detail::numbered(STREW_OPERATOR_STABLEHLO_SCATTER, 0, 0), with.native()};
  made.op.scatter_dimensions = &lists;
  return made;
}
// With the hint unique_indices, where it is to be checked: it says what duplicates::error makes sure of.
inline strew::detail::chosen choose(const strew_scatter_dimensions& lists, const scatter_options& with,
                                    bool unique_indices) noexcept {
  strew::detail::chosen made = choose(lists, with);
  if (with.check_hints && unique_indices) made.options.duplicates = STREW_DUPLICATES_ERROR;
  return made;
}

inline start_order order_of(const gather_dimensions& dimensions, const gather_options& with) noexcept {
  const bool clamps = with.out_of_bounds == out_of_bounds::clamp;
  return {dimensions.start_index_map, dimensions.index_vector_dim, clamps ? &dimensions.slice_sizes : nullptr,
          with.negative_indices == negative_indices::from_end};
}
inline start_order order_of(const scatter_dimensions& dimensions, const scatter_options& with) noexcept {
  return {dimensions.scatter_dims_to_operand_dims, dimensions.index_vector_dim, nullptr,
          with.negative_indices == negative_indices::from_end};
}

inline result<void> run_gather(const strew::detail::operands& of, const gather_dimensions& dimensions,
                               const gather_options& with, const execution& exec) noexcept {
  const strew_gather_dimensions lists = dimensions.native();
  const strew::detail::chosen what = choose(lists, with);
  if (with.check_hints && dimensions.indices_are_sorted) {
    const result<void> sorted = check_sorted(what, of, order_of(dimensions, with), exec);
    if (!sorted) return sorted;
  }
  return strew::detail::run(what, of, exec);
}

inline result<void> run_scatter(const strew::detail::operands& of, const scatter_dimensions& dimensions,
                                const scatter_options& with, const execution& exec) noexcept {
  const strew_scatter_dimensions lists = dimensions.native();
  const strew::detail::chosen what = choose(lists, with, dimensions.unique_indices);
  if (with.check_hints && dimensions.indices_are_sorted) {
    const result<void> sorted = check_sorted(what, of, order_of(dimensions, with), exec);
    if (!sorted) return of_hint(sorted, with);
  }
  return of_hint(strew::detail::run(what, of, exec), with);
}

}  // namespace detail

// result[i] = operand[start + batching + offset], where start is the tuple of start_indices at the batch part of i, and
// offset its part along offset_dims.
inline result<void> try_gather(const const_view& operand, const strew::detail::index_argument& start_indices,
                               const view& result, const gather_dimensions& dimensions, const gather_options& with = {},
                               const execution& exec = {}) noexcept {
  return detail::run_gather({operand, start_indices, {}, result}, dimensions, with, exec);
}

// result = input, then result[start + batching + window] (reduction)= updates[i], where start is the tuple of
// scatter_indices at the batch part of i, and window its part along update_window_dims. A position's whole window is
// applied before the next position. Extents of result: those of input.
inline result<void> try_scatter(const const_view& input, const strew::detail::index_argument& scatter_indices,
                                const const_view& updates, const view& result, const scatter_dimensions& dimensions,
                                const scatter_options& with = {}, const execution& exec = {}) noexcept {
  return detail::run_scatter({input, scatter_indices, updates, result}, dimensions, with, exec);
}

// In place: the same with result as input, so nothing is copied.
inline result<void> try_scatter(const view& result, const strew::detail::index_argument& scatter_indices,
                                const const_view& updates, const scatter_dimensions& dimensions,
                                const scatter_options& with = {}, const execution& exec = {}) noexcept {
  return detail::run_scatter({result, scatter_indices, updates, result}, dimensions, with, exec);
}

// A plan of gather. The pointers of the views are not looked at and may be null. A plan does not look at
// indices_are_sorted, whatever check_hints is: plan::prepare(indices).info() tells it.
inline result<plan> try_plan_gather(const const_view& operand, const strew::detail::index_argument& start_indices,
                                    const view& result, const gather_dimensions& dimensions,
                                    const gather_options& with = {}) noexcept {
  return strew::detail::make_plan(detail::choose(dimensions.native(), with), {operand, start_indices, {}, result});
}

// A plan of scatter, for executions in place and not: input and result may have different strides only if no execution
// is in place. The pointers of the views are not looked at and may be null. With check_hints, unique_indices is
// duplicates::error of every execution.
inline result<plan> try_plan_scatter(const const_view& input, const strew::detail::index_argument& scatter_indices,
                                     const const_view& updates, const view& result,
                                     const scatter_dimensions& dimensions, const scatter_options& with = {}) noexcept {
  const strew_scatter_dimensions lists = dimensions.native();
  return strew::detail::make_plan(detail::choose(lists, with, dimensions.unique_indices),
                                  {input, scatter_indices, updates, result});
}

// In place: the same with result as input, which an execution need not give as data.
inline result<plan> try_plan_scatter(const view& result, const strew::detail::index_argument& scatter_indices,
                                     const const_view& updates, const scatter_dimensions& dimensions,
                                     const scatter_options& with = {}) noexcept {
  return strew::detail::in_place(try_plan_scatter(result, scatter_indices, updates, result, dimensions, with));
}

// The extents that the result of gather must have: those of start_indices without index_vector_dim and, at offset_dims,
// the slice sizes that stay. Throws error if the operands do not match; the elements are not read.
inline result<std::vector<std::int64_t>> try_shape_gather(const const_view& operand,
                                                          const strew::detail::index_argument& start_indices,
                                                          const gather_dimensions& dimensions) {
  return strew::detail::try_shape(detail::choose(dimensions.native(), gather_options{}).op, operand, start_indices);
}

#if STREW_HAS_EXCEPTIONS
// The forms that throw.
inline void gather(const const_view& operand, const strew::detail::index_argument& start_indices, const view& result,
                   const gather_dimensions& dimensions, const gather_options& with = {}, const execution& exec = {}) {
  try_gather(operand, start_indices, result, dimensions, with, exec).value();
}

inline void scatter(const const_view& input, const strew::detail::index_argument& scatter_indices,
                    const const_view& updates, const view& result, const scatter_dimensions& dimensions,
                    const scatter_options& with = {}, const execution& exec = {}) {
  try_scatter(input, scatter_indices, updates, result, dimensions, with, exec).value();
}

inline void scatter(const view& result, const strew::detail::index_argument& scatter_indices, const const_view& updates,
                    const scatter_dimensions& dimensions, const scatter_options& with = {},
                    const execution& exec = {}) {
  try_scatter(result, scatter_indices, updates, dimensions, with, exec).value();
}

inline plan plan_gather(const const_view& operand, const strew::detail::index_argument& start_indices,
                        const view& result, const gather_dimensions& dimensions, const gather_options& with = {}) {
  return try_plan_gather(operand, start_indices, result, dimensions, with).value();
}

inline plan plan_scatter(const const_view& input, const strew::detail::index_argument& scatter_indices,
                         const const_view& updates, const view& result, const scatter_dimensions& dimensions,
                         const scatter_options& with = {}) {
  return try_plan_scatter(input, scatter_indices, updates, result, dimensions, with).value();
}

inline plan plan_scatter(const view& result, const strew::detail::index_argument& scatter_indices,
                         const const_view& updates, const scatter_dimensions& dimensions,
                         const scatter_options& with = {}) {
  return try_plan_scatter(result, scatter_indices, updates, dimensions, with).value();
}

inline std::vector<std::int64_t> shape_gather(const const_view& operand,
                                              const strew::detail::index_argument& start_indices,
                                              const gather_dimensions& dimensions) {
  return try_shape_gather(operand, start_indices, dimensions).value();
}
#endif

}  // namespace STREW_NAMESPACE::stablehlo

#endif
