#include "oracle/segments.hpp"

#include <algorithm>

namespace strew::oracle {
namespace {

constexpr int64_t longest_start = 4096;  // bytes of an element without base

size_t batch_of(const segment_operands& of) {
  return static_cast<size_t>(of.batch_dims);
}

shape positions_of(const segment_operands& of) {
  return of.indices ? of.indices->extents : part(of.data.extents, 0, batch_of(of) + 1);
}

std::string_view type_rule(const segment_operands& of, const reduction_rule& rule) {
  const auto is_other = [&](const tensor& one) { return one.type != of.data.type || one.width != of.data.width; };
  if ((of.base && is_other(*of.base)) || is_other(of.output)) return "TY2";
  if (of.indices && !is_integer(of.indices->type)) return "TY3";
  if (of.segments && !is_integer(of.segments->type)) return "TY3";
  if (!is_defined(of.data.type, rule.reduction) || (!of.base && of.data.width > longest_start)) return "TY4";
  return of.weights && !takes_weights(of.data.type, rule.reduction, of.weights->type) ? "PB4" : "";
}

bool pads_within(const policy& rules, const tensor& addressed, int64_t dimension) {
  if (!rules.padding || dimension < 0 || dimension >= static_cast<int64_t>(addressed.extents.size())) return true;
  const int64_t extent = addressed.extents[static_cast<size_t>(dimension)];
  return -extent <= *rules.padding && *rules.padding < extent;
}

std::string_view attribute_rule(const segment_operands& of) {
  const policy& ids = of.of_segments;
  if (ids.out_of_bounds == out_of_bounds::fill) return "AT2";
  const bool has_rules =
      ids.out_of_bounds != out_of_bounds::error || ids.negative != negative_indices::invalid || ids.padding;
  if (of.form != segment_form::ids && has_rules) return "AT1";
  const policy& rows = of.of_indices;
  const bool has_row_rules =
      rows.out_of_bounds != out_of_bounds::error || rows.negative != negative_indices::from_end || rows.padding;
  if (!of.indices && has_row_rules) return "AT1";
  if (rows.out_of_bounds == out_of_bounds::fill) return "AT2";
  return pads_within(rows, of.data, of.batch_dims) && pads_within(ids, of.output, of.batch_dims) ? "" : "AT7";
}

std::string_view form_rule(const segment_operands& of) {
  const bool is_groups = of.form == segment_form::groups;
  if (is_groups == of.segments.has_value() || (is_groups && !of.indices)) return "SG1";
  const auto rank = static_cast<int64_t>(of.data.extents.size());
  if (of.batch_dims < 0 || of.batch_dims >= rank) return "SG2";
  const size_t least = batch_of(of) + (is_groups ? 1 : 0);
  return of.indices && of.indices->extents.size() < least ? "SG2" : "";
}

shape expected_output(const segment_operands& of) {
  const shape P = positions_of(of), D = of.data.extents;
  const size_t b = batch_of(of);
  if (of.form == segment_form::groups) return join({part(P, 0, P.size() - 1), rest(D, b + 1)});
  const int64_t S = of.output.extents.size() > b ? of.output.extents[b] : 0;
  return join({part(D, 0, b), {S}, rest(D, b + 1)});
}

std::string_view extents_rule(const segment_operands& of) {
  const shape P = positions_of(of), D = of.data.extents;
  const size_t b = batch_of(of);
  if (part(P, 0, b) != part(D, 0, b) || of.output.extents != expected_output(of)) return "SG3";
  if (of.form == segment_form::ids && of.segments->extents != P) return "SG3";
  if (of.form == segment_form::offsets) {
    const int64_t S = of.output.extents[b];
    const shape batch = part(P, 0, b);
    if (of.segments->extents != join({batch, {S}}) && of.segments->extents != join({batch, {S + 1}})) return "SG3";
  }
  if (of.weights && of.weights->extents != P) return "SG3";
  return of.base && of.base->extents != of.output.extents ? "SG3" : "";
}

// Indices as tuples of one member.
tensor as_tuples(tensor of) {
  of.extents.push_back(1);
  of.strides.push_back(of.width);
  return of;
}

// The segment of each position of groups, as tuples: its coordinates but the last one, without those of the batch.
struct group_ids {
  memory store;
  tensor view;

  group_ids(const shape& positions, size_t batch) {
    const auto depth = static_cast<int64_t>(positions.size() - batch) - 1;
    view = {&store, 0, element::i64, 8, join({positions, {depth}}), shape(positions.size() + 1, 8)};
    for (size_t d = positions.size(); d-- > 0;) view.strides[d] = view.strides[d + 1] * view.extents[d + 1];
    store.resize(static_cast<size_t>(8 * product(view.extents)));
    for_each_coordinate(view.extents, [&](const coordinate& c) {
      write_integer(view.at(c), static_cast<uint64_t>(c[batch + static_cast<size_t>(c.back())]));
    });
  }
  group_ids(const group_ids&) = delete;
  group_ids& operator=(const group_ids&) = delete;
};

void start_output(const segment_operands& of) {
  for_each_coordinate(of.output.extents, [&](const coordinate& c) {
    const bytes to = of.output.at(c);
    if (of.base) {
      const bytes from = of.base->at(c);
      std::copy(from.begin(), from.end(), to.begin());
    } else {
      std::fill(to.begin(), to.end(), static_cast<unsigned char>(0));
    }
  });
}

}  // namespace

std::string_view segment_rule(const segment_operands& of, const reduction_rule& rule) {
  for (const std::string_view broken : {type_rule(of, rule), attribute_rule(of), form_rule(of)}) {
    if (!broken.empty()) return broken;
  }
  return extents_rule(of);
}

move_outcome segment_reduce(const segment_operands& of, const reduction_rule& given) {
  reduction_rule rule = given;
  if (!of.base) rule.include_self = false;
  if (of.weights) rule.weight_type = of.weights->type;
  // Found before anything is written.
  memory before = *of.output.store;
  start_output(of);
  move_operands made{of.output, of.data, {}, {}, {}, of.weights, of.batch_dims};
  if (of.indices) made.from = {as_tuples(*of.indices), of.of_indices};
  std::optional<group_ids> groups;
  if (of.form == segment_form::ids) made.to = {as_tuples(*of.segments), of.of_segments};
  if (of.form == segment_form::offsets) made.offsets = of.segments;
  if (of.form == segment_form::groups) {
    groups.emplace(positions_of(of), batch_of(of));
    made.to = {groups->view, {}};
  }
  move_outcome result = move(made, rule);
  if (result.error) *of.output.store = before;
  return result;
}

}  // namespace strew::oracle
