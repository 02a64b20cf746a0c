#include "oracle/cell_updates.hpp"

namespace strew::oracle {

void cell_updates::add(bytes cell, const contribution& update) {
  pending& of = cells_.try_emplace(cell.data(), pending{cell, {}}).first->second;
  of.updates.push_back(update);
}

folded_cells cell_updates::fold_into(element type, const reduction_rule& rule) const {
  folded_cells counts;
  for (const auto& [first_byte, of] : cells_) {
    counts.repeated += of.updates.size() > 1 ? 1 : 0;
    fold(type, rule, of.cell, of.updates);
    counts.nans += rule.reduction != reduction::none && holds_nan(type, of.cell) ? 1 : 0;
  }
  return counts;
}

}  // namespace strew::oracle
