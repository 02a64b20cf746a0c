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

#include "lower/common.hpp"
#include "problem/names.hpp"

namespace strew::engine {
namespace lower {
namespace {

bool is_groups(const segment_rules& by) {
  return by.form == segment_form::groups;
}

const tensor& rows_of(const operands& ops) {
  return ops.updates;
}

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

// AT1: what a form does not use is not asked for.
status check_form(const segment_rules& by, const operator_options& options) {
  if (by.invalid) return by.invalid;
  const auto unused = [](const char* what, const char* why) {
    return fail(rule::AT1, operand::none, "{} is given, but {}", what, why);
  };
  const bool has_rules = by.policy.outside != out_of_bounds::error || by.policy.below_zero != negative::invalid;
  if (by.form != segment_form::ids && (has_rules || by.has_padding_segment))
    return unused("a rule for segment ids", "there are none");
  if (by.form != segment_form::ids && options.refuses_duplicates)
    return unused("duplicates error", "a segment holds several positions");
  const bool has_index_rules =
      options.policy.outside != out_of_bounds::error || options.policy.below_zero != negative::from_end;
  if (!by.has_indices && (has_index_rules || by.has_padding_index))
    return unused("a rule for indices", "there are none");
  return {};
}

std::int64_t from_first(std::int64_t padding, std::int64_t extent) {
  return padding < 0 ? padding + extent : padding;
}

// AT7: the row or segment that is left out. Ranks have not been compared yet.
status check_padding(bool is_given, std::int64_t value, const tensor& addressed, std::int64_t dimension,
                     operand where) {
  const bool is_known = dimension >= 0 && static_cast<std::size_t>(dimension) < addressed.rank();
  if (!is_given || !is_known) return {};
  const std::int64_t extent = addressed.extents[static_cast<std::size_t>(dimension)];
  if (extent < 0 || (value >= -extent && value < extent)) return {};
  return fail(rule::AT7, where, "the padding {} is outside [{}, {}]", value, -extent, extent - 1);
}

status check_segment_attributes(const operands& ops, const segment_rules& by, const operator_options& options) {
  if (auto bad = check_form(by, options)) return bad;
  const bool is_extreme = options.reduce == reduction::min || options.reduce == reduction::max;
  if (ops.further && ops.further->has_arg && !is_extreme)
    return fail(rule::AT1, operand::arg, "the reduction {} takes no element, so that none has a position",
                name_of(options.reduce));
  if (auto bad = check_attributes(ops, options)) return bad;
  if (auto bad = check_padding(by.has_padding_index, by.padding_index, rows_of(ops), by.batch_dims, operand::from))
    return bad;
  return check_padding(by.has_padding_segment, by.padding_segment, ops.output, by.batch_dims, operand::indices);
}

// ---- Shapes ---------------------------------------------------------------------------------------------------------

// SG1, then the ranks: SG2.
status check_ranks(const operands& ops, const segment_rules& by) {
  if (is_groups(by) ? by.has_segments : !by.has_segments)
    return fail(rule::SG1, operand::indices, "they are {}, but {} are asked for",
                own_words{by.has_segments ? "given" : "missing"},
                own_words{is_groups(by)                  ? "groups"
                          : by.form == segment_form::ids ? "ids"
                                                         : "offsets"});
  if (is_groups(by) && !by.has_indices)
    return fail(rule::SG1, operand::from, "they are missing, but their groups are the segments");
  const auto rank = static_cast<std::int64_t>(rows_of(ops).rank());
  const std::int64_t b = by.batch_dims;
  if (b < 0 || b >= rank)
    return fail(rule::SG2, operand::none, "<batch_dims> is {}, outside [0, {}] for the rank {} of {}", b, rank - 1,
                rank, operand::updates);
  const std::int64_t least = is_groups(by) ? b + 1 : b;
  if (!by.has_indices || static_cast<std::int64_t>(ops.paired->from.rank()) >= least) return {};
  return fail(rule::SG2, operand::from, "their <rank> is {}, below {}", ops.paired->from.rank(), least);
}

extents_list positions_of(const operands& ops, const segment_rules& by) {
  if (by.has_indices) return ops.paired->from.extents;
  extents_list made;
  made.append(rows_of(ops).extents.data(), static_cast<std::size_t>(by.batch_dims) + 1);
  return made;
}

status check_same(const tensor& view, const extents_list& expected, operand where) {
  if (view.extents == expected) return {};
  return fail(rule::SG3, where, "<its extents are> {}, not {}", view.extents, expected);
}

// One for each segment, or one more.
status check_offsets(const tensor& offsets, const extents_list& positions, std::size_t b, std::int64_t segments) {
  extents_list expected;
  expected.append(positions.data(), b);
  expected.push_back(segments);
  extents_list one_more = expected;
  one_more[b] = segments == INT64_MAX ? segments : segments + 1;
  if (offsets.extents == expected || offsets.extents == one_more) return {};
  return fail(rule::SG3, operand::indices, "<their extents are> {}, neither {} nor {}", offsets.extents, expected,
              one_more);
}

// The extents of the output, but for the number of segments that is its own.
extents_list expected_output(const operands& ops, const segment_rules& by, const extents_list& positions) {
  const extents_list& rows = rows_of(ops).extents;
  const auto b = static_cast<std::size_t>(by.batch_dims);
  extents_list made;
  if (is_groups(by)) {
    made.append(positions.data(), positions.size() - 1);
  } else {
    made.append(rows.data(), b);
    made.push_back(ops.output.rank() > b ? ops.output.extents[b] : 0);
  }
  made.append(rows.data() + b + 1, rows.size() - b - 1);
  return made;
}

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
  if (auto bad = check_ranks(ops, by)) return bad;
  const extents_list positions = positions_of(ops, by);
  const extents_list& rows = rows_of(ops).extents;
  const auto b = static_cast<std::size_t>(by.batch_dims);
  for (std::size_t i = 0; i < b; ++i) {
    if (positions[i] != rows[i])
      return fail(rule::SG3, operand::from, "<batch extent {} is {}, that of data is {}>", i, positions[i], rows[i]);
  }
  if (auto bad = check_same(ops.output, expected_output(ops, by, positions), operand::output)) return bad;
  if (by.form == segment_form::ids) {
    if (auto bad = check_same(ops.indices, positions, operand::indices)) return bad;
  } else if (by.form == segment_form::offsets) {
    if (auto bad = check_offsets(ops.indices, positions, b, ops.output.extents[b])) return bad;
  }
  if (by.has_weights) {
    if (auto bad = check_same(ops.paired->weights, positions, operand::weights)) return bad;
  }
  if (by.has_base) {
    if (auto bad = check_same(ops.data, ops.output.extents, operand::data)) return bad;
  }
  return check_further_shapes(ops, by);
}

// ---- Axes and coordinates -------------------------------------------------------------------------------------------

void start_from(const operands& ops, const segment_rules& by, const index_policy& policy, problem& made) {
  const tensor& indices = ops.paired->from;
  const tensor& rows = rows_of(ops);
  const auto b = static_cast<std::size_t>(by.batch_dims);
  indexed_side& from = made.from.emplace();
  from.index_type = indices.type;
  from.policy = policy;
  if (by.has_padding_index) from.padding = from_first(by.padding_index, rows.extents[b]);
  from.coordinates.push_back({rows.extents[b], 1, rows.strides[b], 0});
  from.space.members.push_back({rows.extents[b], 1, 0, static_cast<std::int32_t>(b)});
  for (std::size_t i = 0; i < indices.rank(); ++i)
    from.space.positions.push_back({indices.extents[i], indices.strides[i]});
}

// Strides of positions through their segments: those of the ids, or numbers.
extents_list segment_strides(const operands& ops, const segment_rules& by, const extents_list& positions) {
  if (by.form == segment_form::ids) return ops.indices.strides;
  extents_list made(positions.size(), 0);
  if (is_groups(by)) return made;
  int128 step = 1;
  for (std::size_t i = positions.size(); i-- > 0;) {
    made[i] = narrow(step).value_or(0);  // more positions than SZ1 allows
    step = times(static_cast<std::int64_t>(narrow(step).value_or(0)), positions[i]);
  }
  return made;
}

void start_table_side(const operands& ops, const segment_rules& by, const extents_list& positions, operation& made) {
  problem& p = made.main;
  const auto b = static_cast<std::size_t>(by.batch_dims);
  p.policy = by.form == segment_form::ids ? by.policy : index_policy{out_of_bounds::skip, negative::invalid, {}};
  if (is_groups(by)) return;
  const std::int64_t segments = ops.output.extents[b];
  if (by.has_padding_segment) p.padding = from_first(by.padding_segment, segments);
  if (by.form == segment_form::ids) return;
  segmentation& all = p.segments.emplace();
  all.offset_count = ops.indices.extents[b];
  all.offset_stride = ops.indices.strides[b];
  all.batch_rank = static_cast<std::int32_t>(b);
  all.positions = 1;
  for (std::size_t i = b; i < positions.size(); ++i) all.positions *= positions[i];
}

void build_positions(builder& made, const operands& ops, const segment_rules& by, const extents_list& positions) {
  const auto b = static_cast<std::size_t>(by.batch_dims);
  const extents_list strides = segment_strides(ops, by, positions);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const bool is_shared = i < b || (is_groups(by) && i + 1 < positions.size());
    axis a{positions[i], is_shared ? ops.output.strides[i] : 0, 0, strides[i], no_window};
    if (i < b || !by.has_indices) a.direct_stride = rows_of(ops).strides[i];
    if (by.has_indices) a.from_stride = ops.paired->from.strides[i];
    if (by.has_weights) a.weight_stride = ops.paired->weights.strides[i];
    // Of offsets the index space has the strides of the batch only.
    std::int64_t in_space = strides[i];
    if (by.form == segment_form::offsets) in_space = i < b ? ops.indices.strides[i] : 0;
    made.place(is_shared ? static_cast<std::int32_t>(i) : index_map::none, a, in_space);
  }
}

void build(builder& made, const operands& ops, const segment_rules& by, const extents_list& positions) {
  const auto b = static_cast<std::size_t>(by.batch_dims);
  const tensor& rows = rows_of(ops);
  build_positions(made, ops, by, positions);
  const std::size_t first = is_groups(by) ? positions.size() - 1 : b + 1;
  for (std::size_t i = b + 1; i < rows.rank(); ++i) {
    const std::size_t j = first + i - b - 1;
    made.slice(j, rows.extents[i], ops.output.strides[j], rows.strides[i]);
  }
  if (!is_groups(by)) made.member(b, ops.output.extents[b], 1, ops.output.strides[b], 0);
}

// SZ1 of all points: positions may be many more than an operand has elements.
status check_points(const problem& p) {
  tensor all;
  all.type = dtype::i8;
  all.width = 1;
  for (const axis& a : p.axes) all.extents.push_back(a.extent);
  all.strides = extents_list(all.rank(), 0);
  return engine::check_sizes(all, operand::none);
}

template <class Check>
status check_each(const operands& ops, const segment_rules& by, const Check& check) {
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
  if (auto bad = first_of([&] { return check_segment_types(ops, by, options); },
                          [&] { return check_segment_attributes(ops, by, options); },
                          [&] { return check_each(ops, by, extents); }, [&] { return check_shapes(ops, by); },
                          [&] { return check_each(ops, by, sizes); }, [&] { return check_results(ops); })) {
    made.fail(*std::move(bad));
    return made;
  }
  problem& p = made->main;
  const extents_list positions = positions_of(ops, by);
  start_problem(ops, options, p);
  p.exclude_self = p.reduce != reduction::none && (options.exclude_self || !by.has_base);
  if (by.has_weights) p.weight_type = ops.paired->weights.type;
  start_table_side(ops, by, positions, *made);
  if (by.has_indices) start_from(ops, by, options.policy, p);
  builder rows(*made);
  build(rows, ops, by, positions);
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
