#include "execute/duplicates.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "execute/cells.hpp"

namespace strew::engine {
namespace {

using starts_list = small_vector<std::int64_t>;

// The places on the table of one position's window, one after the other.
class window_walk {
 public:
  // The position is not skipped. `cell` is that of the start at 0 in every member.
  window_walk(const destinations& where, const starts_list& starts, std::int64_t cell) : cell_(cell) {
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

// Records every place of the windows.
bool note_windows(const destinations& where, const kernel::kernel_set& kernels, const std::byte* indices,
                  const cancellation& cancel, destination_order& order) {
  const tuple_reader read(where, kernels);
  starts_list starts(where.members.size());
  poll_counter polls(cancel);
  const auto note = [&](const position_run& one) {
    bool is_skipped = false;
    for (std::size_t k = 0; k < starts.size(); ++k) {
      read.read(k, one, &starts[k]);
      is_skipped |= read.is_skipped(k, starts[k]);
    }
    if (!polls.go_on(starts.size())) return false;
    if (is_skipped) return true;
    window_walk walk(where, starts, one.place);
    do {
      if (!polls.go_on(1)) return false;
      order.note(one.first, walk.cell());
    } while (walk.next());
    return true;
  };
  return walk_positions(where, indices, cancel, [&](const position_run& run) {
    position_run one = run;
    one.count = 1;
    for (std::size_t p = 0; p < run.count; ++p) {
      if (!note(one)) return false;
      ++one.first;
      one.place += run.place_step;
      one.tuple += run.tuple_step;
    }
    return true;
  });
}

}  // namespace

bool note_starts(const destinations& where, const kernel::kernel_set& kernels, const std::byte* indices,
                 const cancellation& cancel, destination_order& order) {
  return walk_cells(where, kernels, indices, cancel, [&](const cell_run& run) {
    for (std::size_t p = 0; p < run.count; ++p) {
      if (run.skipped[p]) {
        order.note_skipped(run.first + p);
      } else {
        order.note(run.first + p, run.cells[p]);
      }
    }
    return true;
  });
}

std::optional<duplicate_report> find_duplicates(const destinations& where, const kernel::kernel_set& kernels,
                                                const std::byte* indices, std::byte* workspace,
                                                const cancellation& cancel) {
  if (!where.may_collide) return duplicate_report{};
  destination_order order(where, where.position_count * where.window_places, workspace);
  const auto note = where.window_places == 1 ? note_starts : note_windows;
  if (!note(where, kernels, indices, cancel, order)) return std::nullopt;
  if (order.is_ascending()) return duplicate_report{};
  poll_counter polls(cancel);
  if (!order.sort(polls)) return std::nullopt;
  return order.take_duplicates(polls);
}

}  // namespace strew::engine
