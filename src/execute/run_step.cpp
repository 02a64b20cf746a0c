#include "execute/run_step.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "execute/repeated.hpp"
#include "execute/sample.hpp"
#include "solve/traits.hpp"
#include "walk/odometer.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {
namespace {

std::size_t longest_split(const step& one) {
  const auto& axes = one.problem.axes;
  std::size_t best = no_axis;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (can_split(one.problem, one.collides, axes[i]) && (best == no_axis || axes[i].extent > axes[best].extent))
      best = i;
  }
  return best;
}

arithmetic needs_of(const step& one) {
  return one.problem.reduce == reduction::none ? arithmetic::none : arithmetic::contract;
}

std::uint64_t tasks_of(const step& one, const execution_context& with) {
  return with.pool.run == nullptr ? 1 : count_tasks(with.pool, with.threads, one.work);
}

part whole_of(const step& one, const step_memory& at, std::atomic<bool>* skips = nullptr) {
  return {one.problem,  one.rules, one.problem.axes.data(), no_axis, at.table, at.direct, at.indices,
          at.workspace, skips};
}

bool run_whole(const program& chosen, const step& one, const part& whole, const execution_context& with) {
  return for_each({}, 1, needs_of(one), [&](std::uint64_t) { return chosen.by->run(chosen, whole, with.cancel); });
}

// Part n of a problem that is divided evenly along an axis.
bool run_part(const program& chosen, const part& whole, std::size_t along, std::uint64_t tasks, std::uint64_t n,
              const cancellation& cancel) {
  run_list<axis> axes(whole.axes, whole.problem.axes.size());
  const auto extent = static_cast<std::uint64_t>(axes[along].extent);
  const auto first = static_cast<std::int64_t>(border(extent, tasks, n));
  const auto last = static_cast<std::int64_t>(border(extent, tasks, n + 1));
  return chosen.by->run(chosen, part_along(whole, along, first, last, axes), cancel);
}

const program& choose(const step& one, const index_sample& seen, bool has_workspace) {
  return *std::find_if(one.candidates.begin(), one.candidates.end() - 1, [&](const program& candidate) {
    if (candidate.by->workspace != nullptr && !has_workspace) return false;
    return candidate.by->suits == nullptr || candidate.by->suits(candidate, seen);
  });
}

index_sample sample_of(const step& one, const kernel::kernel_set& kernels, const std::byte* indices,
                       std::uint64_t tasks) {
  index_sample seen = one.is_sampled ? sample(one.problem, kernels, indices) : index_sample{};
  seen.tasks = tasks;
  return seen;
}

// In parts of the longest axis that can be divided.
bool run_parts(const program& chosen, const step& one, const part& whole, std::uint64_t tasks,
               const execution_context& with) {
  const std::size_t along = tasks == 1 ? no_axis : longest_split(one);
  if (along == no_axis) return run_whole(chosen, one, whole, with);
  const auto extent = static_cast<std::uint64_t>(one.problem.axes[along].extent);
  const std::uint64_t parts = count_chunks(tasks, extent);
  const auto run = [&](std::uint64_t n) { return run_part(chosen, whole, along, parts, n, with.cancel); };
  return for_each_chunk(with.pool, std::min(tasks, parts), parts, needs_of(one), run);
}

}  // namespace

step_choice choose(const step& one, const kernel::kernel_set& kernels, const std::byte* indices,
                   const execution_context& with, bool has_workspace, bool is_sorted) {
  if (one.problem.moves_nothing()) return {&one, &one.candidates[0], 1};
  const std::uint64_t tasks = tasks_of(one, with);
  if (one.candidates.size() == 1 && one.repeated == nullptr) return {&one, &one.candidates[0], tasks, is_sorted};
  index_sample seen = sample_of(one, kernels, indices, tasks);
  seen.is_sorted = is_sorted;
  const bool may_repeat = one.repeated != nullptr && seen.positions != 0 && seen.equal == seen.positions;
  if (!may_repeat || !are_repeated(one, kernels, indices, tasks, with))
    return {&one, &choose(one, seen, has_workspace), tasks, is_sorted};
  const step& rows = *one.repeated;
  return {&rows, &choose(rows, sample_of(rows, kernels, indices, tasks), has_workspace), tasks};
}

bool run_alone(const program& chosen, const step& one, const step_memory& at, const execution_context& with) {
  return run_whole(chosen, one, whole_of(one, at), with);
}

bool run(const step_choice& choice, const step_memory& at, const execution_context& with, std::atomic<bool>* skips) {
  const step& one = *choice.of;
  if (one.problem.moves_nothing()) return true;
  const program& chosen = *choice.chosen;
  const part whole = whole_of(one, at, skips);
  if (chosen.by->run_team == nullptr || (choice.tasks == 1 && chosen.by->run != nullptr))
    return run_parts(chosen, one, whole, choice.tasks, with);
  return chosen.by->run_team(chosen, whole, {with.pool, choice.tasks, needs_of(one), choice.is_sorted}, with.cancel);
}

}  // namespace strew::engine
