#include "lower/segments.hpp"

#include <cstddef>
#include <cstdint>

#include "problem/names.hpp"

namespace strew::engine {
namespace lower {
namespace {

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

// The extents of what segments address, but for the number of segments that is its own.
extents_list expected_of_addressed(const operands& ops, const segment_rules& by, const extents_list& positions) {
  const extents_list& rows = rows_of(ops).extents;
  const auto b = static_cast<std::size_t>(by.batch_dims);
  extents_list made;
  if (is_groups(by)) {
    made.append(positions.data(), positions.size() - 1);
  } else {
    const extents_list& own = addressed_of(ops, by).extents;
    made.append(rows.data(), b);
    made.push_back(own.size() > b ? own[b] : 0);
  }
  made.append(rows.data() + b + 1, rows.size() - b - 1);
  return made;
}

}  // namespace

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

status check_segment_attributes(const operands& ops, const segment_rules& by, const operator_options& options) {
  if (auto bad = check_form(by, options)) return bad;
  if (auto bad = check_attributes(ops, options)) return bad;
  if (auto bad = check_padding(by.has_padding_index, by.padding_index, rows_of(ops), by.batch_dims, operand::from))
    return bad;
  return check_padding(by.has_padding_segment, by.padding_segment, addressed_of(ops, by), by.batch_dims,
                       operand::indices);
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

status check_segment_shapes(const operands& ops, const segment_rules& by) {
  if (auto bad = check_ranks(ops, by)) return bad;
  const extents_list positions = positions_of(ops, by);
  const extents_list& rows = rows_of(ops).extents;
  const auto b = static_cast<std::size_t>(by.batch_dims);
  for (std::size_t i = 0; i < b; ++i) {
    if (positions[i] != rows[i])
      return fail(rule::SG3, operand::from, "<batch extent {} is {}, that of data is {}>", i, positions[i], rows[i]);
  }
  const tensor& addressed = addressed_of(ops, by);
  if (auto bad = check_same(addressed, expected_of_addressed(ops, by, positions), by.addressed)) return bad;
  if (by.form == segment_form::ids) return check_same(ops.indices, positions, operand::indices);
  return is_groups(by) ? status() : check_offsets(ops.indices, positions, b, addressed.extents[b]);
}

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

std::int64_t stride_in_space(const operands& ops, const segment_rules& by, const extents_list& strides, std::size_t i) {
  if (by.form != segment_form::offsets) return strides[i];
  return i < static_cast<std::size_t>(by.batch_dims) ? ops.indices.strides[i] : 0;
}

void start_table_side(const operands& ops, const segment_rules& by, const extents_list& positions, operation& made) {
  problem& p = made.main;
  const auto b = static_cast<std::size_t>(by.batch_dims);
  p.policy = by.form == segment_form::ids ? by.policy : index_policy{out_of_bounds::skip, negative::invalid, {}};
  if (is_groups(by)) return;
  const std::int64_t segments = addressed_of(ops, by).extents[b];
  if (by.has_padding_segment) p.padding = from_first(by.padding_segment, segments);
  if (by.form == segment_form::ids) return;
  segmentation& all = p.segments.emplace();
  all.offset_count = ops.indices.extents[b];
  all.offset_stride = ops.indices.strides[b];
  all.batch_rank = static_cast<std::int32_t>(b);
  all.positions = 1;
  for (std::size_t i = b; i < positions.size(); ++i) all.positions *= positions[i];
}

namespace {

void build_positions(builder& made, const operands& ops, const segment_rules& by, const extents_list& positions) {
  const auto b = static_cast<std::size_t>(by.batch_dims);
  const extents_list strides = segment_strides(ops, by, positions);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const bool is_shared = i < b || (is_groups(by) && i + 1 < positions.size());
    axis a{positions[i], is_shared ? ops.output.strides[i] : 0, 0, strides[i], no_window};
    if (i < b || !by.has_indices) a.direct_stride = rows_of(ops).strides[i];
    if (by.has_indices) a.from_stride = ops.paired->from.strides[i];
    if (by.has_weights) a.weight_stride = ops.paired->weights.strides[i];
    made.place(is_shared ? static_cast<std::int32_t>(i) : index_map::none, a, stride_in_space(ops, by, strides, i));
  }
}

}  // namespace

void build_reduction(operation& made, const operands& ops, const segment_rules& by, const index_policy& policy) {
  const extents_list positions = positions_of(ops, by);
  start_table_side(ops, by, positions, made);
  if (by.has_indices) start_from(ops, by, policy, made.main);
  builder rows(made);
  build_positions(rows, ops, by, positions);
  const auto b = static_cast<std::size_t>(by.batch_dims);
  const tensor& data = rows_of(ops);
  const std::size_t first = is_groups(by) ? positions.size() - 1 : b + 1;
  for (std::size_t i = b + 1; i < data.rank(); ++i) {
    const std::size_t j = first + i - b - 1;
    rows.slice(j, data.extents[i], ops.output.strides[j], data.strides[i]);
  }
  if (!is_groups(by)) rows.member(b, ops.output.extents[b], 1, ops.output.strides[b], 0);
}

status check_points(const problem& p) {
  tensor all;
  all.type = dtype::i8;
  all.width = 1;
  for (const axis& a : p.axes) all.extents.push_back(a.extent);
  all.strides = extents_list(all.rank(), 0);
  return engine::check_sizes(all, operand::none);
}

}  // namespace lower
}  // namespace strew::engine
