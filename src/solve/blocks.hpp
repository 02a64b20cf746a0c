// Positions in blocks: indices are resolved to offsets, then a kernel moves or combines the units of all of them.
// Shared by several solvers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "solve/solver.hpp"
#include "walk/odometer.hpp"
#include "walk/positions.hpp"

namespace strew::engine {

// The block of offsets and flags is on the stack of the calling thread: arrays of a size that no kernel set can change.
constexpr std::size_t max_block_positions = kernel::tuning::block_positions;
static_assert(std::is_same_v<decltype(&kernel::tuning::block_positions), const std::int64_t*>);
static_assert(max_block_positions <= std::numeric_limits<std::uint16_t>::max());

// The traversal of the axes of a problem, and the kernels of every solver with blocks.
struct block_program {
  // The first axes select positions, the rest traverse a slice. Of the outer ones the last `flat_axes` are numbered
  // consecutively: their direct and index strides are those of one long axis. Of the inner ones the first `walked_axes`
  // are traversed point by point; the kernel processes the rest, at most one.
  std::uint16_t outer_axes;
  std::uint16_t flat_axes;
  std::uint16_t walked_axes;
  std::uint16_t positions;  // resolved at once
  // See kernel/tuning.def.
  std::int16_t min_fused, max_fused_line, min_run;
  std::uint8_t fetched_step;  // bytes of the cells of the next line for each position of a fused line; 0: none
  kernel::resolve_kernel resolve;
  kernel::block_kernel unit;
  kernel::fill_kernel fill;  // only with the fill policy
  kernel::fence_kernel fence;
  bool streams;           // many rows, each long or beside the one before it
  bool in_order;          // the cells, as the solver knows
  bool stages_starts;     // as tuned
  bool has_small_slices;  // one outer axis, at most one row for the kernel, of few bytes: see short_line.hpp
};

// `kernel_takes_row`: the kernel processes the units of the last inner axis.
block_program make_blocks(const situation& in, kernel::form shape, bool kernel_takes_row);

// Places [first, last) of the dimension that a coordinate addresses.
struct window_places {
  std::size_t coordinate;
  std::int64_t first;
  std::int64_t last;
};

class block_mover {
 public:
  block_mover(const part& work, const block_program& program, const cancellation& cancel);
  ~block_mover() {
    if (program_.streams) program_.fence();
  }
  block_mover(const block_mover&) = delete;
  block_mover& operator=(const block_mover&) = delete;

  // Calls visit(walk) for each point of the outer axes that are not numbered consecutively, until it returns false.
  template <class Visit>
  bool for_each_walk(const Visit& visit) {
    const std::size_t walked = program_.outer_axes - flat_axes_;
    odometer outer(work_.axes, walked);
    do {
      table_ = at(work_.table, outer.table());
      direct_ = at(work_.direct, outer.direct());
      tuples_ = work_.problem.coordinates.empty() ? nullptr : work_.indices + outer.index();
      position_walk walk(work_.axes + walked, flat_axes_);
      if (!visit(walk)) return false;
    } while (outer.next());
    return true;
  }

  // Positions whose slices are moved between two polls: few where they are wide.
  [[nodiscard]] std::int64_t between_polls() const { return between_polls_; }
  // Of one block. Slices that are traversed point by point use large blocks, with polls in between.
  [[nodiscard]] std::int64_t max_block() const;
  [[nodiscard]] std::size_t flat_axes() const { return flat_axes_; }

  // The next `size` positions with their offsets, and a skip mask if some have no start.
  kernel::block resolve(position_walk& walk, std::int64_t size);
  // Moves the slices of a resolved block; false if cancelled, here and below.
  bool move_slices(kernel::block& work);
  // The same for columns [first, last) of the slices: points along an inner axis, or bytes of a unit; see part_along.
  bool move_columns(kernel::block& work, std::size_t along, std::int64_t first, std::int64_t last);
  // Moves the next `size` positions: each its whole slice or nothing.
  bool move(position_walk& walk, std::int64_t size);
  // Moves the next one, whose window may be cut, box by box; with `only`, what is at these places along its coordinate.
  bool move_cut(position_walk& walk, kernel::cut_kernel cut, const window_places* only = nullptr);

  // The next position as a block of one, and `count` tuples, or values of member k, from it on.
  [[nodiscard]] kernel::block begin(const position_walk& walk) const;
  [[nodiscard]] kernel::index_column tuples(const position_walk& walk, std::size_t count) const {
    const std::int64_t stride = walk.line().index_stride;
    return {at(const_cast<std::byte*>(tuples_), walk.number() * stride), stride, count};
  }
  [[nodiscard]] kernel::index_column column(const position_walk& walk, std::size_t k, std::size_t count) const {
    kernel::index_column made = tuples(walk, count);
    made.first += work_.problem.coordinates[k].index_offset;
    return made;
  }
  void report(bool skips) const {
    if (skips) work_.report_skip();
  }

  [[nodiscard]] const part& work() const { return work_; }
  [[nodiscard]] const block_program& program() const { return program_; }
  [[nodiscard]] const axis* inner() const { return work_.axes + program_.outer_axes; }
  [[nodiscard]] std::size_t inner_count() const { return work_.problem.axes.size() - program_.outer_axes; }
  [[nodiscard]] std::int64_t* offsets() { return offsets_.data(); }

  // Calls the kernel at each point of axes, in pieces if its units are many or wide, and polls in between.
  bool walk_axes(const axis* axes, std::size_t count, kernel::block& work, kernel::block_kernel unit);

 private:
  // The kernel processes the last inner axis if it is not traversed here.
  void take_row(const axis* axes, kernel::block& work) const;
  template <class Call>
  bool walk_points(const axis* axes, std::size_t count, kernel::block& work, const Call& call);
  bool call_unit(const kernel::block& work, kernel::block_kernel unit);
  bool call_in_pieces(const kernel::block& work, kernel::block_kernel unit);
  bool fill(kernel::block& work);
  bool fill_unit(const kernel::block& work);
  bool move_boxes(kernel::block& work, const std::byte* tuple, kernel::cut_kernel cut, const window_places* only);
  bool move_box(kernel::block box, const axis* axes, std::int64_t table, std::int64_t direct);
  // Called after `bytes` were moved.
  [[nodiscard]] bool go_on(std::uint64_t bytes);

  const part& work_;
  const block_program& program_;
  const cancellation& cancel_;
  std::uint64_t moved_ = 0;  // bytes since the last poll within slices
  std::size_t flat_axes_;
  std::int64_t between_polls_;
  std::byte* table_ = nullptr;
  std::byte* direct_ = nullptr;
  const std::byte* tuples_ = nullptr;
  std::array<std::int64_t, max_block_positions> offsets_;
  std::array<std::uint8_t, max_block_positions> skip_mask_;
};

// Moves the rest of a walk, block by block; false if cancelled.
bool move_blocks(block_mover& blocks, position_walk& walk, const cancellation& cancel);

}  // namespace strew::engine
