#include "solve/even_runs.hpp"

#include <algorithm>

#include "solve/traits.hpp"

namespace strew::engine {
namespace {

// Non-contiguous rows: in blocks with constant-stride offsets.
bool move_rows_evenly(block_mover& blocks, kernel::block& work, std::size_t length, std::int64_t step) {
  std::byte* const direct = work.direct;
  std::byte* const table = work.table;
  std::int64_t* const offsets = blocks.offsets();
  for (std::size_t done = 0; done < length; done += work.positions) {
    work.positions = std::min(length - done, max_block_positions);
    for (std::size_t i = 0; i < work.positions; ++i) offsets[i] = static_cast<std::int64_t>(i) * step;
    work.table = at(table, static_cast<std::int64_t>(done) * step);
    work.direct = at(direct, static_cast<std::int64_t>(done) * work.direct_stride);
    if (!blocks.walk_axes(blocks.inner(), blocks.program().walked_axes, work, blocks.program().unit)) return false;
  }
  return true;
}

// Positions `step` bytes apart in the table, direct_stride apart in the direct operand.
bool move_evenly(block_mover& blocks, kernel::block& work, std::size_t length, std::int64_t step,
                 kernel::block_kernel along) {
  const std::size_t walked = blocks.program().walked_axes;
  blocks.offsets()[0] = 0;
  if (walked == blocks.inner_count()) {
    work.count = length;
    work.table_step = step;
    work.direct_step = work.direct_stride;
    return blocks.walk_axes(blocks.inner(), walked, work, along);
  }
  const axis& row = blocks.inner()[walked];
  const bool is_one_row = step == row.extent * row.table_stride && work.direct_stride == row.extent * row.direct_stride;
  work.count = static_cast<std::size_t>(row.extent);
  work.table_step = row.table_stride;
  work.direct_step = row.direct_stride;
  if (!is_one_row) return move_rows_evenly(blocks, work, length, step);
  work.count *= length;
  return blocks.walk_axes(blocks.inner(), walked, work, blocks.program().unit);
}

}  // namespace

run_kernels find_run_kernels(const situation& in) {
  return {in.kernels.run(index_type_of(in.problem.index_type)), unit_kernel(in, kernel::form::strided)};
}

run_outcome move_run(block_mover& blocks, position_walk& walk, const run_kernels& kernels) {
  const rule_list& rules = blocks.work().rules;
  auto length = static_cast<std::size_t>(std::min(walk.left_in_line(), blocks.between_polls()));
  std::int64_t offset = walk.table();
  std::int64_t step = walk.line().table_stride;
  const auto min_run = static_cast<std::size_t>(blocks.program().min_run);
  for (std::size_t k = 0; k < rules.size(); ++k) {
    if (length < min_run) return run_outcome::none;
    const kernel::even_run run = kernels.find(blocks.column(walk, k, length), rules[k]);
    length = run.length;
    offset += run.start * rules[k].table_stride;
    step += run.step * rules[k].table_stride;
  }
  if (length < min_run) return run_outcome::none;
  kernel::block work = blocks.begin(walk);
  work.table = at(work.table, offset);
  if (!move_evenly(blocks, work, length, step, kernels.along)) return run_outcome::cancelled;
  walk.skip(static_cast<std::int64_t>(length));
  return run_outcome::moved;
}

}  // namespace strew::engine
