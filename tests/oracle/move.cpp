#include "oracle/move.hpp"

#include "oracle/cell_updates.hpp"
#include "oracle/nd.hpp"
#include "oracle/offsets.hpp"

namespace strew::oracle {
namespace {

shape without_last(const shape& list) {
  return part(list, 0, list.size() - 1);
}

size_t batch_of(const move_operands& of) {
  return static_cast<size_t>(of.batch_dims);
}

// Of offsets, whose table is [B..., S, s]: their positions are those of from, or the dimensions of direct before s.
segmentation segments_of(const move_operands& of) {
  const shape slice = rest(of.table.extents, batch_of(of) + 1);
  const shape& D = of.direct.extents;
  const shape positions = of.from ? without_last(of.from->indices.extents) : part(D, 0, D.size() - slice.size());
  return {positions, batch_of(of), of.table.extents[batch_of(of)]};
}

// `updates`: what stands in place of the updates of a scatter.
bool offsets_fit(const move_operands& of, const shape& updates) {
  const shape& T = of.table.extents;
  const shape& G = of.offsets->extents;
  const size_t b = batch_of(of);
  if (of.batch_dims < 0 || T.size() < b + 1 || G.size() != b + 1 || part(G, 0, b) != part(T, 0, b)) return false;
  if (G[b] != T[b] && G[b] != T[b] + 1) return false;
  const shape slice = rest(T, b + 1);
  if (!of.from && of.direct.extents.size() < b + slice.size()) return false;
  const shape positions = segments_of(of).positions;
  return positions.size() >= b && part(positions, 0, b) == part(T, 0, b) && updates == join({positions, slice});
}

// The extents of what the table's side takes as updates: of direct, or of a gather_nd by from if none of its
// constraints is broken.
std::optional<shape> gathered(const move_operands& of) {
  if (!of.from) return of.direct.extents;
  const shape& D = of.direct.extents;
  const shape& J = of.from->indices.extents;
  const auto addressed = static_cast<size_t>(of.batch_dims + J.back());
  const shape all = join({without_last(J), addressed <= D.size() ? rest(D, addressed) : shape()});
  return nd_rule(D, J, of.batch_dims, all).empty() ? std::optional(all) : std::nullopt;
}

bool padding_fits(const std::optional<indexed_by>& side, const shape& addressed, size_t batch) {
  if (!side || !side->rules.padding) return true;
  if (side->indices.extents.back() != 1) return false;
  const int64_t extent = addressed[batch];
  return -extent <= *side->rules.padding && *side->rules.padding < extent;
}

bool weights_fit(const move_operands& of, const reduction_rule& rule) {
  if (!of.weights) return rule.weight_type == element::opaque;
  const shape positions = of.to ? without_last(of.to->indices.extents) : segments_of(of).positions;
  return of.weights->extents == positions && of.weights->type == rule.weight_type &&
         takes_weights(of.table.type, rule.reduction, rule.weight_type);
}

bool is_fill(const std::optional<indexed_by>& side) {
  return side && side->rules.out_of_bounds == out_of_bounds::fill;
}

bool has_no_tuples(const std::optional<indexed_by>& side) {
  return side && side->indices.extents.empty();
}

void apply(const move_operands& of, const indexed_by& to, const reduction_rule& rule, const visit_update& visit,
           move_outcome& result) {
  const indexing table = nd_form(of.table.extents, to.indices.extents, of.batch_dims);
  const std::optional<indexing> direct =
      of.from ? std::optional(nd_form(of.direct.extents, of.from->indices.extents, of.batch_dims)) : std::nullopt;
  cell_updates cells;
  for_each_coordinate(table.positions, [&](const coordinate& p) {
    for_each_coordinate(table.slice, [&](const coordinate& s) {
      const auto written = addressed_by(table, to.rules, to.indices, p, s);
      const auto read =
          direct ? addressed_by(*direct, of.from->rules, of.from->indices, p, s) : std::optional(table.direct_at(p, s));
      ++(written && read ? result.moved : result.dropped);
      if (!written || !read) return;
      const element_bytes weight = of.weights ? element_bytes(of.weights->at(p)) : element_bytes();
      const contribution update{of.direct.at(*read), weight};
      if (visit) visit(p, *written, update);
      cells.add(of.table.at(*written), update);
    });
  });
  const folded_cells folded = cells.fold_into(of.table.type, rule);
  result.repeated = folded.repeated;
  result.nans = folded.nans;
}

// The table's side by indices, whose values may still be bad.
void move_to(const move_operands& of, const indexed_by& to, const reduction_rule& rule, duplicates refused,
             const visit_update& visit, move_outcome& result) {
  const indexing table = nd_form(of.table.extents, to.indices.extents, of.batch_dims);
  result.judged = move_operand::to;
  result.error = validate(table, to.rules, to.indices);
  if (result.error) return;
  if (refused == duplicates::error) result.found_duplicate = find_duplicate(table, to.rules, to.indices, of.table);
  if (!result.found_duplicate) apply(of, to, rule, visit, result);
}

bool offsets_extents_fit(const segmentation& by, const tensor& offsets) {
  const shape& G = offsets.extents;
  if (by.positions.size() < by.batch_dims || G.size() != by.batch_dims + 1) return false;
  const bool has_count = G.back() == by.segments || G.back() == by.segments + 1;
  return has_count && part(G, 0, by.batch_dims) == part(by.positions, 0, by.batch_dims);
}

// By the segments as indices, where no offset is bad.
move_operands with_ids(const move_operands& of, const segment_ids& ids) {
  move_operands made = of;
  made.from = {ids.view, {out_of_bounds::skip, negative_indices::invalid}};
  made.from_offsets.reset();
  return made;
}

}  // namespace

std::string_view move_fault(const move_operands& of, const reduction_rule& rule) {
  if (of.to.has_value() == of.offsets.has_value()) return "groups";
  if (of.from_offsets) {
    const segmentation& by = of.from_offsets->positions;
    if (of.from) return "groups";
    if (!offsets_extents_fit(by, of.from_offsets->offsets) || of.direct.extents.size() <= by.batch_dims ||
        of.direct.extents[by.batch_dims] != by.segments)
      return "offsets";
    return move_fault(with_ids(of, segment_ids(by, of.from_offsets->offsets)), rule);
  }
  if (is_fill(of.from) || is_fill(of.to)) return "fill";
  if (has_no_tuples(of.from) || has_no_tuples(of.to)) return "depth";
  const std::optional<shape> updates = gathered(of);
  if (!updates) return "from";
  if (of.to && !nd_rule(of.table.extents, of.to->indices.extents, of.batch_dims, *updates).empty()) return "to";
  if (of.offsets && !offsets_fit(of, *updates)) return "offsets";
  if (!padding_fits(of.from, of.direct.extents, batch_of(of))) return "padding";
  if (!padding_fits(of.to, of.table.extents, batch_of(of))) return "padding";
  if (!weights_fit(of, rule)) return "weights";
  if (of.table.type != of.direct.type || of.table.width != of.direct.width) return "type";
  if (!is_defined(of.table.type, rule.reduction)) return "type";
  return "";
}

move_outcome move(const move_operands& of, const reduction_rule& rule, duplicates refused, const visit_update& visit) {
  move_outcome result;
  if (of.from_offsets) {
    const segmented_by& by = *of.from_offsets;
    result.judged = move_operand::from_offsets;
    result.error = bad_offsets(by.positions, by.offsets);
    return result.error ? result : move(with_ids(of, segment_ids(by.positions, by.offsets)), rule, refused, visit);
  }
  if (of.from) {
    const indexing direct = nd_form(of.direct.extents, of.from->indices.extents, of.batch_dims);
    result.error = validate(direct, of.from->rules, of.from->indices);
    if (result.error) return result;
  }
  if (!of.offsets) {
    move_to(of, *of.to, rule, refused, visit, result);
    return result;
  }
  result.judged = move_operand::offsets;
  result.error = bad_offsets(segments_of(of), *of.offsets);
  if (result.error) return result;
  const segment_ids ids(segments_of(of), *of.offsets);
  move_to(of, {ids.view, {out_of_bounds::skip, negative_indices::invalid}}, rule, refused, visit, result);
  return result;
}

}  // namespace strew::oracle
