// segment_reduce. D = extents of the rows, its data, which are a write's updates; P = extents of the positions: those
// of the indices, else of the ids, else D[:b+1]; b = batch_dims, G = 1 where the last dimension of P is a segment, else
// 0.
//   axes         batch i < b:              {D[i], T_i, X_i, S_i, from I_i, weight W_i}
//                segments b <= i < p-G:    {P[i], T_i, 0,   0,   from I_i, weight W_i}   only of groups
//                positions i < p:          {P[i], 0,   X_i, S_i, from I_i, weight W_i}   X_i = 0 with indices
//                slice i > b:              {D[i], T_j, X_i, 0}                           j = i, of groups p - b + i - 2
//   coordinates  of the output:            {S, 1, T_b, 0}                                not of groups
//                of the rows:              {D[b], 1, X_b, 0}                             only with indices
// With offsets S_i is the distance of positions by their numbers. Rows of codes are rows of K values, of which column c
// is found through its row: the last slice has X_i = 0, and column 1; axes of other dimensions of data have the strides
// of scales and zero points.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "lower/codes.hpp"
#include "lower/segments.hpp"
#include "problem/names.hpp"

namespace strew::engine {
namespace lower {
namespace {

// ---- Types and attributes -------------------------------------------------------------------------------------------

code_operands codes_of_rows(const operands& ops) {
  return {rows_of(ops), operand::updates, *ops.paired, ops.output};
}

// The rows as values, in whose place no memory has any.
operands decoded(const operands& ops) {
  operands made = ops;
  tensor& rows = made.updates;
  rows.type = ops.output.type;
  rows.width = ops.output.width;
  if (rows.rank() == 0) return made;
  rows.extents[rows.rank() - 1] = columns_of(codes_of_rows(ops));
  rows.strides[rows.rank() - 1] = 0;
  return made;
}

// Rows of codes do not have the type of their values.
status check_value_type(const operands& ops, const segment_rules& by) {
  if (!by.has_base || ops.data.type == ops.output.type) return {};
  return fail(rule::TY2, operand::data, "its type {} differs from the {} of {}", words_of(ops.data, operand::data),
              words_of(ops.output, operand::output), operand::output);
}

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
  if (auto bad = by.has_codes ? check_value_type(ops, by) : check_same_type(ops, by)) return bad;
  if (auto bad = check_further_types(ops)) return bad;
  if (by.has_indices) {
    if (auto bad = check_index_type(ops.paired->from, operand::from)) return bad;
  }
  if (auto bad = check_index_type(ops.indices, operand::indices)) return bad;
  const tensor& rows = by.has_codes ? ops.output : rows_of(ops);
  if (auto bad = check_reduction(rows, operand::updates, options.reduce)) return bad;
  if (!by.has_base && rows.width > longest_start)
    return fail(rule::TY4, operand::updates, "records of {} bytes need a base; without one they have at most {}",
                rows.width, longest_start);
  if (by.has_weights) {
    if (auto bad = check_weights(rows.type, options.reduce, ops.paired->weights.type)) return bad;
  }
  return by.has_codes ? check_code_types(codes_of_rows(ops), by.codes) : status();
}

// AT1 of further results, before the attributes of all.
status check_reduce_attributes(const operands& ops, const segment_rules& by, const operator_options& options) {
  const bool is_extreme = options.reduce == reduction::min || options.reduce == reduction::max;
  if (by.invalid || !ops.further || !ops.further->has_arg || is_extreme) {
    if (!by.has_codes) return check_segment_attributes(ops, by, options);
    if (auto bad = check_segment_attributes(decoded(ops), by, options)) return bad;
    return check_bits(by.codes);
  }
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

status check_rows_of_codes(const operands& ops, const segment_rules& by) {
  const auto rank = static_cast<std::int64_t>(rows_of(ops).rank());
  if (by.batch_dims == rank - 1)
    return fail(rule::QB2, operand::none, "<batch_dims> is {}, that of the last dimension of {}, which has the codes",
                by.batch_dims, operand::updates);
  return check_code_shapes(codes_of_rows(ops), by.codes, by.batch_dims);
}

status check_shapes(const operands& ops, const segment_rules& by) {
  if (auto bad = by.has_codes ? check_segment_shapes(decoded(ops), by) : check_segment_shapes(ops, by)) return bad;
  if (by.has_weights) {
    if (auto bad = check_same(ops.paired->weights, positions_of(ops, by), operand::weights)) return bad;
  }
  if (by.has_base) {
    if (auto bad = check_same(ops.data, ops.output.extents, operand::data)) return bad;
  }
  if (auto bad = check_further_shapes(ops, by)) return bad;
  return by.has_codes ? check_rows_of_codes(ops, by) : status();
}

template <class Check>
status check_each(const operands& ops, const segment_rules& by, const Check& check) {
  if (auto bad = check_each_of_segments(ops, by, check)) return bad;
  return by.has_codes ? check_each_of_codes(codes_of_rows(ops), by.codes, check) : status();
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

// ---- Codes ----------------------------------------------------------------------------------------------------------

// Values stay in the type of the accumulator.
void build_codes(operation& made, const operands& ops, const segment_rules& by) {
  problem& p = made.main;
  const code_operands of = codes_of_rows(ops);
  const auto b = static_cast<std::size_t>(by.batch_dims);
  describe_codes(of, by.codes, b, p);
  const bool is_wide = p.reduce != reduction::none && p.accumulate == accumulation::wide;
  p.decoding->value_type = is_wide ? dtype::f32 : ops.output.type;
  const std::size_t positions = positions_of(ops, by).size(), last = of.codes.rank() - 1;
  for (std::size_t i = 0; i < (by.has_indices ? b : b + 1); ++i) put_code_strides(of, by.codes, i, p, p.axes[i]);
  for (std::size_t i = b + 1; i < last; ++i) put_code_strides(of, by.codes, i, p, p.axes[positions + i - b - 1]);
  p.decoding->put(p.axes[positions + last - b - 1], {0, 0, 1});
}

}  // namespace

result<operation> segment_reduce(const operands& ops, const segment_rules& by, const operator_options& options) {
  result<operation> made(std::in_place);
  const auto extents = [](const tensor& view, operand where) { return engine::check_extents(view, where); };
  const auto sizes = [](const tensor& view, operand where) { return engine::check_sizes(view, where); };
  if (auto bad = first_of([&] { return check_segment_types(ops, by, options); },
                          [&] { return check_reduce_attributes(ops, by, options); },
                          [&] { return check_each(ops, by, extents); }, [&] { return check_shapes(ops, by); },
                          [&] { return check_each(ops, by, sizes); }, [&] { return check_results(ops); })) {
    made.fail(*std::move(bad));
    return made;
  }
  problem& p = made->main;
  start_problem(ops, options, p);
  p.exclude_self = p.reduce != reduction::none && (options.exclude_self || !by.has_base);
  if (by.has_weights) p.weight_type = ops.paired->weights.type;
  if (by.has_codes) {
    build_reduction(*made, decoded(ops), by, options.policy);
    build_codes(*made, ops, by);
  } else {
    build_reduction(*made, ops, by, options.policy);
  }
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
