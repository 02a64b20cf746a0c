// What segment_reduce, segment_scan and sddmm have in common: positions, and the segment of each. Segments address rows
// of the output of the first, of a table of the second, of the right operand of the third.
#pragma once

#include "lower/common.hpp"

namespace strew::engine {
namespace lower {

inline bool is_groups(const segment_rules& by) {
  return by.form == segment_form::groups;
}
inline const tensor& rows_of(const operands& ops) {
  return ops.updates;
}
inline const tensor& addressed_of(const operands& ops, const segment_rules& by) {
  return by.addressed == operand::output ? ops.output : ops.paired->weights;
}

status check_form(const segment_rules& by, const operator_options& options);  // AT1
// AT1, AT2, AT7.
status check_segment_attributes(const operands& ops, const segment_rules& by, const operator_options& options);
// SG1, SG2, and SG3 of indices, segments and what these address.
status check_segment_shapes(const operands& ops, const segment_rules& by);
status check_same(const tensor& view, const extents_list& expected, operand where);  // SG3

// D = extents of the rows; those of the indices, or D[:b+1] without any.
extents_list positions_of(const operands& ops, const segment_rules& by);
// Strides of positions through their segments: those of the ids, or numbers.
extents_list segment_strides(const operands& ops, const segment_rules& by, const extents_list& positions);
// The same in the index space, which of offsets has those of the batch only.
std::int64_t stride_in_space(const operands& ops, const segment_rules& by, const extents_list& strides, std::size_t i);

void start_from(const operands& ops, const segment_rules& by, const index_policy& policy, problem& made);
void start_table_side(const operands& ops, const segment_rules& by, const extents_list& positions, operation& made);

// The axes and coordinates of segment_reduce, whose lowering lists them.
void build_reduction(operation& made, const operands& ops, const segment_rules& by, const index_policy& policy);

// SZ1 of all points: positions may be many more than an operand has elements.
status check_points(const problem& p);

// Calls check(view, where) for each operand there is, in the order in which errors are reported, until one fails.
template <class Check>
status check_each_of_segments(const operands& ops, const segment_rules& by, const Check& check) {
  if (auto bad = check(rows_of(ops), operand::updates)) return bad;
  if (by.has_indices) {
    if (auto bad = check(ops.paired->from, operand::from)) return bad;
  }
  if (auto bad = check(ops.indices, operand::indices)) return bad;
  if (by.has_weights) {
    if (auto bad = check(ops.paired->weights, operand::weights)) return bad;
  }
  if (by.has_base) {
    if (auto bad = check(ops.data, operand::data)) return bad;
  }
  if (auto bad = check(ops.output, operand::output)) return bad;
  if (ops.further && ops.further->has_arg) {
    if (auto bad = check(ops.further->arg, operand::arg)) return bad;
  }
  return ops.further && ops.further->has_count ? check(ops.further->count, operand::count) : status();
}

}  // namespace lower
}  // namespace strew::engine
