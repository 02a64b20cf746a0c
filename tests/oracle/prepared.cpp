#include "oracle/prepared.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace strew::oracle {
namespace {

// Writes down who addressed each element first, and who comes later.
class owners {
 public:
  void add(uint64_t position, const std::vector<coordinate>& elements, prepared_info& found) {
    bool is_later = false;
    uint64_t other = position;
    for (const coordinate& c : elements) {
      const uint64_t first = first_.try_emplace(c, position).first->second;
      is_later |= first != position;
      other = std::min(other, first);
    }
    if (!is_later) return;
    if (found.duplicates == 0) {
      found.first_position = position;
      found.other_position = other;
    }
    ++found.duplicates;
  }

 private:
  std::map<coordinate, uint64_t> first_;
};

// In a row, positions start where the first one does, but for the coordinate that the dimension itself may be.
bool have_constant_rows(const indexing& op, const policy& rules, const tensor& indices) {
  indexing in_rows = op;
  const auto in_first_column = [](coordinate p) {
    if (!p.empty()) p.back() = 0;
    return p;
  };
  in_rows.table_at = [&](const coordinate& p, const coordinate& i, const coordinate& s) {
    return op.table_at(in_first_column(p), i, s);
  };
  bool are_constant = true;
  for_each_coordinate(op.positions, [&](const coordinate& p) {
    const std::vector<coordinate> first = addressed(in_rows, rules, indices, in_first_column(p));
    const std::vector<coordinate> here = addressed(in_rows, rules, indices, p);
    are_constant = are_constant && !first.empty() && !here.empty() && first.front() == here.front();
  });
  return are_constant;
}

// A dimension of the table, and how many of its places can be addressed.
using addressed_dimensions = std::map<size_t, int64_t>;

// Those in which an element lies elsewhere if a position or the place of a member does.
addressed_dimensions dimensions_of(const indexing& op) {
  addressed_dimensions found;
  const coordinate p(op.positions.size(), 0), i(op.members.size(), 0), s(op.slice.size(), 0);
  const coordinate here = op.table_at(p, i, s);
  const auto note = [&](const coordinate& there, int64_t extent) {
    for (size_t d = 0; d < here.size(); ++d)
      if (there[d] != here[d]) found[d] = extent;
  };
  for (size_t k = 0; k < p.size(); ++k) {
    coordinate next = p;
    next[k] = 1;
    note(op.table_at(next, i, s), op.positions[k]);
  }
  for (size_t t = 0; t < i.size(); ++t) {
    coordinate next = i;
    next[t] = 1;
    note(op.table_at(p, next, s), op.members[t].extent);
  }
  return found;
}

void list_cells(const indexing& op, const std::map<coordinate, uint64_t>& positions_of, prepared_info& found) {
  const addressed_dimensions dimensions = dimensions_of(op);
  uint64_t before = 0;
  for (const auto& [start, count] : positions_of) {
    int64_t number = 0;
    for (const auto& [dimension, extent] : dimensions) number = number * extent + start[dimension];
    found.cells.push_back(static_cast<uint64_t>(number));
    found.segment_starts.push_back(before);
    before += count;
  }
  found.segment_starts.push_back(before);
}

}  // namespace

prepared_info inspect(const indexing& op, const policy& rules, const tensor& indices, const shape& table) {
  prepared_info found;
  owners all;
  const coordinate nowhere = table;  // behind every element
  std::vector<coordinate> starts;
  std::map<coordinate, uint64_t> positions_of;
  coordinate last;
  for_each_coordinate(op.positions, [&](const coordinate& p) {
    const std::vector<coordinate> elements = addressed(op, rules, indices, p);
    const uint64_t position = starts.size();
    starts.push_back(elements.empty() ? nowhere : elements.front());
    if (elements.empty()) {
      ++found.skipped;
      return;
    }
    const bool is_first = found.skipped + 1 == starts.size();
    found.sorted = found.sorted && (is_first || !(starts.back() < last));
    found.reversed = found.reversed && (is_first || !(last < starts.back()));
    found.runs += is_first || starts.back() < last ? 1 : 0;
    last = starts.back();
    found.most_frequent = std::max(found.most_frequent, ++positions_of[last]);
    all.add(position, elements, found);
  });
  found.distinct = positions_of.size();
  list_cells(op, positions_of, found);
  found.constant_rows = have_constant_rows(op, rules, indices);
  found.order.resize(starts.size());
  std::iota(found.order.begin(), found.order.end(), uint64_t{0});
  std::stable_sort(found.order.begin(), found.order.end(),
                   [&](uint64_t left, uint64_t right) { return starts[left] < starts[right]; });
  return found;
}

}  // namespace strew::oracle
