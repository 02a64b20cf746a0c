#include "oracle/segments.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace strew::oracle {
namespace {

constexpr int64_t longest_start = 4096;  // bytes of an element without base

size_t batch_of(const segment_operands& of) {
  return static_cast<size_t>(of.batch_dims);
}

std::string_view type_rule(const segment_operands& of, const reduction_rule& rule) {
  const auto is_other = [&](const tensor& one) { return one.type != of.data.type || one.width != of.data.width; };
  if ((of.base && is_other(*of.base)) || is_other(of.output)) return "TY2";
  const auto is_no_number = [](const std::optional<tensor>& one) { return one && one->type != element::i64; };
  if (is_no_number(of.arg) || is_no_number(of.count)) return "TY2";
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

std::string_view attribute_rule(const segment_operands& of, const reduction_rule& rule) {
  const policy& ids = of.of_segments;
  if (ids.out_of_bounds == out_of_bounds::fill) return "AT2";
  const bool has_rules =
      ids.out_of_bounds != out_of_bounds::error || ids.negative != negative_indices::invalid || ids.padding;
  if (of.form != segment_form::ids && has_rules) return "AT1";
  const bool is_extreme = rule.reduction == reduction::min || rule.reduction == reduction::max;
  const policy& rows = of.of_indices;
  const bool has_row_rules =
      rows.out_of_bounds != out_of_bounds::error || rows.negative != negative_indices::from_end || rows.padding;
  if (!of.indices && has_row_rules) return "AT1";
  if (of.arg && !is_extreme) return "AT1";
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

// Those of the output without its rows.
shape segment_extents(const segment_operands& of) {
  return part(of.output.extents, 0, of.output.extents.size() - rest(of.data.extents, batch_of(of) + 1).size());
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
  if (of.base && of.base->extents != of.output.extents) return "SG3";
  if (of.arg && of.arg->extents != of.output.extents) return "SG3";
  return of.count && of.count->extents != segment_extents(of) ? "SG3" : "";
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

shape positions_of(const segment_operands& of) {
  return of.indices ? of.indices->extents : part(of.data.extents, 0, batch_of(of) + 1);
}

tensor as_tuples(tensor of) {
  of.extents.push_back(1);
  of.strides.push_back(of.width);
  return of;
}

std::string_view segment_rule(const segment_operands& of, const reduction_rule& rule) {
  for (const std::string_view broken : {type_rule(of, rule), attribute_rule(of, rule), form_rule(of)}) {
    if (!broken.empty()) return broken;
  }
  return extents_rule(of);
}

move_outcome move_rows(const segment_operands& of, const reduction_rule& rule, const visit_update& visit) {
  move_operands made{of.output, of.data, {}, {}, {}, of.weights, of.batch_dims};
  if (of.indices) made.from = {as_tuples(*of.indices), of.of_indices};
  std::optional<group_ids> groups;
  if (of.form == segment_form::ids) made.to = {as_tuples(*of.segments), of.of_segments};
  if (of.form == segment_form::offsets) made.offsets = of.segments;
  if (of.form == segment_form::groups) {
    groups.emplace(positions_of(of), batch_of(of));
    made.to = {groups->view, {}};
  }
  return move(made, rule, duplicates::allow, visit);
}

namespace {

// The row-major number of a position in its entry of the batch.
int64_t number_of(const coordinate& position, const shape& positions, size_t batch) {
  int64_t number = 0;
  for (size_t d = batch; d < positions.size(); ++d) number = number * positions[d] + position[d];
  return number;
}

struct cell_history {
  std::vector<int64_t> positions;
  std::vector<contribution> updates;
};

// `started`: the output before the contributions.
void write_positions(const segment_operands& of, const reduction_rule& rule, memory started,
                     const std::map<coordinate, cell_history>& histories) {
  const shape P = positions_of(of);
  tensor old = of.output;
  old.store = &started;
  for_each_coordinate(of.output.extents, [&](const coordinate& c) {
    int64_t number = product(rest(P, batch_of(of)));
    if (const auto found = histories.find(c); found != histories.end()) {
      const auto chosen = chosen_update(of.output.type, rule, old.at(c), found->second.updates);
      if (chosen) number = found->second.positions[*chosen];
    }
    write_integer(of.arg->at(c), static_cast<uint64_t>(number));
  });
}

// Of the same positions, whose rows are one number each.
void write_counts(segment_operands of) {
  memory numbers(8, 0), zeros(8, 0);
  const shape rows = part(of.data.extents, 0, batch_of(of) + 1);
  of.data = {&numbers, 0, element::i64, 8, rows, shape(rows.size(), 0)};
  of.output = *of.count;
  of.weights.reset();
  const tensor& counts = *of.count;
  for_each_coordinate(counts.extents, [&](const coordinate& c) { write_integer(counts.at(c), 0); });
  std::map<coordinate, uint64_t> found;
  reduction_rule last;
  move_rows(of, last, [&](const coordinate&, const coordinate& cell, const contribution&) { ++found[cell]; });
  for (const auto& [cell, count] : found) write_integer(counts.at(cell), count);
}

}  // namespace

move_outcome segment_reduce(const segment_operands& of, const reduction_rule& given) {
  reduction_rule rule = given;
  if (!of.base) rule.include_self = false;
  if (of.weights) rule.weight_type = of.weights->type;
  // Found before anything is written.
  memory before = *of.output.store;
  start_output(of);
  const memory started = *of.output.store;
  std::map<coordinate, cell_history> histories;
  const move_outcome result =
      move_rows(of, rule, [&](const coordinate& position, const coordinate& cell, const contribution& update) {
        if (!of.arg) return;
        cell_history& one = histories[cell];
        one.positions.push_back(number_of(position, positions_of(of), batch_of(of)));
        one.updates.push_back(update);
      });
  if (result.error) {
    *of.output.store = before;
    return result;
  }
  if (of.arg) write_positions(of, rule, started, histories);
  if (of.count) write_counts(of);
  return result;
}

}  // namespace strew::oracle
