#include "execute/run_step.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "execute/sample.hpp"
#include "solve/traits.hpp"
#include "walk/odometer.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {
namespace {

// Whether tasks may divide this axis: each output element of a read is written once, and colliding points of a write
// differ only along its ordered axes. A window stays with its position.
bool can_split(const step& one, const axis& a) {
  if (a.window_of != no_window) return false;
  return !one.collides || !is_ordered(one.problem, a) || a.extent == 1;
}

std::size_t longest_split(const step& one) {
  const auto& axes = one.problem.axes;
  std::size_t best = no_axis;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (can_split(one, axes[i]) && (best == no_axis || axes[i].extent > axes[best].extent)) best = i;
  }
  return best;
}

arithmetic needs_of(const step& one) {
  return one.problem.reduce == reduction::none ? arithmetic::none : arithmetic::contract;
}

std::uint64_t tasks_of(const step& one, std::size_t along, const execution_context& with) {
  if (along == no_axis) return 1;
  std::uint64_t tasks = count_tasks(with.pool, with.threads, unit_bytes(one.problem));
  if (one.max_tasks != 0) tasks = std::min(tasks, one.max_tasks);
  return std::min(tasks, static_cast<std::uint64_t>(one.problem.axes[along].extent));
}

part whole_of(const step& one, const step_memory& at, bool* skips) {
  return {one.problem,  one.rules, one.problem.axes.data(), no_axis, at.table, at.direct, at.indices,
          at.workspace, skips};
}

// Part n of a problem that is divided evenly along an axis.
bool run_part(const program& chosen, const part& whole, std::size_t along, std::uint64_t tasks, std::uint64_t n,
              const cancellation& cancel) {
  run_list<axis> axes(whole.axes, whole.problem.axes.size());
  axis& mine = axes[along];
  const auto extent = static_cast<std::uint64_t>(mine.extent);
  const auto first = static_cast<std::int64_t>(border(extent, tasks, n));
  mine.extent = static_cast<std::int64_t>(border(extent, tasks, n + 1)) - first;
  part work = whole;
  work.axes = axes.data();
  work.table = at(whole.table, first * mine.table_stride);
  work.direct = at(whole.direct, first * mine.direct_stride);
  if (whole.indices != nullptr) work.indices = whole.indices + first * mine.index_stride;
  work.shared = along;
  return chosen.by->run(chosen, work, cancel);
}

const program& choose(const step& one, const kernel::kernel_set& kernels, const std::byte* indices) {
  if (one.candidates.size() == 1) return one.candidates[0];
  const index_sample seen = sample(one.problem, kernels, indices);
  return *std::find_if(one.candidates.begin(), one.candidates.end(), [&](const program& candidate) {
    return candidate.by->mismatch == nullptr || candidate.by->mismatch(seen) == nullptr;
  });
}

}  // namespace

bool run_watched(const step& one, const kernel::kernel_set& kernels, const step_memory& at, const cancellation& cancel,
                 bool& skips) {
  const part whole = whole_of(one, at, &skips);
  const program& chosen = choose(one, kernels, at.indices);
  return for_each({}, 1, needs_of(one), [&](std::uint64_t) { return chosen.by->run(chosen, whole, cancel); });
}

bool run(const step& one, const kernel::kernel_set& kernels, const step_memory& at, const execution_context& with) {
  if (one.problem.moves_nothing()) return true;
  const program& chosen = choose(one, kernels, at.indices);
  const part whole = whole_of(one, at, nullptr);
  const std::size_t along = with.pool.run == nullptr ? no_axis : longest_split(one);
  const std::uint64_t tasks = tasks_of(one, along, with);
  return for_each(with.pool, tasks, needs_of(one), [&](std::uint64_t n) {
    return tasks == 1 ? chosen.by->run(chosen, whole, with.cancel)
                      : run_part(chosen, whole, along, tasks, n, with.cancel);
  });
}

}  // namespace strew::engine
