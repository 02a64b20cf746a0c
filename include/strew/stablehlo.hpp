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
// A scatter over several inputs is one call for each, with the same indices and dimensions; since all inputs have one
// shape and all updates have one shape, a bad index is refused by the first call, before any of them is written.
//
// Indices are of any integer type and are read as they are. Operand, updates and result have one element type.
// Any operand may have any strides, if those of a written one do not overlap.
//
// Each function comes in two forms: one throws index_error or error, try_ returns a result and never throws.
// After any failure but status::cancelled the result is byte for byte unchanged.
#ifndef STREW_STABLEHLO_HPP
#define STREW_STABLEHLO_HPP

#include <cstdint>
#include <vector>

#include "strew/call.hpp"
#include "strew/config.hpp"
#include "strew/options.hpp"
#include "strew/plan.hpp"
#include "strew/result.hpp"
#include "strew/strew.h"
#include "strew/view.hpp"

namespace STREW_NAMESPACE::stablehlo {

// Dimension numbers, or, for slice_sizes, extents in elements.
using dimension_list = std::vector<std::int64_t>;

namespace detail {

inline strew_dims borrow(const dimension_list& list) noexcept {
  return {list.empty() ? nullptr : list.data(), list.size()};
}

}  // namespace detail

// The attributes of gather, to be written as {.offset_dims = {1}, ...}.
struct gather_dimensions {
  dimension_list offset_dims = {};                  // dimensions of result that traverse a window
  dimension_list collapsed_slice_dims = {};         // dimensions of operand absent from result, slice size at most 1
  dimension_list operand_batching_dims = {};        // dimensions of operand shared with indices, slice size at most 1
  dimension_list start_indices_batching_dims = {};  // ... and of start_indices, in pairs
  dimension_list start_index_map = {};              // the dimension of operand that each member of a tuple addresses
  std::int64_t index_vector_dim = 0;                // the dimension of start_indices that holds the tuples; rank: none
  dimension_list slice_sizes = {};                  // extents of a window, one for each dimension of operand

  // The struct of the C ABI. It borrows the lists.
  strew_gather_dimensions native() const noexcept {
    strew_gather_dimensions made = STREW_GATHER_DIMENSIONS_INIT;
    made.offset_dims = detail::borrow(offset_dims);
    made.collapsed_slice_dims = detail::borrow(collapsed_slice_dims);
    made.operand_batching_dims = detail::borrow(operand_batching_dims);
    made.start_indices_batching_dims = detail::borrow(start_indices_batching_dims);
    made.start_index_map = detail::borrow(start_index_map);
    made.slice_sizes = detail::borrow(slice_sizes);
    made.index_vector_dim = index_vector_dim;
    return made;
  }
};

// The attributes of scatter, to be written as {.update_window_dims = {1}, ...}.
struct scatter_dimensions {
  dimension_list update_window_dims = {};             // dimensions of updates that traverse a window
  dimension_list inserted_window_dims = {};           // dimensions of input absent from updates: the window is 1 there
  dimension_list input_batching_dims = {};            // dimensions of input shared with indices
  dimension_list scatter_indices_batching_dims = {};  // ... and of scatter_indices, in pairs
  dimension_list scatter_dims_to_operand_dims = {};   // the dimension of input that each member of a tuple addresses
  std::int64_t index_vector_dim = 0;  // the dimension of scatter_indices that holds the tuples; rank: none

  // The struct of the C ABI. It borrows the lists.
  strew_scatter_dimensions native() const noexcept {
    strew_scatter_dimensions made = STREW_SCATTER_DIMENSIONS_INIT;
    made.update_window_dims = detail::borrow(update_window_dims);
    made.inserted_window_dims = detail::borrow(inserted_window_dims);
    made.input_batching_dims = detail::borrow(input_batching_dims);
    made.scatter_indices_batching_dims = detail::borrow(scatter_indices_batching_dims);
    made.scatter_dims_to_operand_dims = detail::borrow(scatter_dims_to_operand_dims);
    made.index_vector_dim = index_vector_dim;
    return made;
  }
};

// The policy of a gather, to be written as {.out_of_bounds = strew::out_of_bounds::fill}. Members as in strew::options.
struct gather_options {
  strew::out_of_bounds out_of_bounds = strew::out_of_bounds::clamp;
  strew::negative_indices negative_indices = strew::negative_indices::invalid;
  strew::partial_window partial_window = strew::partial_window::element;
  fill fill_value = {};  // only with out_of_bounds::fill

  // The options of the C ABI. Borrows fill_value.
  strew_options native() const noexcept {
    strew_options made =
        options{.out_of_bounds = out_of_bounds, .negative_indices = negative_indices, .partial_window = partial_window}
            .native();
    fill_value.describe(made);
    return made;
  }
};

// The update_computation of a scatter and its policy, to be written as {.reduction = strew::reduction::add}. Members as
// in strew::options.
struct scatter_options {
  strew::reduction reduction = strew::reduction::none;
  bool include_self = true;
  strew::accumulate accumulate = strew::accumulate::native;
  bool ordered = true;
  strew::out_of_bounds out_of_bounds = strew::out_of_bounds::skip;
  strew::negative_indices negative_indices = strew::negative_indices::invalid;
  strew::partial_window partial_window = strew::partial_window::element;
  strew::duplicates duplicates = strew::duplicates::allow;

