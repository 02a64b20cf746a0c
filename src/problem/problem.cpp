#include "problem/problem.hpp"

#include <algorithm>

namespace strew::engine {

bool index_space::has_no_position() const {
  return std::any_of(positions.begin(), positions.end(), [](const position_axis& p) { return p.extent == 0; });
}

std::uint64_t index_space::position_count() const {
  std::uint64_t count = 1;
  for (const position_axis& p : positions) count *= static_cast<std::uint64_t>(p.extent);
  return count;
}

bool problem::moves_nothing() const {
  return space.has_no_position() || std::any_of(axes.begin(), axes.end(), [](const axis& a) { return a.extent == 0; });
}

bool is_unique(const problem& p) {
  return std::none_of(p.axes.begin(), p.axes.end(), [&](const axis& a) { return a.extent > 1 && is_ordered(p, a); });
}

bool lacks_start(const index_space::member& m, const index_policy& policy) {
  return m.extent < m.window && policy.outside != out_of_bounds::skip && policy.outside != out_of_bounds::fill;
}

bool can_cut_windows(const index_policy& policy) {
  switch (policy.outside) {
    case out_of_bounds::wrap:
      return true;
    case out_of_bounds::skip:
    case out_of_bounds::fill:
      return policy.cut == partial_window::element;
    default:
      return false;
  }
}

}  // namespace strew::engine
