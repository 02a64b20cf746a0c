#include "cost/workload.hpp"

#include <algorithm>

namespace strew::engine {
namespace {

// Of one task, or of several that share the machine evenly. What computes and what streams overlaps.
double elapsed(const workload& of, double tasks, const machine& with) {
  const double streams = std::min(with.stream_one * tasks, std::max(with.stream_all, with.stream_one));
  const double memory = tasks == 1 ? with.line_memory : std::max(with.line_memory / tasks, with.line_memory_all);
  const double computed = of.positions * with.position / tasks + of.by_each * with.position;
  const double moved = of.near / (with.stream_near * tasks) + of.streamed / streams;
  const double visited = (of.second * with.line_second + of.last * with.line_last) / tasks + of.memory * memory;
  return std::max(computed, moved) + visited + of.exchanged * with.exchange / tasks;
}

}  // namespace

double nanoseconds(const workload& of, const crew& by, const machine& with) {
  const auto tasks = static_cast<double>(std::max<std::uint64_t>(by.tasks, 1));
  const double of_one = elapsed(of, 1, with);
  if (by.tasks <= 1) return of_one;
  const double shared = of.alone * of_one + (1 - of.alone) * elapsed(of, tasks, with);
  // Until the others have begun the caller works alone.
  const double late = by.are_asleep ? std::min(with.wake, of_one) * (tasks - 1) / tasks : 0;
  return shared + late + of.passes * with.handover;
}

}  // namespace strew::engine
