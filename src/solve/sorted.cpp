// Writes whose index values ascend, or descend, or ascend in a few runs: tasks divide the positions where one cell ends
// and the next one begins.
#include <algorithm>

#include "facts/order.hpp"
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
  const kernel::kernel_set* kernels;
};

const char* refuse(const situation& in) {
  const problem& p = in.problem;
  if (const char* reason = refuse_owners(in)) return reason;
  if (in.outer != 1 || p.coordinates.size() != 1) return "a position has several axes or its index several members";
  if (p.has_indexed_weights()) return "indices select weights";
  if (p.axes[0].table_stride != 0 || p.axes[0].index_stride == 0) return "positions of one index write several cells";
  const bool is_own_place = p.policy.outside == out_of_bounds::error || p.policy.outside == out_of_bounds::assume;
  return !is_own_place && !in.facts.order.is(index_order::ascending, source::promise)
             ? "values in ascending order may have places in another one"
             : nullptr;
}

program make(const situation& in) {
  sorted_program made{make_blocks_of_any_form(in), find_fused(in),
                      in.kernels.load(index_type_of(in.problem.index_type)), &in.kernels};
  made.blocks.in_order = true;  // a processor reads ahead backwards too
  return program(made);
}

// Divides positions that ascend, or descend, or ascend in runs, among tasks: each has the cells from a value on, in all
// runs, one run after the other.
class sorted_positions {
 public:
  sorted_positions(const part& whole, const sorted_program& chosen, const team& with)
      : load_(chosen.load),
        side_(whole.problem),
        indices_(whole.indices + whole.problem.coordinates[0].index_offset),
        stride_(whole.axes[0].index_stride),
        descends_(with.order == index_order::descending) {
    if (with.order == index_order::none || with.order == index_order::runs) return;
    runs_.count = 1;
    runs_.ends[0] = static_cast<std::uint64_t>(whole.axes[0].extent);
  }

  // Where they may ascend in runs, before anything else is asked. False if cancelled.
  bool find_runs(const part& whole, const sorted_program& chosen, const team& with, const cancellation& cancel) {
    const kernel::index_column all{indices_.stored(), stride_, static_cast<std::size_t>(whole.axes[0].extent)};
    const auto found = runs_of(all, whole.problem.index_type, *chosen.kernels, with, cancel);
    if (!found) return false;
    runs_ = *found;
    for (std::size_t n = 1; n < runs_.count; ++n)
      if (runs_.ends[n] - begin_of(n) > longest()) longest_ = n;
    return true;
  }

  [[nodiscard]] std::size_t runs() const { return runs_.count; }
  // Positions of the longest run, by which the others are divided too: at most so many tasks.
  [[nodiscard]] std::uint64_t longest() const { return runs_.ends[longest_] - begin_of(longest_); }

  // Where task n of so many begins in a run; the last one ends with it. The values may be modified meanwhile.
  [[nodiscard]] std::uint64_t begin(std::size_t run, std::uint64_t n, std::uint64_t tasks) const {
    const std::uint64_t first = begin_of(run);
    const std::uint64_t last = runs_.ends[run];
    if (n == 0 || n == tasks) return n == 0 ? first : last;
    const std::uint64_t own = value(begin_of(longest_) + border(longest(), tasks, n));
    std::uint64_t low = first;
    std::uint64_t high = last;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      const bool is_before = descends_ ? value(middle) > own : value(middle) < own;
      is_before ? low = middle + 1 : high = middle;
    }
    return low;
  }

 private:
  [[nodiscard]] std::uint64_t begin_of(std::size_t run) const { return run == 0 ? 0 : runs_.ends[run - 1]; }
  [[nodiscard]] std::uint64_t value(std::uint64_t position) const {
    const index_place at = indices_ + static_cast<std::int64_t>(position) * stride_;
    return side_.segments ? count_begun(load_, side_, at) : load_(at.stored());
  }

  kernel::load_kernel load_;
  const indexed_side& side_;
  index_place indices_;
  std::int64_t stride_;
  bool descends_;
  ascending_runs runs_;
  std::size_t longest_ = 0;
};

bool run_team(const program& chosen, const part& whole, const team& with, const cancellation& cancel) {
  const auto run = [&](const part& work) { return run_elements<sorted_program>(chosen, work, cancel); };
  if (with.tasks == 1) return with.for_each(1, [&](std::uint64_t /*task*/) { return run(whole); });
  const auto& decision = chosen.as<sorted_program>();
  sorted_positions all(whole, decision, with);
  if (with.order == index_order::runs && !all.find_runs(whole, decision, with, cancel)) return false;
  if (all.runs() == 0) return with.for_each(1, [&](std::uint64_t /*task*/) { return run(whole); });
  const std::uint64_t tasks = std::min(with.tasks, all.longest());
  return with.for_each(tasks, [&](std::uint64_t n) {
    run_list<axis> axes(whole.axes, whole.problem.axes.size());
    for (std::size_t one = 0; one < all.runs(); ++one) {
      const auto first = static_cast<std::int64_t>(all.begin(one, n, tasks));
      const auto last = static_cast<std::int64_t>(all.begin(one, n + 1, tasks));
      if (first < last && !run(part_along(whole, 0, first, last, axes))) return false;
    }
    return true;
  });
}

// A wide slice that many positions write is one task's: the others have the rest.
workload cost(const program& chosen, const situation& in, std::uint64_t tasks) {
  situation each = in;
  const bool has_runs = in.facts.order.value == index_order::runs;
  if (has_runs) each.facts.order.value = index_order::ascending;
  workload made = work_of_any_form(each, chosen.as<sorted_program>().fused != nullptr);
  if (has_runs && tasks > 1) {
    const sizes of(each);
    add_stream(made, of, of.positions * of.index_bytes);
    const double runs = std::max<double>(in.facts.runs, 1);
    add_stream(made, of, (runs - 1) * std::min(of.table_bytes, of.positions / runs * of.slice_bytes));
    ++made.passes;
  }
  const double share = 1 / static_cast<double>(tasks);
  if (sizes(in).hot > share) made.alone = (sizes(in).hot - share) / (1 - share);
  return made;
}

}  // namespace

constexpr solver sorted_solver = {
    .name = "sorted",
    .method = "tasks divide the positions where a cell ends, as indices ascend, in a few runs at most",
    .refuse = refuse,
    .make = make,
    .run = run_elements<sorted_program>,
    .block = block_of<sorted_program>,
    .cost = cost,
    .needs_order = true,
    .run_team = run_team,
    .reports = true,
    .takes_pairs = true};

}  // namespace strew::engine
