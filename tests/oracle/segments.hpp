// segment_reduce: output[s] (op)= weights[p] * data[indices[p]] for the positions p of segment s, in their order.
#pragma once

#include <optional>
#include <string_view>

#include "oracle/move.hpp"

namespace strew::oracle {

enum class segment_form { ids, offsets, groups };

struct segment_operands {
  tensor data;
  std::optional<tensor> indices;   // of rows, one for each position; absent: the rows are the positions
  std::optional<tensor> segments;  // ids or offsets
  std::optional<tensor> weights;   // one for each position
  std::optional<tensor> base;      // absent: the first contribution starts a segment, an empty one is 0
  tensor output;
  std::optional<tensor> arg;  // of i64 and output's extents: positions of minima or maxima; as many as there are: none
  std::optional<tensor> count;  // of i64: contributions of each segment
  segment_form form = segment_form::ids;
  policy of_indices = {};
  policy of_segments = {out_of_bounds::error, negative_indices::invalid};
  int64_t batch_dims = 0;
  int64_t segment_count = 0;  // of segment_scan: of ids, and of offsets where it is not 0
};

shape positions_of(const segment_operands& of);
tensor as_tuples(tensor of);  // indices as tuples of one member

// The first rule that is broken by types, attributes or shapes; empty: none.
std::string_view segment_rule(const segment_operands& of, const reduction_rule& rule);

// As the move that it is: of rows to the segments of their positions.
move_outcome move_rows(const segment_operands& of, const reduction_rule& rule, const visit_update& visit);

// Meant only where none is. `judged` is from, for the indices, or to or offsets, for the segments.
move_outcome segment_reduce(const segment_operands& of, const reduction_rule& rule);

}  // namespace strew::oracle
