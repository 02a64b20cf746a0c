// Random axes for tests of walks.
#pragma once

#include <random>
#include <vector>

#include "problem/problem.hpp"

namespace strew::engine::testing {

class axis_source {
 public:
  explicit axis_source(std::uint64_t seed) : engine_(seed) {}
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }
  axis one(std::int64_t min_extent = 1) {
    return {between(min_extent, 5), between(-40, 40), between(-40, 40), between(-16, 16), no_window};
  }
  std::vector<axis> some(std::int64_t most) {
    std::vector<axis> made;
    for (std::int64_t n = between(0, most); n > 0; --n) made.push_back(one());
    return made;
  }

 private:
  std::mt19937_64 engine_;
};

// Calls visit(coordinates) for every point, the last axis fastest.
template <class Visit>
void for_each_point(const std::vector<axis>& axes, const Visit& visit) {
  std::int64_t count = 1;
  for (const axis& a : axes) count *= a.extent;
  std::vector<std::int64_t> at(axes.size());
  for (std::int64_t n = 0; n < count; ++n) {
    std::int64_t rest = n;
    for (std::size_t i = axes.size(); i-- > 0; rest /= axes[i].extent) at[i] = rest % axes[i].extent;
    visit(at);
  }
}

inline std::int64_t offset_of(const std::vector<axis>& axes, const std::vector<std::int64_t>& at,
                              std::int64_t axis::*stride) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < axes.size(); ++i) sum += at[i] * (axes[i].*stride);
  return sum;
}

}  // namespace strew::engine::testing
