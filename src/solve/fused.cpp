#include "solve/fused.hpp"

#include <algorithm>

#include "solve/traits.hpp"

namespace strew::engine {
namespace {

// Blocks of short lines between two polls: no offsets are kept for them.
constexpr std::int64_t blocks_at_once = 8;

// The next `size` positions, of one line.
void move_fused(block_mover& blocks, position_walk& walk, kernel::fused_kernel fused, std::int64_t size) {
  kernel::block work = blocks.begin(walk);
  work.table = at(work.table, walk.table());
  work.table_step = walk.line().table_stride;
  work.direct_step = walk.line().direct_stride;
  if (blocks.program().fetched_step != 0 && blocks.flat_axes() >= 2) work.soon[0] = blocks.next_line(walk);
  blocks.report(fused(blocks.column(walk, 0, static_cast<std::size_t>(size)), blocks.work().rules[0], work));
  walk.skip(size);
}

}  // namespace

kernel::fused_kernel find_fused(const situation& in) {
  const problem& p = in.problem;
  const bool is_plain =
      p.pass == accumulator_pass::none && p.coordinates.size() == 1 && in.outer == p.axes.size() && !in.is_paired;
  const kernel::mode outside = mode_of(p);
  const bool skips = outside == kernel::mode::skip;
  if (!is_plain || outside == kernel::mode::wrap || skips != p.is_write()) return nullptr;
  return find_fused(index_type_of(p.index_type), p, in.kernels);
}

kernel::fused_kernel find_fused(kernel::index_type type, const problem& p, const kernel::kernel_set& kernels) {
  if (p.reduce == reduction::none) {
    const auto way = p.is_write() ? kernel::direction::write : kernel::direction::read;
    return kernels.fused_move(type, way, kernel::class_of(static_cast<std::size_t>(p.width)));
  }
  return kernels.fused_combine(type, scalar_of(p.type), combination_of(p));
}

bool move_next(block_mover& blocks, position_walk& walk, kernel::fused_kernel fused, std::int64_t size) {
  if (fused == nullptr || walk.left_in_line() < blocks.program().min_fused)
    return blocks.move(walk, std::min({size, blocks.max_block(), walk.left()}));
  move_fused(blocks, walk, fused, std::min(size, walk.left_in_line()));
  return true;
}

bool has_short_lines(const block_mover& blocks) {
  const std::size_t outer = blocks.program().outer_axes;
  const problem& p = blocks.work().problem;
  const bool is_written = p.is_write() && p.reduce == reduction::none;
  const std::int64_t most = is_written ? blocks.max_block() : blocks.program().max_fused_line;
  return blocks.flat_axes() == 2 && blocks.work().axes[outer - 1].extent <= most;
}

even_lines::even_lines(block_mover& blocks, const position_walk& walk)
    : blocks_(blocks),
      rows_(blocks.work().axes[blocks.program().outer_axes - 2]),
      first_(blocks.begin(walk)),
      indices_(blocks.column(walk, 0, static_cast<std::size_t>(walk.line().extent))) {
  first_.table = at(first_.table, walk.table());
  first_.table_step = walk.line().table_stride;
  first_.direct_step = walk.line().direct_stride;
  first_.line_step = rows_.table_stride;
  first_.has_far_lines =
      !blocks.program().is_near && rows_.extent > kernel::min_far_table / std::max<std::int64_t>(rows_.table_stride, 1);
}

std::int64_t even_lines::at_once() const {
  return std::max(blocks_at_once * blocks_.max_block() / static_cast<std::int64_t>(indices_.count), std::int64_t{1});
}

kernel::index_column even_lines::indices(std::int64_t line) const {
  return {indices_.first + line * rows_.index_stride, indices_.stride, indices_.count};
}

void even_lines::move(kernel::fused_kernel fused, std::int64_t line, std::int64_t count) {
  kernel::block work = first_;
  work.table = at(first_.table, line * rows_.table_stride);
  work.direct = at(first_.direct, line * rows_.direct_stride);
  work.lines = static_cast<std::size_t>(count);
  blocks_.report(fused(indices(line), blocks_.work().rules[0], work));
}

bool move_short_lines(block_mover& blocks, const position_walk& walk, kernel::fused_kernel fused,
                      const cancellation& cancel) {
  even_lines lines(blocks, walk);
  const std::int64_t count = walk.left() / walk.line().extent;
  const std::int64_t most = lines.at_once();
  for (std::int64_t line = 0; line < count; line += most) {
    if (cancel.is_requested()) return false;
    lines.move(fused, line, std::min(most, count - line));
  }
  return true;
}

}  // namespace strew::engine
