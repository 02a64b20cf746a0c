// Positions in blocks: indices are resolved to offsets, then the kernel moves or combines. Positions whose indices step
// evenly need no offsets.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "execute/odometer.hpp"
#include "execute/part.hpp"
#include "execute/positions.hpp"
#include "execute/short_line.hpp"
#include "execute/windows.hpp"

namespace strew {
inline namespace engine {
namespace {

constexpr std::size_t least_run = 24;  // a shorter run is no gain
constexpr std::int64_t first_try =
    longest_short_line + 1;                        // positions until a run is looked for again; doubled each time
constexpr std::int64_t least_sweep = 8;            // positions of a line that are worth a call
constexpr std::int64_t most_run_bytes = 1 << 22U;  // between two polls, but for one wider slice

class block_runner {
 public:
  explicit block_runner(const part& work)
      : work_(work),
        p_(work.what.what),
        how_(work.what.how),
        inner_(work.axes + how_.outer_axes),
        inner_count_(p_.axes.size() - how_.outer_axes) {
    std::int64_t slice = p_.width;
    for (std::size_t a = 0; a < inner_count_ && slice < most_run_bytes; ++a) slice *= inner_[a].extent;
    most_run_ = std::max<std::int64_t>(most_run_bytes / slice, 1);
    looks_for_runs_ = how_.looks_for_runs && most_run_ >= static_cast<std::int64_t>(least_run);
  }

  bool run(const cancellation& cancel) {
    const std::size_t walked = how_.outer_axes - work_.flat_axes;
    odometer outer(work_.axes, walked);
    do {
      table_ = at(work_.table, outer.table());
      direct_ = at(work_.direct, outer.direct());
      tuples_ = p_.coordinates.empty() ? nullptr : work_.indices + outer.index();
      if (has_short_lines()) {
        if (!run_short_lines(work_.axes[how_.outer_axes - 2], work_.axes[how_.outer_axes - 1], cancel)) return false;
        continue;
      }
      if (!run_positions(position_walk(work_.axes + walked, work_.flat_axes), cancel)) return false;
    } while (outer.next());
    return true;
  }

 private:
  // Rows of few elements, numbered through: the last axis of a table with four columns, say.
  [[nodiscard]] bool has_short_lines() const {
    return how_.sweep != nullptr && work_.flat_axes == 2 &&
           work_.axes[how_.outer_axes - 1].extent < static_cast<std::int64_t>(least_run);
  }

  bool run_short_lines(const axis& rows, const axis& line, const cancellation& cancel) {
    const std::int64_t most = std::max<std::int64_t>(static_cast<std::int64_t>(how_.block_positions) / line.extent, 1);
    for (std::int64_t row = 0; row < rows.extent; row += most) {
      if (cancel.is_asked()) return false;
      kernel::block work;
      work.table = at(table_, row * rows.table_stride);
      work.direct = at(direct_, row * rows.direct_stride);
      work.table_step = line.table_stride;
      work.direct_step = line.direct_stride;
      work.lines = static_cast<std::size_t>(std::min(most, rows.extent - row));
      work.line_step = rows.table_stride;
      const std::byte* first = tuples_ + row * rows.index_stride + p_.coordinates[0].index_offset;
      report(how_.sweep({first, line.index_stride, static_cast<std::size_t>(line.extent)}, how_.rules[0], work));
    }
    return true;
  }

  void report(bool leaves_out) const {
    if (leaves_out && work_.leaves_out != nullptr) *work_.leaves_out = true;
  }

  bool run_positions(position_walk walk, const cancellation& cancel) {
    const std::int64_t most = std::min(static_cast<std::int64_t>(how_.block_positions), most_run_);
    // Slices that are walked point by point want many positions at once.
    const std::int64_t first = looks_for_runs_ && how_.walked_axes == 0 ? std::min(first_try, most) : most;
    std::int64_t size = first;
    while (walk.left() > 0) {
      if (cancel.is_asked()) return false;
      if (looks_for_runs_ && move_run(walk)) {
        size = first;
        continue;
      }
      if (how_.sweep != nullptr && walk.left_in_line() >= least_sweep) {
        sweep(walk, std::min(size, walk.left_in_line()));
      } else {
        move_block(walk, std::min(size, walk.left()));
      }
      size = std::min(most, size * 2);
    }
    return true;
  }

  // The next position, as a block of one.
  [[nodiscard]] kernel::block begin(const position_walk& walk) const {
    kernel::block work;
    work.table = table_;
    work.direct = at(direct_, walk.number() * walk.line().direct_stride);
    work.offsets = offsets_.data();
    work.positions = 1;
    work.direct_stride = walk.line().direct_stride;
    work.width = static_cast<std::size_t>(p_.width);
    work.first_replaces = how_.first_replaces;
    return work;
  }

  void move_block(position_walk& walk, std::int64_t size) {
    kernel::block work = begin(walk);
    work.positions = static_cast<std::size_t>(size);
    const std::int64_t stride = walk.line().index_stride;
    const std::byte* tuple = tuples_ == nullptr ? nullptr : tuples_ + walk.number() * stride;
    walk.take(size, offsets_.data());
    if (how_.cuts_windows) {
      move_cut(work, tuple);
    } else {
      move_whole(work, tuple, stride);
    }
  }

  // Positions of one line, one element each.
  void sweep(position_walk& walk, std::int64_t size) {
    kernel::block work = begin(walk);
    work.table = at(table_, walk.table());
    work.table_step = walk.line().table_stride;
    work.direct_step = walk.line().direct_stride;
    const std::int64_t stride = walk.line().index_stride;
    const std::byte* first = tuples_ + walk.number() * stride + p_.coordinates[0].index_offset;
    const bool leaves_out = how_.sweep({first, stride, static_cast<std::size_t>(size)}, how_.rules[0], work);
    report(leaves_out);
    walk.skip(size);
  }

  // Every position moves its whole slice or nothing.
  void move_whole(kernel::block& work, const std::byte* tuple, std::int64_t stride) {
    bool leaves_out = false;
    if (!p_.coordinates.empty()) std::fill_n(nothing_.begin(), work.positions, std::uint8_t{0});
    for (std::size_t k = 0; k < p_.coordinates.size(); ++k) {
      const kernel::index_column column{tuple + p_.coordinates[k].index_offset, stride, work.positions};
      leaves_out |= how_.resolve(column, how_.rules[k], offsets_.data(), nothing_.data());
    }
    if (leaves_out) work.nothing = nothing_.data();
    report(leaves_out);
    walk_slice(inner_, work, how_.move);
    if (leaves_out && how_.fill != nullptr) fill(work);
  }

  // One position whose window may be cut: each box of it that lies on the table moves by itself. The stack that its
  // lists take is not that of all other blocks.
  [[gnu::noinline]] void move_cut(kernel::block& work, const std::byte* tuple) {
    cut_window window(p_, how_.cut, tuple);
    if (how_.fill != nullptr && !window.is_whole()) {
      nothing_[0] = 1;
      work.nothing = nothing_.data();
      fill(work);
      work.nothing = nullptr;
    }
    window.for_each_box(inner_, inner_count_, [&](const axis* axes, std::int64_t table, std::int64_t direct) {
      kernel::block box = work;
      box.table = at(box.table, table);
      box.direct = at(box.direct, direct);
      walk_slice(axes, box, how_.move);
    });
  }

  void fill(kernel::block& work) {
    walk_slice(inner_, work, [&](const kernel::block& units) { how_.fill(units, p_.fill.data(), p_.fill.size()); });
  }

  // The positions of this line whose indices step evenly, if there are enough.
  bool move_run(position_walk& walk) {
    auto length = static_cast<std::size_t>(std::min(walk.left_in_line(), most_run_));
    std::int64_t offset = walk.table();
    std::int64_t step = walk.line().table_stride;
    const std::int64_t stride = walk.line().index_stride;
    for (std::size_t k = 0; k < p_.coordinates.size(); ++k) {
      if (length < least_run) return false;
      const std::byte* first = tuples_ + walk.number() * stride + p_.coordinates[k].index_offset;
      const kernel::even_run run = how_.run({first, stride, length}, how_.rules[k]);
      length = run.length;
      offset += run.start * how_.rules[k].table_stride;
      step += run.step * how_.rules[k].table_stride;
    }
    if (length < least_run) return false;
    kernel::block work = begin(walk);
    work.table = at(work.table, offset);
    move_evenly(work, length, step);
    walk.skip(static_cast<std::int64_t>(length));
    return true;
  }

  // Positions `step` bytes apart in the table, direct_stride apart in the direct operand.
  void move_evenly(kernel::block& work, std::size_t length, std::int64_t step) {
    offsets_[0] = 0;
    if (how_.walked_axes == inner_count_) {
      work.count = length;
      work.table_step = step;
      work.direct_step = work.direct_stride;
      walk_axes(inner_, inner_count_, work, how_.along);
      return;
    }
    const axis& row = inner_[how_.walked_axes];
    const bool is_one_row =
        step == row.extent * row.table_stride && work.direct_stride == row.extent * row.direct_stride;
    work.count = static_cast<std::size_t>(row.extent);
    work.table_step = row.table_stride;
    work.direct_step = row.direct_stride;
    if (is_one_row) {
      work.count *= length;
      walk_axes(inner_, how_.walked_axes, work, how_.move);
      return;
    }
    std::byte* direct = work.direct;
    std::byte* table = work.table;
    for (std::size_t done = 0; done < length; done += work.positions) {
      work.positions = std::min(length - done, max_block_positions);
      for (std::size_t i = 0; i < work.positions; ++i) offsets_[i] = static_cast<std::int64_t>(i) * step;
      work.table = at(table, static_cast<std::int64_t>(done) * step);
      work.direct = at(direct, static_cast<std::int64_t>(done) * work.direct_stride);
      walk_axes(inner_, how_.walked_axes, work, how_.move);
    }
  }

  // The kernel takes the last inner axis if it is not walked. A block is handed on by reference: a copy of what has
  // just been written would wait for the stores.
  template <class Work>
  void walk_slice(const axis* axes, kernel::block& work, const Work& call) const {
    if (how_.walked_axes < inner_count_) {
      const axis& row = axes[how_.walked_axes];
      work.count = static_cast<std::size_t>(row.extent);
      work.table_step = row.table_stride;
      work.direct_step = row.direct_stride;
    }
    walk_axes(axes, how_.walked_axes, work, call);
  }

  template <class Work>
  static void walk_axes(const axis* axes, std::size_t count, kernel::block& work, const Work& call) {
    if (count == 0) return call(work);
    odometer walk(axes, count);
    std::byte* const table = work.table;
    std::byte* const direct = work.direct;
    do {
      work.table = at(table, walk.table());
      work.direct = at(direct, walk.direct());
      call(work);
    } while (walk.next());
    work.table = table;
    work.direct = direct;
  }

  const part& work_;
  const problem& p_;
  const program& how_;
  const axis* inner_;
  std::size_t inner_count_;
  std::int64_t most_run_;  // positions between two polls
  bool looks_for_runs_;
  std::byte* table_ = nullptr;
  std::byte* direct_ = nullptr;
  const std::byte* tuples_ = nullptr;
  std::array<std::int64_t, max_block_positions> offsets_;
  std::array<std::uint8_t, max_block_positions> nothing_;
};

}  // namespace

bool run_blocks(const part& work, const cancellation& cancel) {
  if (is_short_line(work)) {
    if (cancel.is_asked()) return false;
    short_line(work).run(work.indices);
    return true;
  }
  return block_runner(work).run(cancel);
}

}  // namespace engine
}  // namespace strew
