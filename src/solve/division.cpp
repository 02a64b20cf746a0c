#include "solve/division.hpp"

#include <algorithm>

#include "solve/effort.hpp"
#include "solve/traits.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {

division find_division(const problem& p, bool collides, const axis* axes, std::uint64_t parts) {
  if (const std::size_t apart = find_apart(p);
      apart != no_axis && axes[apart].extent >= static_cast<std::int64_t>(parts))
    return {apart, axes[apart].extent, 1};
  constexpr std::uint64_t even = 4;  // points in a part: one more or less is little
  const auto enough = static_cast<std::int64_t>(parts * even);
  division best;
  const auto look_at = [&](std::size_t along, std::int64_t pieces, std::int64_t grain) {
    if (pieces > best.pieces) best = {along, pieces, grain};
  };
  for (const bool is_window : {false, true}) {
    for (std::size_t i = 0; i < p.axes.size(); ++i) {
      if ((axes[i].window_of != no_window) != is_window || !can_split(p, collides, axes[i])) continue;
      if (!is_window && axes[i].extent >= enough) return {i, axes[i].extent, 1};
      look_at(i, axes[i].extent, 1);
    }
    if (static_cast<std::uint64_t>(best.pieces) >= parts) return best;
  }
  if (const std::int64_t grain = unit_grain(p); grain != 0) look_at(p.axes.size(), p.width / grain, grain);
  return best;
}

// Where slices are divided the positions are resolved for each chunk, which has at least a line of every slice
// on either side.
workload divided_work(const situation& in, const workload& whole, std::uint64_t tasks) {
  const problem& p = in.problem;
  const division how = find_division(p, in.collides, p.axes.data(), count_chunks(tasks, ~std::uint64_t{0}));
  workload made = whole;
  if (how.along < in.outer) return made;
  const sizes of(in);
  const auto chunks = static_cast<double>(count_chunks(tasks, static_cast<std::uint64_t>(how.pieces)));
  constexpr double resolved = 5;  // of each position in each chunk, which has a part of the units
  const double repeated = std::min(made.positions, of.positions * resolved);
  made.by_each += repeated * chunks / static_cast<double>(tasks);
  made.positions -= repeated;
  const double more = std::max(chunks * dense_lines(of.slice_lines / chunks) / of.visit_lines, 1.0);
  for (double* lines : {&made.near, &made.streamed, &made.second, &made.last, &made.memory}) *lines *= more;
  return made;
}

}  // namespace strew::engine
