#include "oracle/segment_scan.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace strew::oracle {
namespace {

int64_t count_segments(const segment_operands& of) {
  if (of.form == segment_form::ids || of.segment_count != 0) return of.segment_count;
  const auto b = static_cast<size_t>(of.batch_dims);
  return of.segments && of.segments->extents.size() > b ? std::max<int64_t>(of.segments->extents[b] - 1, 0) : 0;
}

// The extents of what a segment_reduce of the same operands gives.
shape reduced_extents(const segment_operands& of) {
  const shape& D = of.data.extents;
  if (of.batch_dims < 0 || of.batch_dims >= static_cast<int64_t>(D.size())) return {};
  const auto b = static_cast<size_t>(of.batch_dims);
  if (of.form != segment_form::groups) return join({part(D, 0, b), {count_segments(of)}, rest(D, b + 1)});
  const shape P = of.indices ? of.indices->extents : shape();
  return join({part(P, 0, P.empty() ? 0 : P.size() - 1), rest(D, b + 1)});
}

// A segment_reduce of them, whose output is a table of zeros.
struct reduction_to_table {
  memory store;
  segment_operands all;

  explicit reduction_to_table(const segment_operands& of) : all(of) {
    tensor& made = all.output;
    made = {&store, 0, of.data.type, of.data.width, reduced_extents(of), {}};
    made.strides.assign(made.extents.size(), made.width);
    for (size_t d = made.extents.size(); d-- > 1;) made.strides[d - 1] = made.strides[d] * made.extents[d];
    store.resize(static_cast<size_t>(made.width * std::max<int64_t>(product(made.extents), 0)));
  }
  reduction_to_table(const reduction_to_table&) = delete;
  reduction_to_table& operator=(const reduction_to_table&) = delete;
};

bool has_scan(reduction reduce) {
  return reduce == reduction::add || reduce == reduction::mul || reduce == reduction::min || reduce == reduction::max;
}

}  // namespace

std::string_view scan_rule(const segment_operands& of, const reduction_rule& rule) {
  if (of.output.type != of.data.type || of.output.width != of.data.width) return "TY2";
  segment_operands all = of;
  all.output.extents = reduced_extents(of);
  const std::string_view broken = segment_rule(all, rule);
  if (!broken.empty() && broken.substr(0, 2) == "TY") return broken;
  const bool counts_groups = of.form == segment_form::groups && of.segment_count != 0;
  if (!has_scan(rule.reduction) || !rule.include_self || of.segment_count < 0 || counts_groups) return "AT1";
  if (!broken.empty()) return broken;
  const shape rows = rest(of.data.extents, static_cast<size_t>(of.batch_dims) + 1);
  return of.output.extents == join({positions_of(of), rows}) ? "" : "SG3";
}

move_outcome segment_scan(const segment_operands& of, const reduction_rule& given, bool before) {
  reduction_rule rule = given;
  rule.include_self = false;
  const reduction_to_table table(of);
  std::map<coordinate, std::vector<contribution>> cells;
  std::vector<std::pair<coordinate, std::vector<unsigned char>>> values;
  const size_t row = rest(of.data.extents, static_cast<size_t>(of.batch_dims) + 1).size();
  const auto note = [&](const coordinate& position, const coordinate& cell, const contribution& update) {
    std::vector<contribution>& all = cells[cell];
    if (!before) all.push_back(update);
    std::vector<unsigned char> value(static_cast<size_t>(of.data.width));
    if (!all.empty()) fold(of.data.type, rule, value, all);
    values.emplace_back(join({position, rest(cell, cell.size() - row)}), value);
    if (before) all.push_back(update);
  };
  const move_outcome result = move_rows(table.all, rule, note);
  if (result.error) return result;
  for_each_coordinate(of.output.extents, [&](const coordinate& c) {
    const bytes to = of.output.at(c);
    std::fill(to.begin(), to.end(), static_cast<unsigned char>(0));
  });
  for (const auto& [at, value] : values) std::copy(value.begin(), value.end(), of.output.at(at).begin());
  return result;
}

}  // namespace strew::oracle
