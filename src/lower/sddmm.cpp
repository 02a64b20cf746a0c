// sddmm: products of rows, which are a write's updates multiplied by the right operand as weights, each position summed
// in a cell of its own. D = extents of the rows, P = extents of the positions, as of segment_reduce; b = batch_dims.
//   axes         batch i < b:              {D[i], T_i, X_i, S_i, from I_i, weight W_i}
//                positions b <= i < p:     {P[i], T_i, X_i, S_i, from I_i, weight V_i}   X_i = 0 with indices
//                products i > b:           {D[i], 0,   X_i, 0,   from 0,   weight W_j}   j = i, of groups p - b + i - 2
//   coordinates  of the right operand:     {S, 1, 0, 0, weight W_b}                      not of groups
//                of the rows:              {D[b], 1, X_b, 0}                             only with indices
// With offsets S_i is the distance of positions by their numbers. V_i = W_i where groups have a segment for each place
// of dimension i, else 0.
#include <cstddef>
#include <cstdint>
#include <utility>

#include "lower/segments.hpp"
#include "problem/names.hpp"

namespace strew::engine {
namespace lower {
namespace {

const tensor& right_of(const operands& ops) {
  return ops.paired->weights;
}

status check_sddmm_types(const operands& ops, const segment_rules& by) {
  const tensor& rows = rows_of(ops);
  if (ops.output.type != rows.type || ops.output.width != rows.width)
    return fail(rule::TY2, operand::output, "its type {} differs from the {} of {}",
                words_of(ops.output, operand::output), words_of(rows, operand::updates), operand::updates);
  if (by.has_indices) {
    if (auto bad = check_index_type(ops.paired->from, operand::from)) return bad;
  }
  if (auto bad = check_index_type(ops.indices, operand::indices)) return bad;
  if (auto bad = check_reduction(rows, operand::updates, reduction::add)) return bad;
  return check_weights(rows.type, reduction::add, right_of(ops).type);
}

status check_sddmm_attributes(const operands& ops, const segment_rules& by, const operator_options& options) {
  if (options.invalid && options.invalid->number == rule::AT1) return options.invalid;
  if (options.reduce != reduction::none)
    return fail(rule::AT1, operand::none, "sums of products have no reduction, but {} is given",
                name_of(options.reduce));
  if (options.refuses_duplicates)
    return fail(rule::AT1, operand::none, "duplicates error is given, but no two positions write one cell");
  return check_segment_attributes(ops, by, options);
}

status check_sddmm_shapes(const operands& ops, const segment_rules& by) {
  if (auto bad = check_segment_shapes(ops, by)) return bad;
  return check_same(ops.output, positions_of(ops, by), operand::output);
}

void build_products(operation& made, const operands& ops, const segment_rules& by, const extents_list& positions) {
  problem& p = made.main;
  builder rows(made);
  const tensor& right = right_of(ops);
  const auto b = static_cast<std::size_t>(by.batch_dims);
  const extents_list strides = segment_strides(ops, by, positions);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const bool is_shared = i < b || (is_groups(by) && i + 1 < positions.size());
    axis a{positions[i], ops.output.strides[i], 0, strides[i], no_window};
    if (i < b || !by.has_indices) a.direct_stride = rows_of(ops).strides[i];
    if (by.has_indices) a.from_stride = ops.paired->from.strides[i];
    if (is_shared) a.weight_stride = right.strides[i];
    rows.place(static_cast<std::int32_t>(i), a, stride_in_space(ops, by, strides, i));
  }
  const std::size_t first = is_groups(by) ? positions.size() - 1 : b + 1;
  for (std::size_t i = b + 1; i < rows_of(ops).rank(); ++i)
    rows.product(rows_of(ops).extents[i], rows_of(ops).strides[i], right.strides[first + i - b - 1]);
  if (is_groups(by)) return;
  p.coordinates.push_back({right.extents[b], 1, 0, 0, right.strides[b]});
  p.space.members.push_back({right.extents[b], 1, 0, static_cast<std::int32_t>(b)});
  made.map.of_members.push_back(index_map::none);
}

}  // namespace

result<operation> sddmm(const operands& ops, const segment_rules& by, const operator_options& options) {
  result<operation> made(std::in_place);
  const auto extents = [](const tensor& view, operand where) { return engine::check_extents(view, where); };
  const auto sizes = [](const tensor& view, operand where) { return engine::check_sizes(view, where); };
  if (auto bad =
          first_of([&] { return check_sddmm_types(ops, by); }, [&] { return check_sddmm_attributes(ops, by, options); },
                   [&] { return check_each_of_segments(ops, by, extents); },
                   [&] { return check_sddmm_shapes(ops, by); }, [&] { return check_each_of_segments(ops, by, sizes); },
                   [&] { return check_nested(ops.output, operand::output); })) {
    made.fail(*std::move(bad));
    return made;
  }
  problem& p = made->main;
  const extents_list positions = positions_of(ops, by);
  start_problem(ops, options, p);
  p.reduce = reduction::add;
  p.type = rows_of(ops).type;
  p.exclude_self = true;
  p.accumulate = options.accumulate;
  p.unordered = options.unordered;
  p.weight_type = right_of(ops).type;
  start_table_side(ops, by, positions, *made);
  if (by.has_indices) start_from(ops, by, options.policy, p);
  build_products(*made, ops, by, positions);
  if (auto bad = check_points(p)) {
    made.fail(*std::move(bad));
    return made;
  }
  made->raw = p;
  make_canonical(p);
  return made;
}

}  // namespace lower
}  // namespace strew::engine
