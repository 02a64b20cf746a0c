// Positions in blocks: indices are resolved to offsets, then a kernel moves or combines the units of all of them.
// Shared by several solvers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "partition/reader.hpp"
#include "solve/pairs.hpp"
#include "solve/solver.hpp"

namespace strew::engine {

// The traversal of the axes of a problem, and the kernels of every solver with blocks. The axes that do not select
// positions traverse a slice: the first `walked_axes` of them point by point; the kernel processes the rest, at most
// one.
struct block_program : reading {
  std::uint16_t walked_axes;
  std::uint16_t positions;  // resolved at once
  // See kernel/tuning.def.
  std::uint8_t min_fused, max_fused_line, min_run;
  bool suits_gathers;         // of vectors: offsets fit in 32 bits, and those of a line are near each other
  std::uint16_t band;         // points of the first axis of slices that are moved for all positions; 0: all at once
  std::uint8_t fetched_step;  // bytes of the cells of the next line, or point of slices, for each position; 0: none
  bool streams;               // many rows, each long or beside the one before it
  bool is_near;               // the table is small
  bool in_order;              // the cells, as the solver knows
  bool stages_starts;         // as tuned
  bool has_small_slices;      // one outer axis, at most one row for the kernel, of few bytes: see short_line.hpp
  kernel::block_kernel unit;
  kernel::fill_kernel fill;  // only with the fill policy
  kernel::fence_kernel fence;
  const kernel::kernel_set* paired;  // for updates with indices or weights of their own; else null
};

// `kernel_takes_row`: the kernel processes the units of the last inner axis.
block_program make_blocks(const situation& in, kernel::form shape, bool kernel_takes_row);

// The `block` of a row whose program has blocks.
template <class Program>
std::size_t block_of(const program& chosen) {
  return chosen.as<Program>().blocks.positions;
}

// Places [first, last) of the dimension that a coordinate addresses.
struct window_places {
  std::size_t coordinate;
  std::int64_t first;
  std::int64_t last;
};

class block_mover : public position_reader {
 public:
  block_mover(const part& work, const block_program& program, const cancellation& cancel,
              paired_updates* pairs = nullptr);
  ~block_mover() {
    if (program_.streams) program_.fence();
  }
  block_mover(const block_mover&) = delete;
  block_mover& operator=(const block_mover&) = delete;

  // Positions whose slices are moved between two polls: few where they are wide.
  [[nodiscard]] std::int64_t between_polls() const { return between_polls_; }
  // Of one block. Slices that are traversed point by point use large blocks, with polls in between.
  [[nodiscard]] std::int64_t max_block() const;

  // The next `size` positions with their offsets, and a skip mask if some have no start.
  kernel::block resolve(position_walk& walk, std::int64_t size);
  // Calls visit(block) for positions [first, last), block by block, in order, until it returns false; false then, and
  // if cancelled.
  template <class Visit>
  bool read_blocks(std::uint64_t first, std::uint64_t last, const Visit& visit) {
    return read_pieces(first, last, max_block(),
                       [&](position_walk& walk, std::int64_t size) { return visit(resolve(walk, size)); });
  }
  // Moves the slices of a resolved block; false if cancelled, here and below.
  bool move_slices(kernel::block& work);
  // The same for columns [first, last) of the slices: points along an inner axis, or bytes of a unit; see part_along.
  bool move_columns(kernel::block& work, std::size_t along, std::int64_t first, std::int64_t last);
  // Moves the next `size` positions: each its whole slice or nothing.
  bool move(position_walk& walk, std::int64_t size);
  // Moves the next one, whose window may be cut, box by box; with `only`, what is at these places along its coordinate.
  bool move_cut(position_walk& walk, kernel::cut_kernel cut, const window_places* only = nullptr);

  // What positions of the next line read, from the walk's column on; its program has a fetched_step.
  [[nodiscard]] kernel::upcoming next_line(const position_walk& walk) const;
  // The next position as a block of one.
  [[nodiscard]] kernel::block begin(const position_walk& walk) const;
  void report(bool skips) const {
    if (skips) work_.report_skip();
  }

  [[nodiscard]] const block_program& program() const { return program_; }
  [[nodiscard]] const axis* inner() const { return work_.axes + program_.outer_axes; }
  [[nodiscard]] std::size_t inner_count() const { return work_.problem.axes.size() - program_.outer_axes; }
  [[nodiscard]] std::int64_t* offsets() { return offsets_.data(); }

  // Calls the kernel at each point of axes, in pieces if its units are many or wide, and polls in between.
  bool walk_axes(const axis* axes, std::size_t count, kernel::block& work, kernel::block_kernel unit);

 private:
  // Moves single units whose places both sides list, if they do.
  bool move_listed(position_walk& walk, std::int64_t size, bool& goes_on);
  // The kernel processes the last inner axis if it is not traversed here.
  void take_row(const axis* axes, kernel::block& work) const;
  template <class Call>
  bool walk_points(const axis* axes, std::size_t count, kernel::block& work, const Call& call);
  bool call_unit(const kernel::block& work, kernel::block_kernel unit);
  bool call_polled(const kernel::block& work, kernel::block_kernel unit);
  bool call_in_pieces(const kernel::block& work, kernel::block_kernel unit);
  bool fill(kernel::block& work);
  bool fill_unit(const kernel::block& work);
  bool move_boxes(kernel::block& work, const std::byte* tuple, kernel::cut_kernel cut, const window_places* only);
  bool move_box(kernel::block box, const axis* axes, std::int64_t table, std::int64_t direct);

  const block_program& program_;
  paired_updates* pairs_;  // null: updates follow one another
  bool can_be_listed_;     // both sides
  poll_counter polls_;
  std::int64_t between_polls_;
};

// A separate function: others do not need the stack of the updates.
template <class Visit>
[[gnu::noinline]] bool with_pairs(const part& work, const block_program& program, const cancellation& cancel,
                                  const Visit& visit) {
  const std::size_t row = program.outer_axes + program.walked_axes;
  pair_room room;
  paired_updates pairs(work, *program.paired, row < work.problem.axes.size() ? row : no_axis, &room);
  block_mover blocks(work, program, cancel, &pairs);
  return visit(blocks);
}

// Calls visit(mover).
template <class Visit>
bool with_mover(const part& work, const block_program& program, const cancellation& cancel, const Visit& visit) {
  if (program.paired != nullptr) return with_pairs(work, program, cancel, visit);
  block_mover blocks(work, program, cancel);
  return visit(blocks);
}

// Moves the rest of a walk, block by block; false if cancelled.
bool move_blocks(block_mover& blocks, position_walk& walk, const cancellation& cancel);

}  // namespace strew::engine