  // The options of the C ABI.
  strew_options native() const noexcept {
    return options{.reduction = reduction,
                   .include_self = include_self,
                   .accumulate = accumulate,
                   .ordered = ordered,
                   .out_of_bounds = out_of_bounds,
                   .negative_indices = negative_indices,
                   .partial_window = partial_window,
                   .duplicates = duplicates}
        .native();
  }
};

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

}  // namespace detail

// result[i] = operand[start + batching + offset], where start is the tuple of start_indices at the batch part of i, and
// offset its part along offset_dims.
inline result<void> try_gather(const const_view& operand, const const_view& start_indices, const view& result,
                               const gather_dimensions& dimensions, const gather_options& with = {},
                               const execution& exec = {}) noexcept {
  return strew::detail::run(detail::choose(dimensions.native(), with), {operand, start_indices, {}, result}, exec);
}

// result = input, then result[start + batching + window] (reduction)= updates[i], where start is the tuple of
// scatter_indices at the batch part of i, and window its part along update_window_dims. A position's whole window is
// applied before the next position. Extents of result: those of input.
inline result<void> try_scatter(const const_view& input, const const_view& scatter_indices, const const_view& updates,
                                const view& result, const scatter_dimensions& dimensions,
                                const scatter_options& with = {}, const execution& exec = {}) noexcept {
  return strew::detail::run(detail::choose(dimensions.native(), with), {input, scatter_indices, updates, result}, exec);
}

// In place: the same with result as input, so nothing is copied.
inline result<void> try_scatter(const view& result, const const_view& scatter_indices, const const_view& updates,
                                const scatter_dimensions& dimensions, const scatter_options& with = {},
                                const execution& exec = {}) noexcept {
  return strew::detail::run(detail::choose(dimensions.native(), with), {result, scatter_indices, updates, result},
                            exec);
}

// A plan of gather. The pointers of the views are not looked at and may be null.
inline result<plan> try_plan_gather(const const_view& operand, const const_view& start_indices, const view& result,
                                    const gather_dimensions& dimensions, const gather_options& with = {}) noexcept {
  return strew::detail::make_plan(detail::choose(dimensions.native(), with), {operand, start_indices, {}, result});
}

// A plan of scatter, for executions in place and not: input and result may have different strides only if no execution
// is in place. The pointers of the views are not looked at and may be null.
inline result<plan> try_plan_scatter(const const_view& input, const const_view& scatter_indices,
                                     const const_view& updates, const view& result,
                                     const scatter_dimensions& dimensions, const scatter_options& with = {}) noexcept {
  return strew::detail::make_plan(detail::choose(dimensions.native(), with), {input, scatter_indices, updates, result});
}

// The extents that the result of gather must have: those of start_indices without index_vector_dim and, at offset_dims,
// the slice sizes that stay. Throws error if the operands do not match; the elements are not read.
inline result<std::vector<std::int64_t>> try_shape_gather(const const_view& operand, const const_view& start_indices,
                                                          const gather_dimensions& dimensions) {
  return strew::detail::try_shape(detail::choose(dimensions.native(), gather_options{}).op, operand, start_indices);
}

#if STREW_HAS_EXCEPTIONS
// The forms that throw.
inline void gather(const const_view& operand, const const_view& start_indices, const view& result,
                   const gather_dimensions& dimensions, const gather_options& with = {}, const execution& exec = {}) {
  try_gather(operand, start_indices, result, dimensions, with, exec).value();
}

inline void scatter(const const_view& input, const const_view& scatter_indices, const const_view& updates,
                    const view& result, const scatter_dimensions& dimensions, const scatter_options& with = {},
                    const execution& exec = {}) {
  try_scatter(input, scatter_indices, updates, result, dimensions, with, exec).value();
}

inline void scatter(const view& result, const const_view& scatter_indices, const const_view& updates,
                    const scatter_dimensions& dimensions, const scatter_options& with = {},
                    const execution& exec = {}) {
  try_scatter(result, scatter_indices, updates, dimensions, with, exec).value();
}

inline plan plan_gather(const const_view& operand, const const_view& start_indices, const view& result,
                        const gather_dimensions& dimensions, const gather_options& with = {}) {
  return try_plan_gather(operand, start_indices, result, dimensions, with).value();
}

inline plan plan_scatter(const const_view& input, const const_view& scatter_indices, const const_view& updates,
                         const view& result, const scatter_dimensions& dimensions, const scatter_options& with = {}) {
  return try_plan_scatter(input, scatter_indices, updates, result, dimensions, with).value();
}

inline std::vector<std::int64_t> shape_gather(const const_view& operand, const const_view& start_indices,
                                              const gather_dimensions& dimensions) {
  return try_shape_gather(operand, start_indices, dimensions).value();
}
#endif

}  // namespace STREW_NAMESPACE::stablehlo

#endif
