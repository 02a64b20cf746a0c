// The cells that the positions of destinations address, in the order of positions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "problem/destinations.hpp"
#include "walk/tuples.hpp"

namespace strew::engine {

// The positions of destinations with their tuples. Tasks share one: it may allocate where there are many dimensions.
class position_source {
 public:
  position_source(const destinations& of, const kernel::kernel_set& of_kernels, const std::byte* indices)
      : where(of),
        kernels(of_kernels),
        read(of, of_kernels),
        axes_(axes_of(of)),
        indices_(of.members.empty() ? nullptr : indices) {}

  [[nodiscard]] position_range all() const { return {0, where.position_count}; }

  // As walk_runs, with the cells of the batch axes as places.
  template <class Visit>
  bool walk(const position_range& range, const cancellation& cancel, const Visit& visit) const {
    return walk_runs(axes_, range, indices_, where.members.size(), cancel, visit);
  }

  const destinations& where;
  const kernel::kernel_set& kernels;
  const tuple_reader read;

 private:
  static run_list<axis> axes_of(const destinations& where) {
    small_vector<axis> axes;
    if (where.position_count == 0) return {};
    for (const auto& p : where.positions) axes.push_back({p.extent, p.cell_stride, 0, p.index_stride, no_window});
    return merged_axes(axes);
  }

  run_list<axis> axes_;
  const std::byte* indices_;
};

// Consecutive positions: the first cell of the window of each, or that it is skipped.
struct cell_run {
  std::uint64_t first = 0;
  std::size_t count = 0;
  std::array<std::int64_t, position_run::max_count> cells;
  std::array<std::uint8_t, position_run::max_count> skipped;  // 0: it is not
  bool skips = false;                                         // some position may be
};

// Of windows of several places, which may begin off the table. Not inlined, nor is walk_cells: the arrays of each stand
// on the stack while it runs, and not in the frames of all that call it.
[[gnu::noinline]] inline void add_first_cells(const position_source& from, const position_run& run, cell_run& made) {
  std::array<std::int64_t, position_run::max_count> starts;
  for (std::size_t k = 0; k < from.where.members.size(); ++k) {
    const destinations::member& m = from.where.members[k];
    const std::int64_t last = std::max<std::int64_t>(m.extent - 1, 0);
    from.read.read(k, run, starts.data());
    for (std::size_t p = 0; p < run.count; ++p) {
      if (from.read.is_skipped(k, starts[p])) made.skipped[p] = 1;
      made.cells[p] += std::clamp<std::int64_t>(starts[p], 0, last) * m.cell_stride;
    }
  }
}

// Calls visit(cell_run) until it returns false; returns false then, and if cancelled.
template <class Visit>
[[gnu::noinline]] bool walk_cells(const position_source& from, const position_range& range, const cancellation& cancel,
                                  const Visit& visit) {
  cell_run made;
  return from.walk(range, cancel, [&](const position_run& run) {
    made.first = run.first;
    made.count = run.count;
    for (std::size_t p = 0; p < run.count; ++p)
      made.cells[p] = run.place + static_cast<std::int64_t>(p) * run.place_step;
    std::fill_n(made.skipped.begin(), run.count, std::uint8_t{0});
    made.skips = true;
    if (from.where.window_places == 1) {
      made.skips = from.read.add_cells(run, made.cells.data(), made.skipped.data());
    } else {
      add_first_cells(from, run, made);
    }
    return visit(made);
  });
}

}  // namespace strew::engine
