// Queries about StableHLO's lists of dimensions, and the constraints that gather and scatter share under different
// numbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "lower/common.hpp"

namespace strew::engine {
namespace lower {

inline bool contains(const extents_list& list, std::int64_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}
inline bool is_sorted(const extents_list& list) {
  return std::is_sorted(list.begin(), list.end());
}
bool is_unique(const extents_list& list);
extents_list joined(const extents_list& left, const extents_list& right);

// Each fails with the given rule number and reports the list and its values.
status check_sorted_and_unique(const extents_list& list, const char* name, rule number);
status check_sorted(const extents_list& list, const char* name, rule number);
status check_unique(const extents_list& list, const char* name, rule number);
status check_in_range(const extents_list& list, std::size_t rank, const char* name, rule number);

// The rank of data is the sum of the lengths of three lists.
status check_rank_sum(const tensor& data, std::size_t sum, rule number);

// Dimensions of indices that name positions: all but index_vector_dim.
extents_list position_dims(const tensor& indices, std::int64_t index_vector_dim);

// The correspondence of tuples and batching dimensions of indices to dimensions of the operand. Shared by gather and
// scatter.
struct index_dims {
  extents_list operand_batching;
  extents_list indices_batching;
  extents_list tuple_dims;  // start_index_map or scatter_dims_to_operand_dims
  std::int64_t index_vector_dim = 0;
  const char* operand_batching_name = "";
  const char* indices_batching_name = "";
  const char* tuple_name = "";
};

struct index_rules {
  rule sorted_operand, range_operand, unique_indices, range_indices, no_vector, same_count, same_extents, unique_tuple,
      range_tuple;
};

status check_batching_operand(const index_dims& dims, const tensor& data, const index_rules& numbers);  // sorted, range
status check_batching_indices(const index_dims& dims, const tensor& data, const tensor& indices,
                              const index_rules& numbers);
status check_tuple_dims(const index_dims& dims, const tensor& data, const index_rules& numbers);  // unique, range
status check_index_vector_dim(const index_dims& dims, const tensor& indices, rule number);
status check_tuple_length(const index_dims& dims, const tensor& indices, rule number);

// The part of the problem that gather and scatter share: positions from indices, windows from the direct operand.
// window_dims: dimensions of the direct operand; kept_dims: the table dimension of each; windows[d]: length of the
// window along table dimension d.
void build_stablehlo(builder& made, const operands& ops, const index_dims& dims, const extents_list& window_dims,
                     const extents_list& kept_dims, const extents_list& windows);

}  // namespace lower
}  // namespace strew::engine
