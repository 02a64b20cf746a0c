// The attributes of StableHLO's gather and scatter, under the names of the specification.
#ifndef STREW_STABLEHLO_DIMENSIONS_HPP
#define STREW_STABLEHLO_DIMENSIONS_HPP

#include <cstdint>
#include <vector>

#include "strew/config.hpp"
#include "strew/operator.h"

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
  bool indices_are_sorted = false;                  // a hint: see gather_options::check_hints

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
  bool indices_are_sorted = false;    // hints: see scatter_options::check_hints
  bool unique_indices = false;

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

}  // namespace STREW_NAMESPACE::stablehlo

#endif
