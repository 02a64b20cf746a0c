// Writes whose index values ascend, or descend: tasks divide the positions where one cell ends and the next one begins.
#include <algorithm>

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
};

const char* refuse(const situation& in) {
  const problem& p = in.problem;
  if (const char* reason = refuse_owners(in)) return reason;
  if (in.outer != 1 || p.coordinates.size() != 1) return "a position has several axes or its index several members";
  if (p.axes[0].table_stride != 0 || p.axes[0].index_stride == 0) return "positions of one index write several cells";
  return p.policy.outside != out_of_bounds::error && !in.facts.order.is(index_order::ascending, source::promise)
             ? "values in ascending order may have places in another one"
             : nullptr;
}

program make(const situation& in) {
  sorted_program made{make_blocks_of_any_form(in), find_fused(in),
                      in.kernels.load(index_type_of(in.problem.index_type))};
  made.blocks.in_order = true;  // a processor reads ahead backwards too
  return program(made);
}

// The first position from `position` on whose value is not that of the one before it.
std::int64_t end_of_cell(const part& whole, kernel::load_kernel load, std::int64_t position) {
  const axis& line = whole.axes[0];
  if (position == 0 || position == line.extent) return position;
  const std::byte* const indices = whole.indices + whole.problem.coordinates[0].index_offset;
  const auto value = [&](std::int64_t p) { return load(indices + p * line.index_stride); };
  const std::uint64_t own = value(position - 1);
  std::int64_t low = position;
  std::int64_t high = line.extent;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    value(middle) == own ? low = middle + 1 : high = middle;
  }
  return low;
}

bool run_team(const program& chosen, const part& whole, const team& with, const cancellation& cancel) {
  const auto run = [&](const part& work) { return run_elements<sorted_program>(chosen, work, cancel); };
  const bool is_divided = with.order == index_order::ascending || with.order == index_order::descending;
  if (!is_divided) return with.for_each(1, [&](std::uint64_t /*task*/) { return run(whole); });
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
    return first >= last || run(part_along(whole, 0, first, last, axes));
  });
}

// A wide slice that many positions write is one task's: the others have the rest.
workload cost(const program& chosen, const situation& in, std::uint64_t tasks) {
  workload made = work_of_any_form(in, chosen.as<sorted_program>().fused != nullptr);
  const double share = 1 / static_cast<double>(tasks);
  if (sizes(in).hot > share) made.alone = (sizes(in).hot - share) / (1 - share);
  return made;
}

}  // namespace

constexpr solver sorted_solver = {.name = "sorted",
                                  .method = "tasks divide the positions where a cell ends, as indices ascend",
                                  .refuse = refuse,
                                  .make = make,
                                  .run = run_elements<sorted_program>,
                                  .block = block_of<sorted_program>,
                                  .cost = cost,
                                  .needs_order = true,
                                  .run_team = run_team,
                                  .reports = true};

}  // namespace strew::engine
