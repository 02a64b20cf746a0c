#include "execute/run_step.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "execute/repeated.hpp"
#include "execute/sample.hpp"
#include "solve/traits.hpp"
#include "walk/odometer.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {
namespace {

// What tasks divide: an axis, or the bytes of a unit, in `pieces` of which only the last one may be longer.
struct division {
  std::size_t along = no_axis;
  std::int64_t pieces = 0;
  std::int64_t grain = 1;  // points in a piece
};

// The longest axis, windows and units only where the other axes are too short for so many parts: then tasks read
// indices more than once.
division find_division(const step& one, std::uint64_t parts) {
  const auto& axes = one.problem.axes;
  division best;
  const auto look_at = [&](std::size_t along, std::int64_t pieces, std::int64_t grain) {
    if (pieces > best.pieces) best = {along, pieces, grain};
  };
  for (const bool is_window : {false, true}) {
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if ((axes[i].window_of != no_window) == is_window && can_split(one.problem, one.collides, axes[i]))
        look_at(i, axes[i].extent, 1);
    }
    if (static_cast<std::uint64_t>(best.pieces) >= parts) return best;
  }
  if (const std::int64_t grain = unit_grain(one.problem); grain != 0)
    look_at(axes.size(), one.problem.width / grain, grain);
  return best;
}

arithmetic needs_of(const step& one) {
  return one.problem.reduce == reduction::none ? arithmetic::none : arithmetic::contract;
}

std::uint64_t tasks_of(const step& one, const execution_context& with) {
  return count_tasks(with.pool, with.threads, one.work);
}

part whole_of(const step& one, const step_memory& at, std::atomic<bool>* skips = nullptr) {
  return {one.problem,       one.rules, one.problem.axes.data(),
          one.problem.width, no_axis,   0,
          at.table,          at.direct, at.indices,
          at.workspace,      skips,     at.lists};
}

bool run_whole(const program& chosen, const step& one, const part& whole, const execution_context& with) {
  return for_each({}, 1, needs_of(one), [&](std::uint64_t) { return chosen.by->run(chosen, whole, with.cancel); });
}

// Part n of a problem that is divided evenly.
bool run_part(const program& chosen, const part& whole, const division& how, std::uint64_t parts, std::uint64_t n,
              const cancellation& cancel) {
  run_list<axis> axes(whole.axes, whole.problem.axes.size());
  const auto pieces = static_cast<std::uint64_t>(how.pieces);
  const std::int64_t extent = how.along < axes.size() ? axes[how.along].extent : whole.width;
  const std::int64_t first = static_cast<std::int64_t>(border(pieces, parts, n)) * how.grain;
  const std::int64_t last =
      n + 1 == parts ? extent : static_cast<std::int64_t>(border(pieces, parts, n + 1)) * how.grain;
  return chosen.by->run(chosen, part_along(whole, how.along, first, last, axes), cancel);
}

const program& choose(const step& one, const index_sample& seen, bool has_workspace) {
  return *std::find_if(one.candidates.begin(), one.candidates.end() - 1, [&](const program& candidate) {
    if (candidate.by->workspace != nullptr && !has_workspace) return false;
    return candidate.by->suits == nullptr || candidate.by->suits(candidate, seen);
  });
}

index_sample sample_of(const step& one, const kernel::kernel_set& kernels, const std::byte* indices,
                       std::uint64_t tasks) {
  index_sample seen;
  if (one.seen)
    seen = *one.seen;
  else if (one.is_sampled)
    seen = sample(one.problem, kernels, indices);
  seen.tasks = tasks;
  return seen;
}

bool run_parts(const program& chosen, const step& one, const part& whole, std::uint64_t tasks,
               const execution_context& with) {
  if (tasks == 1) return run_whole(chosen, one, whole, with);
  const division how = find_division(one, count_chunks(tasks, ~std::uint64_t{0}));
  if (how.along == no_axis) return run_whole(chosen, one, whole, with);
  const std::uint64_t parts = count_chunks(tasks, static_cast<std::uint64_t>(how.pieces));
  const auto run = [&](std::uint64_t n) { return run_part(chosen, whole, how, parts, n, with.cancel); };
  return for_each_chunk(with.pool, std::min(tasks, parts), parts, needs_of(one), run);
}

bool run_with_team(const step_choice& choice, const part& whole, const execution_context& with) {
  const team tasks{with.pool, choice.tasks, needs_of(*choice.of), choice.is_sorted};
  return choice.chosen->by->run_team(*choice.chosen, whole, tasks, with.cancel);
}

// Both ways on parts that follow one another, then the faster one: the order of all updates stays the same. What tasks
// do first is not measured, as threads may have to wake.
class trial {
 public:
  trial(const step_choice& choice, const part& whole, const execution_context& with)
      : choice_(choice), whole_(whole), with_(with), axes_(whole.axes, whole.problem.axes.size()) {}

  bool run(trial_result& found) {
    const std::int64_t extent = whole_.axes[0].extent;
    const std::int64_t piece = extent / kernel::tuning::tried_parts;
    double of_one = 0;
    double of_team = 0;
    const bool goes_on = measure(of_one, [&] { return by_one(0, piece); }) && by_team(piece, 2 * piece) &&
                         measure(of_team, [&] { return by_team(2 * piece, 3 * piece); });
    if (!goes_on) return false;
    const bool is_team = of_team < of_one;
    found.keep(choice_.tasks, is_team ? faster_way::tasks : faster_way::one_task);
    return is_team ? by_team(3 * piece, extent) : by_one(3 * piece, extent);
  }

 private:
  template <class Run>
  static bool measure(double& seconds, const Run& run) {
    const auto begin = std::chrono::steady_clock::now();
    const bool goes_on = run();
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return goes_on;
  }
  bool by_team(std::int64_t first, std::int64_t last) {
    return run_with_team(choice_, part_along(whole_, 0, first, last, axes_), with_);
  }
  bool by_one(std::int64_t first, std::int64_t last) {
    const step& one = *choice_.of;
    return run_whole(one.candidates.back(), one, part_along(whole_, 0, first, last, axes_), with_);
  }

  const step_choice& choice_;
  const part& whole_;
  const execution_context& with_;
  run_list<axis> axes_;
};

// Of a write of elements, by tasks or by the candidate for one task.
bool run_faster_way(const step_choice& choice, const part& whole, const execution_context& with) {
  const step& one = *choice.of;
  switch (one.tried->take(choice.tasks)) {
    case faster_way::tasks:
      return run_with_team(choice, whole, with);
    case faster_way::one_task:
      return run_whole(one.candidates.back(), one, whole, with);
    default:
      return trial(choice, whole, with).run(*one.tried);
  }
}

}  // namespace

step_choice choose(const step& one, const kernel::kernel_set& kernels, const std::byte* indices,
                   const execution_context& with, bool has_workspace, bool is_sorted) {
  if (one.problem.moves_nothing()) return {&one, &one.candidates[0], 1};
  const std::uint64_t tasks = tasks_of(one, with);
  is_sorted = is_sorted || (one.seen && one.seen->is_sorted);
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
  const bool has_choice = chosen.by->is_tried && one.tried != nullptr;
  return has_choice ? run_faster_way(choice, whole, with) : run_with_team(choice, whole, with);
}

}  // namespace strew::engine
