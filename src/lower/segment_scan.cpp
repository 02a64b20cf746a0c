// segment_scan: a segment_reduce to a table in the workspace, whose values on the way are the output. Its problem has
// the axes and coordinates of segment_reduce with T as strides of that table, which is in row-major order, and the
// strides of the output where weights would be:
//   axes         positions i < p:          {..., weight Y_i}
//                slice i > b:              {..., weight Y_j}    j = p + i - b - 1
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "lower/segments.hpp"
#include "problem/accumulators.hpp"
#include "problem/names.hpp"

namespace strew::engine {
namespace lower {
namespace {

bool has_scan(reduction reduce) {
  return reduce == reduction::add || reduce == reduction::mul || reduce == reduction::min || reduce == reduction::max;
}

status check_scan_types(const operands& ops, const segment_rules& by, const operator_options& options) {
  const tensor& rows = rows_of(ops);
  if (ops.output.type != rows.type || ops.output.width != rows.width)
    return fail(rule::TY2, operand::output, "its type {} differs from the {} of {}",
                words_of(ops.output, operand::output), words_of(rows, operand::updates), operand::updates);
  if (by.has_indices) {
    if (auto bad = check_index_type(ops.paired->from, operand::from)) return bad;
  }
  if (auto bad = check_index_type(ops.indices, operand::indices)) return bad;
  return check_reduction(rows, operand::updates, options.reduce);
}

status check_scan_attributes(const operands& table, const segment_rules& by, const operator_options& options) {
  if (options.invalid && options.invalid->number == rule::AT1) return options.invalid;
  if (!has_scan(options.reduce))
    return fail(rule::AT1, operand::none, "a scan has the reductions add, mul, min and max, not {}",
                name_of(options.reduce));
  if (options.exclude_self)
    return fail(rule::AT1, operand::none, "exclude_self is given, but a scan has no old values");
  if (options.refuses_duplicates)
    return fail(rule::AT1, operand::none, "duplicates error is given, but a segment holds several positions");
  if (by.form == segment_form::groups && by.segment_count != 0)
    return fail(rule::AT1, operand::none, "segment_count is {}, but groups are as many as their indices have",
                by.segment_count);
  return check_segment_attributes(table, by, options);
}

// Ranks have not been compared yet.
std::int64_t segments_of(const operands& ops, const segment_rules& by) {
  if (by.form == segment_form::ids || by.segment_count != 0) return by.segment_count;
  const auto b = static_cast<std::size_t>(by.batch_dims);
  return by.batch_dims >= 0 && ops.indices.rank() > b ? std::max<std::int64_t>(ops.indices.extents[b], 1) - 1 : 0;
}

// What the segments are rows of, as the output of a segment_reduce. Its extents are those that are expected of one, as
// far as those of the others are known: for groups their indices.
tensor table_of(const operands& ops, const segment_rules& by) {
  const tensor& rows = rows_of(ops);
  tensor made;
  made.type = rows.type;
  made.width = rows.width;
  const auto b = static_cast<std::size_t>(std::clamp<std::int64_t>(by.batch_dims, 0, INT32_MAX));
  if (rows.rank() <= b) return made;
  if (is_groups(by)) {
    if (by.has_indices && ops.paired->from.rank() > 0)
      made.extents.append(ops.paired->from.extents.data(), ops.paired->from.rank() - 1);
  } else {
    made.extents.append(rows.extents.data(), b);
    made.extents.push_back(segments_of(ops, by));
  }
  made.extents.append(rows.extents.data() + b + 1, rows.rank() - b - 1);
  return made;
}

status check_output(const operands& ops, const segment_rules& by) {
  const extents_list& rows = rows_of(ops).extents;
  const auto b = static_cast<std::size_t>(by.batch_dims);
  extents_list expected = positions_of(ops, by);
  expected.append(rows.data() + b + 1, rows.size() - b - 1);
  return check_same(ops.output, expected, operand::output);
}

// MM1: accumulators of the table are in the workspace, in row-major order.
status set_strides(tensor& table) {
  table.strides = extents_list(table.rank(), 0);
  int128 step = table.width;
  for (std::size_t i = table.rank(); i-- > 0;) {
    table.strides[i] = static_cast<std::int64_t>(step);
    step = times(static_cast<std::int64_t>(step), std::max<std::int64_t>(table.extents[i], 1));
    if (!narrow(step / table.width * largest_accumulator))
      return fail(rule::MM1, operand::output, "<a workspace> with an accumulator for each segment exceeds 63 bits");
  }
  return {};
}

void trace(problem& made, const tensor& output) {
  STREW_ASSERT(made.axes.size() == output.rank());
  for (std::size_t i = 0; i < output.rank(); ++i) made.axes[i].weight_stride = output.strides[i];
}

}  // namespace

result<operation> segment_scan(const operands& ops, const segment_rules& by, const operator_options& options) {
  result<operation> made(std::in_place);
  operands reduced = ops;
  reduced.output = table_of(ops, by);
  const auto extents = [](const tensor& view, operand where) { return engine::check_extents(view, where); };
  const auto sizes = [](const tensor& view, operand where) { return engine::check_sizes(view, where); };
  if (auto bad = first_of(
          [&] { return check_scan_types(ops, by, options); },
          [&] { return check_scan_attributes(reduced, by, options); },
          [&] { return check_each_of_segments(ops, by, extents); }, [&] { return check_segment_shapes(reduced, by); },
          [&] { return check_output(ops, by); }, [&] { return check_each_of_segments(ops, by, sizes); },
          [&] { return check_nested(ops.output, operand::output); }, [&] { return set_strides(reduced.output); })) {
    made.fail(*std::move(bad));
    return made;
  }
  problem& p = made->main;
  start_problem(ops, options, p);
  p.exclude_self = true;
  p.unordered = false;  // every value on the way is a result
  p.trace = by.trace;
  build_reduction(*made, reduced, by, options.policy);
  trace(p, ops.output);
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
