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

}  // namespace

prepared_info inspect(const indexing& op, const policy& rules, const tensor& indices, const shape& table) {
  prepared_info found;
  owners all;
  const coordinate nowhere = table;  // behind every element
  std::vector<coordinate> starts;
  coordinate last;
  for_each_coordinate(op.positions, [&](const coordinate& p) {
    const std::vector<coordinate> elements = addressed(op, rules, indices, p);
    const uint64_t position = starts.size();
    starts.push_back(elements.empty() ? nowhere : elements.front());
    if (elements.empty()) {
      ++found.skipped;
      return;
    }
    found.sorted = found.sorted && !(starts.back() < last);
    last = starts.back();
    all.add(position, elements, found);
  });
  found.order.resize(starts.size());
  std::iota(found.order.begin(), found.order.end(), uint64_t{0});
  std::stable_sort(found.order.begin(), found.order.end(),
                   [&](uint64_t left, uint64_t right) { return starts[left] < starts[right]; });
  return found;
}

}  // namespace strew::oracle
