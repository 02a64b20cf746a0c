#include "plan/estimate.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include "plan/expected.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {
namespace {

// In the largest unit of which there is one, each 1000 of the one before; small numbers with a digit more.
std::string in_units(std::uint64_t amount, std::span<const char* const> units) {
  std::uint64_t tenths = 0;
  std::size_t unit = 0;
  for (; amount >= 1000 && unit + 1 < units.size(); ++unit) {
    tenths = amount % 1000 / 100;
    amount /= 1000;
  }
  if (unit == 0 || amount >= 10) return formatted("{} {}", amount, units[unit]);
  return formatted("{}.{} {}", amount, tenths, units[unit]);
}

std::string threads_text(std::uint64_t threads) {
  return formatted("{} thread{}", threads, threads == 1 ? "" : "s");
}

// Of the fastest candidate; adds it to what all steps take.
void add_step(const plan& p, const step& one, const plan_label& label, estimate& made) {
  const std::uint64_t worth = std::max<std::uint64_t>(one.work / min_task_bytes, 1);
  const std::uint64_t most = std::min(worth, std::max<std::uint64_t>(label.threads, 1));
  const index_facts facts = one.role == step_role::main ? p.known : index_facts{};
  crew best;
  double least = 0;
  for (const candidate& by : one.candidates) {
    if (by.made.by->needs_order && one.candidates.size() > 1 &&
        !(facts.is_in_order() && facts.order.by == source::proof))
      continue;
    for (const std::uint64_t tasks : {std::uint64_t{1}, most}) {
      if (tasks > 1 && !can_divide(one, by)) continue;
      const double time = expected_time(one, by, *p.kernels, facts, {tasks});
      if (least != 0 && time >= least) continue;
      least = time;
      best.tasks = tasks;
    }
  }
  made.nanoseconds += least;
  made.threads = std::max(made.threads, best.tasks);
}

}  // namespace

estimate estimate_of(const plan& p, const plan_label& label) {
  estimate made;
  made.bytes = bytes_of(p, label.is_in_place);
  for (const step& one : p.steps) {
    const bool runs = one.role != step_role::copy || !label.is_in_place;
    if (runs && !one.problem.moves_nothing()) add_step(p, one, label, made);
  }
  return made;
}

std::string time_text(double nanoseconds) {
  constexpr const char* times[] = {"ns", "us", "ms", "s"};
  return in_units(whole_nanoseconds(nanoseconds), times);
}

std::uint64_t whole_nanoseconds(double nanoseconds) {
  constexpr double most = 1e18;      // 30 years
  if (!(nanoseconds > 0)) return 0;  // nor is what is no number
  return static_cast<std::uint64_t>(std::min(nanoseconds, most));
}

std::string summary_text(const estimate& made) {
  constexpr const char* sizes[] = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
  const std::string time = made.nanoseconds < 1000 ? "less than 1 us" : "about " + time_text(made.nanoseconds);
  return formatted("reads and writes {} on {}, in {} if all is in memory", in_units(made.bytes, sizes),
                   threads_text(made.threads), time);
}

std::string model_text(const estimate& made) {
  return formatted("{}, {} ns, by the costs of the fastest candidates and the numbers that strew tune --show prints",
                   threads_text(made.threads), whole_nanoseconds(made.nanoseconds));
}

}  // namespace strew::engine
