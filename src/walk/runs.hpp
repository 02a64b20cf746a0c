// Runs of points: consecutive ones, in row-major order, whose places and index tuples lie at a constant distance.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/arithmetic.hpp"
#include "walk/odometer.hpp"
#include "walk/polls.hpp"

namespace strew::engine {

// Appends an axis inside of the others. One that the last of them continues becomes a part of it, so that runs are
// long.
inline void append_axis(small_vector<axis>& axes, const axis& next) {
  const auto continues = [&](std::int64_t outer, std::int64_t inner) {
    return static_cast<int128>(outer) == times(inner, next.extent);
  };
  if (next.extent == 1) return;
  if (axes.empty() || !continues(axes.back().table_stride, next.table_stride) ||
      !continues(axes.back().index_stride, next.index_stride)) {
    axes.push_made([&] { return next; });
    return;
  }
  axis& last = axes[axes.size() - 1];
  last.extent *= next.extent;
  last.table_stride = next.table_stride;
  last.index_stride = next.index_stride;
}

// Points by their numbers.
struct point_range {
  std::uint64_t first = 0;
  std::uint64_t last = 0;  // one past the end
};

struct point_run {
  static constexpr std::int64_t max_count = 512;

  std::uint64_t first = 0;  // the number of its first point
  std::size_t count = 0;
  std::int64_t place = 0;  // of the first, by the table strides of the axes
  std::int64_t place_step = 0;
  const std::byte* tuple = nullptr;
  std::ptrdiff_t tuple_step = 0;
};

// Calls visit(run) for the points of a range, adding index strides to `indices`, until it returns false; returns false
// then, and if cancelled. Each point has `values` indices. No extent is 0. A run has `most` points, or fewer.
template <class Visit>
bool walk_runs(const axis* axes, std::size_t count, const point_range& range, const std::byte* indices,
               std::size_t values, poll_counter& polls, const Visit& visit, std::uint64_t most = point_run::max_count) {
  const std::size_t lines = count == 0 ? 0 : count - 1;
  const axis last = count == 0 ? axis{} : axes[lines];
  const auto length = static_cast<std::uint64_t>(last.extent);
  odometer walk(axes, lines);
  walk.go_to(range.first / length);
  std::uint64_t column = range.first % length;
  point_run run{range.first, 0, 0, last.table_stride, nullptr, last.index_stride};
  while (run.first < range.last) {
    const std::uint64_t left = std::min(length - column, range.last - run.first);
    run.count = static_cast<std::size_t>(std::min(most, left));
    if (!polls.go_on(run.count * std::max<std::size_t>(values, 1))) return false;
    const auto steps = static_cast<std::int64_t>(column);
    run.place = walk.table() + steps * last.table_stride;
    if (indices != nullptr) run.tuple = indices + walk.index() + steps * last.index_stride;
    if (!visit(run)) return false;
    run.first += run.count;
    column += run.count;
    if (column < length) continue;
    column = 0;
    walk.next();
  }
  return true;
}

}  // namespace strew::engine
