#include "cases/overlap.hpp"

#include <algorithm>
#include <utility>

#include "oracle/tensor.hpp"

namespace strew::cases {

std::vector<int64_t> bytes_of(const view& v, int64_t base) {
  std::vector<int64_t> all;
  oracle::for_each_coordinate(v.extents, [&](const oracle::coordinate& c) {
    int64_t offset = base;
    for (size_t d = 0; d < c.size(); ++d) offset += c[d] == 0 ? 0 : c[d] * v.strides[d];
    for (int64_t i = 0; i < width_of(v); ++i) all.push_back(offset + i);
  });
  std::sort(all.begin(), all.end());
  return all;
}

bool is_nested(const view& v) {
  std::vector<std::pair<uint64_t, int64_t>> dimensions;
  for (size_t d = 0; d < v.extents.size(); ++d) {
    const auto stride = static_cast<uint64_t>(v.strides[d]);
    if (v.extents[d] > 1) dimensions.emplace_back(v.strides[d] < 0 ? ~stride + 1 : stride, v.extents[d]);
  }
  std::sort(dimensions.begin(), dimensions.end());
  auto span = static_cast<uint64_t>(width_of(v));
  for (const auto& [stride, extent] : dimensions) {
    if (stride < span) return false;
    span += stride * static_cast<uint64_t>(extent - 1);
  }
  return true;
}

bool shares_bytes_with_itself(const view& operand) {
  if (count_of(operand) < 2 || is_nested(operand)) return false;
  const std::vector<int64_t> all = bytes_of(operand, 0);
  return std::adjacent_find(all.begin(), all.end()) != all.end();
}

bool is_in_place(const test_case& p) {
  if (!p.is_scatter() || p.place != output_place::data || p.shift != 0) return false;
  if (p.output.extents != p.data.extents) return false;
  for (size_t d = 0; d < p.data.extents.size(); ++d) {
    if (p.data.extents[d] > 1 && p.data.strides[d] != p.output.strides[d]) return false;
  }
  return true;
}

}  // namespace strew::cases
