// What segment_reduce makes beside its output, as operations of the same kind: counts are sums of ones, positions are
// those of minima and maxima that remember where they are from.
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/arithmetic.hpp"
#include "lower/common.hpp"
#include "problem/canonical.hpp"

namespace strew::engine {
namespace lower {
namespace {

tensor same_for_all(const extents_list& extents) {
  return {dtype::i64, sizeof(std::int64_t), extents, extents_list(extents.size(), 0)};
}

// Indices that address nothing are no contributions.
bool can_omit(const segment_rules& by, const operator_options& options) {
  return by.has_padding_index || options.policy.outside == out_of_bounds::skip;
}

// Ones instead of rows. Indices that omit nothing do not matter.
status add_counts(const operands& ops, segment_rules by, const operator_options& given, further_result& made) {
  const auto b = static_cast<std::size_t>(by.batch_dims);
  extents_list rows;
  rows.append(ops.updates.extents.data(), b + 1);
  operator_options options = given;
  if (by.form != segment_form::groups && by.has_indices && !can_omit(by, given) &&
      ops.paired->from.rank() == rows.size()) {
    by.has_indices = false;
    options.policy = {};
    rows = ops.paired->from.extents;
  }
  made.kind = further_kind::counts;
  made.ops = ops;
  made.ops.further.reset();
  made.ops.updates = same_for_all(rows);
  made.ops.output = ops.further->count;
  made.ops.data = same_for_all(made.ops.output.extents);
  if (!by.has_indices) made.ops.paired.reset();
  by.has_weights = by.has_codes = false;
  by.has_base = true;
  options.reduce = reduction::add;
  options.exclude_self = options.refuses_duplicates = options.is_once = false;
  auto lowered = segment_reduce(made.ops, by, options);
  if (!lowered) return std::move(lowered).error();
  made.operation = *std::move(lowered);
  return {};
}

// By the numbers of the positions of an entry of the batch, in row-major order.
void number_positions(const operands& ops, const segment_rules& by, further_result& made) {
  problem& p = made.operation.raw;
  const auto first = static_cast<std::size_t>(by.batch_dims);
  const extents_list& extents = by.has_indices ? ops.paired->from.extents : ops.updates.extents;
  const std::size_t rank = by.has_indices ? extents.size() : first + 1;
  std::int64_t step = 1;
  for (std::size_t d = rank; d-- > first; step *= extents[d])
    p.axes[made.operation.positions[d]].position_stride = step;
  made.absent = step;
  p.names_positions = true;
}

// Records of values and positions are in the workspace, in row-major order, instead of the output.
status add_positions(const operands& ops, const segment_rules& by, operator_options options, further_result& made) {
  constexpr std::int64_t record_bytes = 16;
  made.kind = further_kind::positions;
  made.ops = ops;
  made.ops.further.reset();
  std::int64_t step = record_bytes;
  for (std::size_t d = ops.output.rank(); d-- > 0;) {
    made.ops.output.strides[d] = step;
    const auto next = narrow(times(step, ops.output.extents[d]));
    if (!next)
      return fail(rule::MM1, operand::arg, "<a workspace> with a record for each of its elements exceeds 63 bits");
    step = *next;
  }
  options.is_once = false;
  options.refuses_duplicates = false;  // the plan itself does
  auto lowered = segment_reduce(made.ops, by, options);
  if (!lowered) return std::move(lowered).error();
  made.operation = *std::move(lowered);
  number_positions(ops, by, made);
  made.operation.main = made.operation.raw;
  make_canonical(made.operation.main);
  made.ops.start.emplace() = ops.data;
  made.ops.data = same_for_all(ops.output.extents);
  made.ops.output = ops.further->arg;
  return {};
}

}  // namespace

status add_further_results(const operands& ops, const segment_rules& by, const operator_options& options,
                           std::vector<further_result>& made) {
  if (!ops.further) return {};
  if (ops.further->has_arg) {
    if (auto bad = add_positions(ops, by, options, made.emplace_back())) return bad;
  }
  return ops.further->has_count ? add_counts(ops, by, options, made.emplace_back()) : status();
}

}  // namespace lower
}  // namespace strew::engine
