#include "problem/repeated.hpp"

#include "problem/canonical.hpp"
#include "problem/points.hpp"

namespace strew::engine {

bool can_repeat(const problem& p) {
  const std::size_t outer = count_outer(p);
  if (outer < 2 || p.coordinates.empty() || can_cut_windows(p.policy) || p.is_paired()) return false;
  const axis& last = p.axes[outer - 1];
  return last.index_stride != 0 && last.table_stride != 0;
}

problem repeated(const problem& p) {
  problem made = p;
  made.axes[count_outer(p) - 1].index_stride = 0;
  make_canonical(made);
  return made;
}

}  // namespace strew::engine
