#include "problem/repeated.hpp"

#include <cstddef>
#include <utility>

#include "problem/canonical.hpp"

namespace strew::engine {
namespace {

std::size_t count_positions(const problem& p) {
  std::size_t count = 0;
  while (count < p.axes.size() && is_outer(p, p.axes[count])) ++count;
  return count;
}

}  // namespace

bool can_repeat(const problem& p) {
  const std::size_t outer = count_positions(p);
  if (outer < 2 || p.coordinates.empty() || can_cut_windows(p.policy)) return false;
  const axis& last = p.axes[outer - 1];
  return last.index_stride != 0 && last.table_stride != 0;
}

problem repeated(const problem& p) {
  problem made = p;
  made.axes[count_positions(p) - 1].index_stride = 0;
  return canonical(std::move(made));
}

}  // namespace strew::engine
