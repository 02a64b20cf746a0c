#include "problem/points.hpp"

namespace strew::engine {

std::size_t count_outer(const problem& p) {
  std::size_t outer = 0;
  for (const axis& a : p.axes) outer += is_outer(p, a) ? 1 : 0;
  return outer;
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
