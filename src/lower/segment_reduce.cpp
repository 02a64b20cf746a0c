// segment_reduce. D = extents of the rows, its data, which are a write's updates; P = extents of the positions: those
// of the indices, else of the ids, else D[:b+1]; b = batch_dims, G = 1 where the last dimension of P is a segment, else
// 0.
//   axes         batch i < b:              {D[i], T_i, X_i, S_i, from I_i, weight W_i}
//                segments b <= i < p-G:    {P[i], T_i, 0,   0,   from I_i, weight W_i}   only of groups
//                positions i < p:          {P[i], 0,   X_i, S_i, from I_i, weight W_i}   X_i = 0 with indices
//                slice i > b:              {D[i], T_j, X_i, 0}                           j = i, of groups p - b + i - 2
//   coordinates  of the output:            {S, 1, T_b, 0}                                not of groups
//                of the rows:              {D[b], 1, X_b, 0}                             only with indices
// With offsets S_i is the distance of positions by their numbers.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "lower/segments.hpp"
#include "problem/names.hpp"

namespace strew::engine {
namespace lower {
namespace {

// ---- Types and attributes -------------------------------------------------------------------------------------------

status check_same_type(const operands& ops, const segment_rules& by) {
  const tensor& rows = rows_of(ops);
  const auto check = [&](const tensor& view, operand where) -> status {
    if (view.type == rows.type && view.width == rows.width) return {};
    return fail(rule::TY2, where, "its type {} differs from the {} of {}", words_of(view, where),
                words_of(rows, operand::updates), operand::updates);
  };
  if (by.has_base) {
    if (auto bad = check(ops.data, operand::data)) return bad;
  }
  return check(ops.output, operand::output);
}

status check_further_types(const operands& ops) {
  if (!ops.further) return {};
  const auto check = [](bool is_given, const tensor& view, operand where) -> status {
    if (!is_given || view.type == dtype::i64) return {};
    return fail(rule::TY2, where, "its type {} differs from {}, that of positions and counts", words_of(view, where),
                type_words{dtype::i64, 0, where});
  };
  if (auto bad = check(ops.further->has_arg, ops.further->arg, operand::arg)) return bad;
  return check(ops.further->has_count, ops.further->count, operand::count);
}

status check_segment_types(const operands& ops, const segment_rules& by, const operator_options& options) {
  if (auto bad = check_same_type(ops, by)) return bad;
  if (auto bad = check_further_types(ops)) return bad;
  if (by.has_indices) {
    if (auto bad = check_index_type(ops.paired->from, operand::from)) return bad;
  }
  if (auto bad = check_index_type(ops.indices, operand::indices)) return bad;
  const tensor& rows = rows_of(ops);
  if (auto bad = check_reduction(rows, operand::updates, options.reduce)) return bad;
  if (!by.has_base && rows.width > longest_start)
    return fail(rule::TY4, operand::updates, "records of {} bytes need a base; without one they have at most {}",
                rows.width, longest_start);
  return by.has_weights ? check_weights(rows.type, options.reduce, ops.paired->weights.type) : status();
}

// AT1 of further results, before the attributes of all.
status check_reduce_attributes(const operands& ops, const segment_rules& by, const operator_options& options) {
  const bool is_extreme = options.reduce == reduction::min || options.reduce == reduction::max;
  if (by.invalid || !ops.further || !ops.further->has_arg || is_extreme)
    return check_segment_attributes(ops, by, options);
  if (auto bad = check_form(by, options)) return bad;
  return fail(rule::AT1, operand::arg, "the reduction {} takes no element, so that none has a position",
              name_of(options.reduce));
}

// ---- Shapes ---------------------------------------------------------------------------------------------------------

// Positions have the extents of the output, counts those of its segments.
status check_further_shapes(const operands& ops, const segment_rules& by) {
  if (!ops.further) return {};
  const further_operands& more = *ops.further;
  if (more.has_arg) {
    if (auto bad = check_same(more.arg, ops.output.extents, operand::arg)) return bad;
  }
  if (!more.has_count) return {};
  extents_list segments;
  const std::size_t of_rows = rows_of(ops).rank() - static_cast<std::size_t>(by.batch_dims) - 1;
  segments.append(ops.output.extents.data(), ops.output.rank() - of_rows);
  return check_same(more.count, segments, operand::count);
}

status check_shapes(const operands& ops, const segment_rules& by) {
  if (auto bad = check_segment_shapes(ops, by)) return bad;
  if (by.has_weights) {
    if (auto bad = check_same(ops.paired->weights, positions_of(ops, by), operand::weights)) return bad;
  }
  if (by.has_base) {
    if (auto bad = check_same(ops.data, ops.output.extents, operand::data)) return bad;
  }
  return check_further_shapes(ops, by);
}

// ---- Results --------------------------------------------------------------------------------------------------------

// OU: elements of results are places of their own.
status check_results(const operands& ops) {
  if (auto bad = check_nested(ops.output, operand::output)) return bad;
  if (ops.further && ops.further->has_arg) {
    if (auto bad = check_nested(ops.further->arg, operand::arg)) return bad;
  }
  return ops.further && ops.further->has_count ? check_nested(ops.further->count, operand::count) : status();
}

}  // namespace

result<operation> segment_reduce(const operands& ops, const segment_rules& by, const operator_options& options) {
  result<operation> made(std::in_place);
  const auto extents = [](const tensor& view, operand where) { return engine::check_extents(view, where); };
  const auto sizes = [](const tensor& view, operand where) { return engine::check_sizes(view, where); };
  if (auto bad =
          first_of([&] { return check_segment_types(ops, by, options); },
                   [&] { return check_reduce_attributes(ops, by, options); },
                   [&] { return check_each_of_segments(ops, by, extents); }, [&] { return check_shapes(ops, by); },
                   [&] { return check_each_of_segments(ops, by, sizes); }, [&] { return check_results(ops); })) {
    made.fail(*std::move(bad));
    return made;
  }
  problem& p = made->main;
  start_problem(ops, options, p);
  p.exclude_self = p.reduce != reduction::none && (options.exclude_self || !by.has_base);
  if (by.has_weights) p.weight_type = ops.paired->weights.type;
  build_reduction(*made, ops, by, options.policy);
  if (auto bad = check_points(p)) {
    made.fail(*std::move(bad));
    return made;
  }
  made->has_raw = !options.is_once || may_have_state(p);
  if (made->has_raw) made->raw = p;
  make_canonical(p);
  return made;
}

}  // namespace lower
}  // namespace strew::engine
