// SegmentReduce-1 of the domain ai.strew: a node as a call of segment_reduce.
#ifndef STREW_ONNX_SEGMENT_REDUCE_HPP
#define STREW_ONNX_SEGMENT_REDUCE_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "strew/config.hpp"
#include "strew/onnx/attributes.hpp"
#include "strew/onnx/call.hpp"
#include "strew/onnx/inputs.hpp"
#include "strew/onnx/node.hpp"
#include "strew/onnx/refusal.hpp"
#include "strew/onnx/versions.hpp"
#include "strew/options.hpp"
#include "strew/plan.hpp"
#include "strew/result.hpp"
#include "strew/segment_reduce.hpp"
#include "strew/view.hpp"

namespace STREW_NAMESPACE::onnx::detail {

// A node that breaks no rule of this frontend. Borrows the inputs.
struct segment_node {
  const version* of;
  settings with;
  const_view data;
  segment_operands operands;
  options chosen;
};

inline std::optional<std::int64_t> given_number(std::int64_t value) noexcept {
  return value == settings::not_given ? std::nullopt : std::optional(value);
}

// Inputs that are left out, at the end or between others, are none.
inline segment_operands segments_of(const settings& with, inputs given) noexcept {
  const auto input = [&](std::size_t number) { return number < given.size() ? given[number] : const_view(); };
  segment_operands made;
  made.indices = input(1);
  (with.form == STREW_SEGMENTS_OFFSETS ? made.offsets : made.segment_ids) = input(2);
  made.weights = input(3);
  made.base = input(4);
  made.out_of_bounds = static_cast<out_of_bounds>(with.segment_out_of_bounds);
  made.ids_from_end = with.segment_negative_indices == STREW_NEGATIVE_FROM_END;
  made.padding_index = given_number(with.padding_index);
  made.padding_segment = given_number(with.padding_segment);
  return made;
}

// The form says which input segments are.
inline result<void> check_form(const version& of, const settings& with, inputs given) noexcept {
  const bool has_segments = given.size() > 2 && !given[2].is_none();
  if (has_segments == (with.form != STREW_SEGMENTS_GROUPS)) return {};
  sentence why = begin(of);
  why << "input segments is "
      << (has_segments ? "given, but the form is groups" : "missing, but the form is not groups");
  return refuse(status::pointer, why, "ON6");
}

inline result<segment_node> translate_segments(const version& of, const settings& with, inputs given) noexcept {
  if (const result<void> outcome = check_count(of, given); !outcome) return outcome.error();
  if (const result<void> outcome = check_elements(of, given[0]); !outcome) return outcome.error();
  if (const result<void> outcome = check_form(of, with, given); !outcome) return outcome.error();
  options chosen;
  chosen.reduction = static_cast<strew::reduction>(with.reduction);
  chosen.out_of_bounds = static_cast<out_of_bounds>(with.out_of_bounds);
  chosen.negative_indices = static_cast<negative_indices>(with.negative_indices);
  chosen.include_self = with.exclude_self == 0;
  chosen.accumulate = static_cast<strew::accumulate>(with.accumulate);
  chosen.batch_dims = with.batch_dims;
  return segment_node{&of, with, given[0], segments_of(with, given), chosen};
}

inline result<segment_node> translate_segments(const node& from, inputs given) noexcept {
  const result<const version*> found = find_version(from, own_versions);
  if (!found) return found.error();
  const result<settings> with = read_attributes(from, **found);
  if (!with) return with.error();
  return translate_segments(**found, *with, given);
}

// How many segments there are; none where nothing tells, as ids alone do not.
inline std::optional<std::int64_t> count_segments(const segment_node& made) noexcept {
  if (made.with.num_segments != settings::not_given) return made.with.num_segments;
  const auto batch = static_cast<std::size_t>(made.with.batch_dims);
  if (made.operands.base.rank() > batch && !made.operands.base.is_none()) return made.operands.base.extents()[batch];
  const const_view& offsets = made.operands.offsets;
  if (offsets.is_none() || offsets.rank() == 0) return std::nullopt;
  return std::max<std::int64_t>(offsets.extents().back() - 1, 0);
}

// The extents of the output, as far as the operands follow the rules.
inline result<std::vector<std::int64_t>> extents_of(const segment_node& made) {
  const std::span<const std::int64_t> rows = made.data.extents();
  std::vector<std::int64_t> extents(rows.begin(), rows.end());
  const std::int64_t batch = made.with.batch_dims;
  if (batch < 0 || batch >= static_cast<std::int64_t>(rows.size())) return extents;
  const auto behind = rows.subspan(static_cast<std::size_t>(batch) + 1);
  if (made.with.form == STREW_SEGMENTS_GROUPS) {
    const std::span<const std::int64_t> positions = made.operands.indices.extents();
    extents.assign(positions.begin(), positions.end() - (positions.empty() ? 0 : 1));
  } else {
    const std::optional<std::int64_t> count = count_segments(made);
    if (!count) {
      sentence why;
      why << "num_segments is missing: neither base nor offsets tell how many there are";
      return refuse(status::shape, why, "ON11");
    }
    extents.assign(rows.begin(), rows.begin() + batch);
    extents.push_back(*count);
  }
  extents.insert(extents.end(), behind.begin(), behind.end());
  return extents;
}

inline result<plan> make_plan(const segment_node& made, const view& output) noexcept {
  return try_plan_segment_reduce(made.data, made.operands, output, made.chosen);
}

inline result<void> run(const segment_node& made, const view& output, const execution& exec) noexcept {
  return try_segment_reduce(made.data, made.operands, output, made.chosen, exec);
}

// The extents of the output; all rules are checked by a plan that writes to such an output. Whoever calls it names the
// node in what is refused.
inline result<std::vector<std::int64_t>> shape_of(const segment_node& made, inputs) {
  result<std::vector<std::int64_t>> extents = extents_of(made);
  if (!extents) return extents;
  const view output(static_cast<void*>(nullptr), made.data.dtype(), *extents);
  if (const result<plan> checked = make_plan(made, output); !checked) return checked.error();
  return extents;
}

}  // namespace STREW_NAMESPACE::onnx::detail

#endif
