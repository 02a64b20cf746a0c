// The cells that the positions of destinations address, in the order of positions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "problem/destinations.hpp"
#include "walk/tuples.hpp"

namespace strew::engine {

// Like walk_runs, with the cells of the batch axes as places.
template <class Visit>
bool walk_positions(const destinations& where, const std::byte* indices, const cancellation& cancel,
                    const Visit& visit) {
  if (where.position_count == 0) return true;
  small_vector<axis> axes;
  for (const auto& p : where.positions) axes.push_back({p.extent, p.cell_stride, 0, p.index_stride, no_window});
  return walk_runs(axes, where.members.empty() ? nullptr : indices, where.members.size(), cancel, visit);
}

// Consecutive positions: the first cell of the window of each, or that it is skipped.
struct cell_run {
  std::uint64_t first = 0;
  std::size_t count = 0;
  std::array<std::uint64_t, position_run::max_count> cells;
  std::array<bool, position_run::max_count> skipped;
};

// Calls visit(cell_run) until it returns false; returns false then, and if cancelled.
template <class Visit>
bool walk_cells(const destinations& where, const kernel::kernel_set& kernels, const std::byte* indices,
                const cancellation& cancel, const Visit& visit) {
  const tuple_reader read(where, kernels);
  std::array<std::int64_t, position_run::max_count> starts;
  cell_run made;
  return walk_positions(where, indices, cancel, [&](const position_run& run) {
    made.first = run.first;
    made.count = run.count;
    for (std::size_t p = 0; p < run.count; ++p)
      made.cells[p] = static_cast<std::uint64_t>(run.place + static_cast<std::int64_t>(p) * run.place_step);
    std::fill_n(made.skipped.begin(), run.count, false);
    for (std::size_t k = 0; k < where.members.size(); ++k) {
      const destinations::member& m = where.members[k];
      const std::int64_t last = std::max<std::int64_t>(m.extent - 1, 0);
      read.read(k, run, starts.data());
      for (std::size_t p = 0; p < run.count; ++p) {
        made.skipped[p] |= read.is_skipped(k, starts[p]);
        made.cells[p] += static_cast<std::uint64_t>(std::clamp<std::int64_t>(starts[p], 0, last) * m.cell_stride);
      }
    }
    return visit(made);
  });
}

}  // namespace strew::engine
