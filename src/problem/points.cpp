#include "problem/points.hpp"

#include <algorithm>

namespace strew::engine {

std::size_t count_outer(const problem& p) {
  return static_cast<std::size_t>(
      std::count_if(p.axes.begin(), p.axes.end(), [&](const axis& a) { return is_outer(p, a); }));
}

std::int64_t count_points(const axis* axes, std::size_t count) {
  std::int64_t points = 1;
  for (std::size_t i = 0; i < count; ++i) points *= axes[i].extent;
  return points;
}

std::uint64_t count_positions(const problem& p) {
  return static_cast<std::uint64_t>(count_points(p.axes.data(), count_outer(p)));
}

}  // namespace strew::engine
