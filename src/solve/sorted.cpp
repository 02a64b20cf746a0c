// Writes whose index values ascend: tasks divide the positions where one cell ends and the next one begins.
#include <algorithm>

#include "solve/elements.hpp"
#include "solve/forms.hpp"
#include "solve/ownership.hpp"
#include "solve/short_line.hpp"
#include "solve/traits.hpp"

namespace strew::engine {
namespace {

struct sorted_program {
  block_program blocks;
  kernel::fused_kernel fused;  // may be null
  kernel::load_kernel load;
  bool has_columns;  // owners can divide a hot slice
};

const char* refuse(const situation& in) {
  const problem& p = in.problem;
  if (!in.collides) return "no two positions write one cell, so any task may take any of them";
  if (const char* reason = refuse_blocks(in)) return reason;
  if (in.outer != 1 || p.coordinates.size() != 1) return "a position has several axes or its index several members";
  if (p.axes[0].table_stride != 0 || p.axes[0].index_stride == 0) return "positions of one index write several cells";
  return p.policy.outside != out_of_bounds::error && !in.indices.is_sorted
             ? "values in ascending order may have places in another one"
             : nullptr;
}

const char* decline(const situation& in) {
  if (has_longer_slices(in)) return "an axis of slices is divided among tasks";
  return in.work < 2 * kernel::tuning::min_task_bytes ? "there is too little work for two tasks" : nullptr;
}

program make(const situation& in) {
  sorted_program made{make_blocks_of_any_form(in), find_fused(in),
                      in.kernels.load(index_type_of(in.problem.index_type)), columns_of(in.problem).along != no_axis};
  made.blocks.in_order = true;
  program chosen;
  chosen.set(made);
  return chosen;
}

bool run(const program& chosen, const part& work, const cancellation& cancel) {
  const auto& decision = chosen.as<sorted_program>();
  return run_elements(work, decision.blocks, decision.fused, cancel);
}

// The first position from `position` on whose value is not that of the one before it.
std::int64_t end_of_cell(const part& whole, kernel::load_kernel load, std::int64_t position) {
  const axis& line = whole.axes[0];
  if (position == 0 || position == line.extent) return position;
  const std::byte* const indices = whole.indices + whole.problem.coordinates[0].index_offset;
  const auto value = [&](std::int64_t p) { return load(indices + p * line.index_stride); };
  const std::uint64_t before = value(position - 1);
  std::int64_t low = position;
  std::int64_t high = line.extent;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    value(middle) <= before ? low = middle + 1 : high = middle;
  }
  return low;
}

bool run_team(const program& chosen, const part& whole, const team& with, const cancellation& cancel) {
  if (!with.is_sorted) return with.for_each(1, [&](std::uint64_t /*task*/) { return run(chosen, whole, cancel); });
  const kernel::load_kernel load = chosen.as<sorted_program>().load;
  const auto positions = static_cast<std::uint64_t>(whole.axes[0].extent);
  const std::uint64_t tasks = std::min(with.tasks, positions);
  const auto begin = [&](std::uint64_t n) {
    return end_of_cell(whole, load, static_cast<std::int64_t>(border(positions, tasks, n)));
  };
  return with.for_each(tasks, [&](std::uint64_t n) {
    run_list<axis> axes(whole.axes, whole.problem.axes.size());
    const std::int64_t first = begin(n);
    const std::int64_t last = begin(n + 1);
    return first >= last || run(chosen, part_along(whole, 0, first, last, axes), cancel);
  });
}

std::size_t block(const program& chosen) {
  return chosen.as<sorted_program>().blocks.positions;
}

bool suits(const program& chosen, const index_sample& seen) {
  const bool is_divided =
      chosen.as<sorted_program>().has_columns && is_hot(seen.most_frequent, seen.positions, seen.tasks);
  return seen.tasks > 1 && seen.is_sorted && !is_divided;
}

}  // namespace

constexpr solver sorted_solver = {.name = "sorted",
                                  .method = "tasks divide the positions where a cell ends, as indices ascend",
                                  .refuse = refuse,
                                  .make = make,
                                  .run = run,
                                  .block = block,
                                  .decline = decline,
                                  .suits = suits,
                                  .unless =
                                      "one task runs it, the indices are not known to ascend, or many positions write "
                                      "one wide slice",
                                  .run_team = run_team};

}  // namespace strew::engine
