// The move with indices on both sides: table[B, to[B, p, :], s] (op)= weights[B, p] * direct[B, from[B, p, :], s].
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "oracle/indexing.hpp"
#include "oracle/offsets.hpp"

namespace strew::oracle {

// Indices of one side, tuples along their last dimension, and the rules by which that side reads them.
struct indexed_by {
  tensor indices;
  policy rules;
};

// In place of the indices of direct: the row of a position is the segment that holds it.
struct segmented_by {
  tensor offsets;
  segmentation positions;
};

struct move_operands {
  tensor table;  // in place: old values before, results afterwards
  tensor direct;
  std::optional<indexed_by> to;    // as scatter_nd reads its indices; or
  std::optional<tensor> offsets;   // the cell of a position is the segment that holds it (offsets.hpp)
  std::optional<indexed_by> from;  // as gather_nd does; absent: direct is traversed in order, as updates of scatter_nd
  std::optional<tensor> weights;   // one for each position
  int64_t batch_dims = 0;
  std::optional<segmented_by> from_offsets = {};  // instead of from
};

// What does not fit, the first of:
//   groups   exactly one of to and offsets is there, and at most one of from and from_offsets
//   fill     neither policy is fill
//   depth    an index operand has a tuple dimension
//   from     gather_nd's constraints, of direct, from and its result of positions and slice
//   to       scatter_nd's constraints, of table, to and those as updates
//   offsets  [B..., S or S + 1] for a table [B..., S, s]
//   padding  is a place of the only member of a tuple, or counts from the end of it
//   weights  have the extents of the positions, a type and a reduction that takes them (reduce.hpp)
//   type     table and direct have one type, for which the reduction is defined
// Empty: nothing.
std::string_view move_fault(const move_operands& of, const reduction_rule& rule);

enum class move_operand { from, to, offsets, from_offsets };

// `error` is a bad index of `judged`, or a bad offset (OF1). Each operand is judged whole, all its positions, whether
// the other side has a place for them or not: first from or from_offsets, then to or offsets. Duplicates are those of
// the table's side alone. An element whose position has no place on one side does not touch its cell.
struct move_outcome : outcome {
  move_operand judged = move_operand::from;
};

// Called for each update that is applied, in order, before any is: its position, its cell's coordinate, and what it is.
using visit_update = std::function<void(const coordinate&, const coordinate&, const contribution&)>;

// Meant only where everything fits. `visit` may be empty.
move_outcome move(const move_operands& of, const reduction_rule& rule, duplicates refused = duplicates::allow,
                  const visit_update& visit = {});

}  // namespace strew::oracle
