// A few positions in one line: a simplified version of blocks.hpp. Small calls spend their time here, so it is inlined.
// Shared by several solvers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solve/blocks.hpp"
#include "walk/members.hpp"

namespace strew::engine {

// The maximum number of positions of such a line; of one whose offsets take more of the stack; and of one of a fused
// kernel, which needs no offsets.
constexpr std::int64_t max_short_line = 31;
constexpr std::int64_t max_middle_line = 512;
constexpr std::int64_t max_fused_short_line = 4096;

// Of a problem with one axis and one coordinate.
inline kernel::index_column column_of_line(const part& work) {
  const std::byte* const first = work.indices.stored() + work.problem.coordinates[0].index_offset;
  return {first, work.axes[0].index_stride, static_cast<std::size_t>(work.axes[0].extent)};
}

template <std::int64_t Most>
class line_at_once {
 public:
  line_at_once(const part& work, const block_program& program) : work_(work), program_(program), line_(work.axes[0]) {
    units_.table = work.table;
    units_.direct = work.direct;
    units_.offsets = offsets_;
    units_.positions = static_cast<std::size_t>(line_.extent);
    units_.direct_stride = line_.direct_stride;
    units_.width = static_cast<std::size_t>(work.width);
    units_.is_near = program.is_near;
    units_.suits_gathers = program.suits_gathers;
    units_.in_order = program.in_order;
    units_.stages_starts = program.stages_starts;
    units_.first_replaces = work.problem.exclude_self;
    const bool has_row = work.problem.axes.size() == 2;
    if (has_row) units_.count = static_cast<std::size_t>(work.axes[1].extent);
    units_.table_step = has_row ? work.axes[1].table_stride : line_.table_stride;
    units_.direct_step = has_row ? work.axes[1].direct_stride : line_.direct_stride;
  }

  void run_fused(kernel::fused_kernel fused) {
    if (fused(column_of_line(work_), work_.rules[0], units_)) work_.report_skip();
  }

  void run() {
    for (std::size_t i = 0; i < units_.positions; ++i) offsets_[i] = static_cast<std::int64_t>(i) * line_.table_stride;
    const kernel::index_column tuples{work_.indices.stored(), line_.index_stride, units_.positions};
    if (resolve_plain(program_.starts.resolve, work_.problem, work_.rules, tuples, offsets_, skip_mask_)) {
      units_.skip_mask = skip_mask_;
      work_.report_skip();
    }
    program_.unit(units_);
  }

 private:
  const part& work_;
  const block_program& program_;
  const axis& line_;
  kernel::block units_;
  std::int64_t offsets_[Most];
  std::uint8_t skip_mask_[Most];
};

// A small call: each position with one element or one short row, none of them filled. Of a searched line only few
// positions are moved at once.
inline bool is_small_line(const part& work, const block_program& program, bool is_fused, bool is_searched) {
  const std::int64_t most = is_fused ? max_fused_short_line : max_middle_line;
  if (!program.has_small_slices || program.positions <= 1 || work.axes[0].extent > most) return false;
  if (work.axes[0].extent <= max_short_line) return true;
  const std::int64_t units = work.problem.axes.size() == 2 ? work.axes[1].extent : 1;
  constexpr auto polled = static_cast<std::int64_t>(bytes_between_polls);
  return !is_searched && units * work.width * work.axes[0].extent <= polled;
}

[[gnu::noinline]] inline void run_middle_line(const part& work, const block_program& program) {
  line_at_once<max_middle_line>(work, program).run();
}

inline void run_small_line(const part& work, const block_program& program, kernel::fused_kernel fused) {
  if (fused == nullptr && work.axes[0].extent > max_short_line) return run_middle_line(work, program);
  line_at_once<max_short_line> line(work, program);
  fused != nullptr ? line.run_fused(fused) : line.run();
}

// Calls visit(part) for each band of the slices.
template <class Visit>
[[gnu::noinline]] bool for_each_band(const part& work, const block_program& program, const Visit& visit) {
  const std::size_t along = program.outer_axes;
  const std::int64_t extent = work.axes[along].extent;
  run_list<axis> axes(work.axes, work.problem.axes.size());
  for (std::int64_t first = 0; first < extent; first += program.band) {
    const std::int64_t last = std::min<std::int64_t>(extent, first + program.band);
    if (!visit(part_along(work, along, first, last, axes))) return false;
  }
  return true;
}

// The run function of every solver with blocks: a short line directly, otherwise visit(blocks, walk) for each walk.
// `fused` may be null. False if cancelled.
template <class Visit>
bool run_blocks(const part& work, const block_program& program, kernel::fused_kernel fused, const cancellation& cancel,
                const Visit& visit, bool is_searched = false) {
  if (is_small_line(work, program, fused != nullptr, is_searched)) {
    if (cancel.is_requested()) return false;
    run_small_line(work, program, fused);
    return true;
  }
  if (program.band != 0 && (work.shared == no_axis || work.shared >= program.outer_axes)) {
    return for_each_band(work, program, [&](const part& band) {
      return with_mover(band, program, cancel, [&](block_mover& blocks) {
        return blocks.for_each_walk([&](position_walk& walk) { return visit(blocks, walk); });
      });
    });
  }
  return with_mover(work, program, cancel, [&](block_mover& blocks) {
    return blocks.for_each_walk([&](position_walk& walk) { return visit(blocks, walk); });
  });
}

}  // namespace strew::engine
