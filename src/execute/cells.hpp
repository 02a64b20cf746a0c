// The cells that the positions of destinations address, in the order of positions: table offsets of a problem whose
// table is the numbers of the cells.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernel/kernel_set.hpp"
#include "partition/reader.hpp"
#include "problem/destinations.hpp"
#include "walk/runs.hpp"
#include "walk/windows.hpp"

namespace strew::engine {

// Tasks share one: it may allocate where there are many dimensions.
class cell_reader {
 public:
  cell_reader(const destinations& of, const kernel::kernel_set& of_kernels, const std::byte* indices);
  cell_reader(const cell_reader&) = delete;
  cell_reader& operator=(const cell_reader&) = delete;

  // As position_reader::read, with the first cell on the table of each position's window as offset. Not inlined, nor is
  // for_each_cut: what is large stands on the stack while it runs, and not in the frames of all that call it.
  template <class Visit>
  [[gnu::noinline]] bool read(const point_range& range, const cancellation& cancel, const Visit& visit) const {
    if (is_cut_) return read_cut(range, cancel, visit);
    return position_reader(whole_, how_, cancel).read(range.first, range.last, visit);
  }

  // Calls visit(position, cell) for each place of each window, without skipped positions, until it returns false;
  // returns false then, and if cancelled.
  template <class Visit>
  bool for_each_place(const point_range& range, const cancellation& cancel, const Visit& visit) const {
    poll_counter polls(cancel);
    if (is_cut_) {
      return for_each_cut(range, cancel, [&](std::uint64_t position, std::int64_t cell, cut_window& window) {
        return window.for_each_box(windows(), [&](const axis* axes, std::int64_t box, std::int64_t) {
          return for_each_place_of(axes, position, cell + box, polls, visit);
        });
      });
    }
    const bool has_windows = windows().count != 0;
    return read(range, cancel, [&](const position_block& given) {
      const position_block block = given;  // of this loop, whose writes cannot change it
      for (std::size_t i = 0; i < block.count; ++i) {
        if (block.is_skipped(i)) continue;
        const bool goes_on = has_windows
                                 ? for_each_place_of(windows().axes, block.first + i, block.offsets[i], polls, visit)
                                 : visit(block.first + i, static_cast<std::uint64_t>(block.offsets[i]));
        if (!goes_on) return false;
      }
      return true;
    });
  }

  [[nodiscard]] point_range all() const { return {0, where.position_count}; }

  const destinations& where;
  const kernel::kernel_set& kernels;

 private:
  [[nodiscard]] slice_axes windows() const {
    return {cells_.axes.data() + how_.outer_axes, cells_.axes.size() - how_.outer_axes};
  }

  // The places of one box, by the window axes.
  template <class Visit>
  bool for_each_place_of(const axis* axes, std::uint64_t position, std::int64_t cell, poll_counter& polls,
                         const Visit& visit) const {
    odometer walk(axes, windows().count);
    do {
      if (!polls.go_on(1) || !visit(position, static_cast<std::uint64_t>(cell + walk.table()))) return false;
    } while (walk.next());
    return true;
  }

  // Calls visit(position, cell of its batch axes, window) where windows may be partly off the table.
  template <class Visit>
  [[gnu::noinline]] bool for_each_cut(const point_range& range, const cancellation& cancel, const Visit& visit) const {
    const std::size_t values = cells_.coordinates.size();
    poll_counter polls(cancel, 0);
    return walk_runs(cells_.axes.data(), how_.outer_axes, range, whole_.indices.stored(), values, polls,
                     [&](const point_run& run) {
                       for (std::size_t n = 0; n < run.count; ++n) {
                         const auto steps = static_cast<std::int64_t>(n);
                         cut_window window(cells_, rules_, cut_, run.tuple + steps * run.tuple_step);
                         if (!visit(run.first + n, run.place + steps * run.place_step, window)) return false;
                       }
                       return true;
                     });
  }

  template <class Visit>
  bool read_cut(const point_range& range, const cancellation& cancel, const Visit& visit) const {
    return for_each_cut(range, cancel, [&](std::uint64_t position, std::int64_t cell, cut_window& window) {
      std::uint8_t is_skipped = 1;
      window.for_each_box(windows(), [&](const axis*, std::int64_t box, std::int64_t) {
        cell += box;
        is_skipped = 0;
        return false;
      });
      return visit(position_block{position, 1, &cell, &is_skipped});
    });
  }

  problem cells_;
  rule_list rules_;
  reading how_;
  part whole_;
  kernel::cut_kernel cut_;
  bool is_cut_;  // windows may be partly off the table
};

}  // namespace strew::engine
