#include "problem/problem.hpp"

#include <algorithm>

namespace strew::engine {

bool index_space::has_no_position() const {
  for (const position_axis& p : positions) {
    if (p.extent == 0) return true;
  }
  return false;
}

std::uint64_t index_space::position_count() const {
  std::uint64_t count = 1;
  for (const position_axis& p : positions) count *= static_cast<std::uint64_t>(p.extent);
  return count;
}

namespace {

bool keeps_nothing(const indexed_side& of) {
  return of.kept && std::any_of(of.kept->begin(), of.kept->end(), [](const kept_places& k) { return k.low == k.high; });
}

}  // namespace

bool problem::moves_nothing() const {
  for (const axis& a : axes) {
    if (a.extent == 0) return true;
  }
  return space.has_no_position() || keeps_nothing(*this) ||
         (from && (from->space.has_no_position() || keeps_nothing(*from)));
}

bool is_unique(const problem& p) {
  for (const axis& a : p.axes) {
    if (a.extent > 1 && is_ordered(p, a)) return false;
  }
  return true;
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
