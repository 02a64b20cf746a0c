// All places that positions address, in the order of positions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "execute/cells.hpp"

namespace strew::engine {

// The places on the table of one position's window, one after the other.
class window_walk {
 public:
  // The position is not skipped. `cell` is that of the start at 0 in every member.
  window_walk(const destinations& where, const small_vector<std::int64_t>& starts, std::int64_t cell) : cell_(cell) {
    for (std::size_t k = 0; k < starts.size(); ++k) {
      const destinations::member& m = where.members[k];
      const bool wraps = where.policy.outside == out_of_bounds::wrap;
      const std::int64_t start = starts[k];
      if (m.window == 1) {
        cell_ += start * m.cell_stride;
        continue;
      }
      dimension d{start, std::max<std::int64_t>(-start, 0), m.window, m.extent, 0, m.cell_stride};
      if (!wraps) d.last = std::min(m.window, m.extent - start);
      d.step = d.first;
      dimensions_.push_back(d);
    }
  }

  [[nodiscard]] std::uint64_t cell() const {
    std::int64_t cell = cell_;
    for (const dimension& d : dimensions_) cell += d.place() * d.cell_stride;
    return static_cast<std::uint64_t>(cell);
  }

  bool next() {
    for (std::size_t n = dimensions_.size(); n-- > 0;) {
      dimension& d = dimensions_[n];
      if (++d.step < d.last) return true;
      d.step = d.first;
    }
    return false;
  }

 private:
  // Of a member with a window of more than one place: its steps on the table, of which those past the end wrap.
  struct dimension {
    std::int64_t start, first, last, extent, step, cell_stride;
    [[nodiscard]] std::int64_t place() const { return start + step < extent ? start + step : start + step - extent; }
  };

  std::int64_t cell_;
  run_list<dimension> dimensions_;  // each has a window axis of its own, so there are no more than axes
};

template <class Visit>
bool walk_windows(const position_source& from, const position_range& range, const cancellation& cancel,
                  const Visit& visit) {
  small_vector<std::int64_t> starts(from.where.members.size());
  poll_counter polls(cancel);
  const auto walk_one = [&](const position_run& one) {
    bool is_skipped = false;
    for (std::size_t k = 0; k < starts.size(); ++k) {
      from.read.read(k, one, &starts[k]);
      is_skipped |= from.read.is_skipped(k, starts[k]);
    }
    if (!polls.go_on(starts.size())) return false;
    if (is_skipped) return true;
    window_walk walk(from.where, starts, one.place);
    do {
      if (!polls.go_on(1) || !visit(one.first, walk.cell())) return false;
    } while (walk.next());
    return true;
  };
  return from.walk(range, cancel, [&](const position_run& run) {
    position_run one = run;
    one.count = 1;
    for (std::size_t p = 0; p < run.count; ++p) {
      if (!walk_one(one)) return false;
      ++one.first;
      one.place += run.place_step;
      one.tuple += run.tuple_step;
    }
    return true;
  });
}

// Calls visit(position, cell) for each place of each window, without skipped positions, until it returns false; returns
// false then, and if cancelled.
template <class Visit>
bool walk_places(const position_source& from, const position_range& range, const cancellation& cancel,
                 const Visit& visit) {
  if (from.where.window_places != 1) return walk_windows(from, range, cancel, visit);
  return walk_cells(from, range, cancel, [&](const cell_run& run) {
    for (std::size_t p = 0; p < run.count; ++p) {
      if (run.skipped[p] == 0 && !visit(run.first + p, static_cast<std::uint64_t>(run.cells[p]))) return false;
    }
    return true;
  });
}

}  // namespace strew::engine
