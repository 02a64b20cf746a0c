#include "oracle/sddmm.hpp"

#include <algorithm>

#include "oracle/nd.hpp"

namespace strew::oracle {
namespace {

constexpr policy only_valid = {out_of_bounds::skip, negative_indices::invalid};

// The segments of segment_reduce with `right` as its output.
segment_operands turned(const sddmm_operands& given) {
  segment_operands made = given.of;
  made.output = given.right;
  made.output.type = made.data.type;
  made.output.width = made.data.width;
  return made;
}

std::string_view right_rule(const sddmm_operands& given, const reduction_rule& asked) {
  if (!takes_weights(given.of.data.type, reduction::add, given.right.type)) return "PB4";
  return asked.reduction != reduction::none ? "AT1" : "";
}

// Where the rows of one operand are: those that indices select, or others by position.
struct row_places {
  std::optional<indexing> form;
  tensor indices;
  policy rules;
};

row_places rows_by(const tensor& addressed, const tensor& tuples, const policy& rules, int64_t batch_dims) {
  return {nd_form(addressed.extents, tuples.extents, batch_dims), tuples, rules};
}

// Of an operand without indices, `here` is the coordinate of the row.
std::optional<coordinate> element_of(const row_places& rows, const coordinate& p, const coordinate& here,
                                     const coordinate& k) {
  return rows.form ? addressed_by(*rows.form, rows.rules, rows.indices, p, k) : std::optional(join({here, k}));
}

void sum_products(const sddmm_operands& given, accumulate kept, const row_places& left, const row_places& right,
                  move_outcome& result) {
  const segment_operands& of = given.of;
  const reduction_rule rule = {reduction::add, false, kept, given.right.type};
  const shape products = rest(of.data.extents, static_cast<size_t>(of.batch_dims) + 1);
  for_each_coordinate(of.output.extents, [&](const coordinate& p) {
    const bytes cell = of.output.at(p);
    std::fill(cell.begin(), cell.end(), static_cast<unsigned char>(0));
    std::vector<contribution> all;
    const coordinate group = right.form ? coordinate() : part(p, 0, p.size() - 1);
    for_each_coordinate(products, [&](const coordinate& k) {
      const auto of_left = element_of(left, p, p, k), of_right = element_of(right, p, group, k);
      ++(of_left && of_right ? result.moved : result.dropped);
      if (of_left && of_right) all.push_back({of.data.at(*of_left), given.right.at(*of_right)});
    });
    if (!all.empty()) fold(of.data.type, rule, cell, all);
  });
}

}  // namespace

std::string_view sddmm_rule(const sddmm_operands& given, const reduction_rule& asked) {
  const segment_operands& of = given.of;
  if (of.output.type != of.data.type || of.output.width != of.data.width) return "TY2";
  reduction_rule sums;
  sums.reduction = reduction::add;
  const std::string_view broken = segment_rule(turned(given), sums);
  if (broken.starts_with("TY")) return broken;
  if (const std::string_view of_right = right_rule(given, asked); !of_right.empty()) return of_right;
  if (!broken.empty()) return broken;
  return of.output.extents == positions_of(of) ? "" : "SG3";
}

move_outcome sddmm(const sddmm_operands& given, accumulate kept) {
  const segment_operands& of = given.of;
  move_outcome result;
  row_places left, right;
  if (of.indices) {
    left = rows_by(of.data, as_tuples(*of.indices), of.of_indices, of.batch_dims);
    result.error = validate(*left.form, left.rules, left.indices);
    if (result.error) return result;
  }
  if (of.form == segment_form::ids) {
    result.judged = move_operand::to;
    right = rows_by(given.right, as_tuples(*of.segments), of.of_segments, of.batch_dims);
    result.error = validate(*right.form, right.rules, right.indices);
    if (result.error) return result;
  }
  std::optional<segment_ids> ids;
  if (of.form == segment_form::offsets) {
    const auto b = static_cast<size_t>(of.batch_dims);
    const segmentation by = {positions_of(of), b, given.right.extents[b]};
    result.judged = move_operand::offsets;
    result.error = bad_offsets(by, *of.segments);
    if (result.error) return result;
    ids.emplace(by, *of.segments);
    right = rows_by(given.right, ids->view, only_valid, of.batch_dims);
  }
  sum_products(given, kept, left, right, result);
  return result;
}

}  // namespace strew::oracle
