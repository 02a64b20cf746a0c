#include "execute/run_step.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cost/stopwatch.hpp"
#include "solve/division.hpp"
#include "solve/traits.hpp"
#include "walk/odometer.hpp"

namespace strew::engine {
namespace {

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

bool run_parts(const program& chosen, const form& of, const part& whole, std::uint64_t tasks,
               const execution_context& with) {
  division how;
  if (tasks != 1) how = find_division(of.problem, of.collides, whole.axes, count_chunks(tasks, ~std::uint64_t{0}));
  if (how.along == no_axis) return run_whole(chosen, whole, with);
  const std::uint64_t parts = count_chunks(tasks, static_cast<std::uint64_t>(how.pieces));
  const auto run = [&](std::uint64_t n) { return run_part(chosen, whole, how, parts, n, with.cancel); };
  return for_each_chunk(with.pool, std::min(tasks, parts), parts, needs_of(of.problem), run);
}

bool run_way(const way& how, const step_choice& choice, const part& whole, const execution_context& with,
             const kept_order* order = nullptr) {
  const program& chosen = how.by->made;
  if (chosen.by->run_team == nullptr || (how.tasks == 1 && chosen.by->run != nullptr))
    return run_parts(chosen, choice.of->form_of(*how.by), whole, how.tasks, with);
  const team tasks{with.pool, how.tasks, needs_of(whole.problem), choice.order, order};
  return chosen.by->run_team(chosen, whole, tasks, with.cancel);
}

// Several ways on parts that follow one another, then the fastest one: the order of all updates stays the same. Each
// does a part that is not measured first, as threads may have to wake. A separate function: others do not need the
// stack of its lists.
[[gnu::noinline]] bool run_trial(const step_choice& choice, const part& whole, const execution_context& with) {
  run_list<axis> axes(whole.axes, whole.problem.axes.size());
  const std::size_t apart = find_apart(whole.problem);
  const bool is_long = apart != no_axis && axes[apart].extent >= 4 * step_choice::tried_parts;
  const std::size_t along = is_long ? apart : 0;
  const auto run = [&](const way& how, std::int64_t first, std::int64_t last) {
    return run_way(how, choice, part_along(whole, along, first, last, axes), with);
  };
  const std::int64_t extent = whole.axes[along].extent;
  const std::int64_t piece = extent / step_choice::tried_parts;
  const way* fastest = nullptr;
  std::uint64_t least = 0;
  std::int64_t first = 0;
  for (std::size_t n = 0; n < choice.tried_count; ++n, first += 2 * piece) {
    const way& one = choice.tried[n];
    if (!run(one, first, first + piece)) return false;
    const stopwatch clock;
    if (!run(one, first + piece, first + 2 * piece)) return false;
    const std::uint64_t taken = clock.count();
    choice.of->learned->note_guess(one.slot, taken * step_choice::tried_parts);
    if (fastest != nullptr && taken >= least) continue;
    fastest = &one;
    least = taken;
  }
  return run(*fastest, first, extent);
}

std::uint64_t count_helped(const workers& pool) {
  return pool.helped == nullptr ? 0 : pool.helped(pool.context);
}

}  // namespace

bool run(const step_choice& choice, const step_memory& at, const execution_context& with, std::atomic<bool>* skips) {
  const step& one = *choice.of;
  if (one.problem.moves_nothing()) return true;
  const part whole = whole_of(one.form_of(*choice.chosen.by), at, skips);
  if (choice.tried_count > 1) return run_trial(choice, whole, with);
  if (!choice.is_timed) return run_way(choice.chosen, choice, whole, with, at.order);
  const std::uint64_t helped = count_helped(with.pool);
  const stopwatch clock;
  if (!run_way(choice.chosen, choice, whole, with, at.order)) return false;
  const std::uint64_t taken = clock.count();
  const bool is_alone = choice.chosen.tasks > 1 && with.pool.helped != nullptr && count_helped(with.pool) == helped;
  if (taken > choice.credible) return true;
  if ((choice.rouses || is_alone) && one.learned->is_first_without_threads(choice.chosen.slot)) {
    one.learned->spend(choice.usual > 0 ? static_cast<double>(taken) - choice.usual : 0);
    return true;
  }
  one.learned->note(choice.chosen.slot, taken, choice.usual, is_alone, choice.expected);
  return true;
}

}  // namespace strew::engine
