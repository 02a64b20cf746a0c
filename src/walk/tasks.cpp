#include "walk/tasks.hpp"

#include <pthread.h>

#include <algorithm>
#include <atomic>

#include "kernel/tuning.hpp"

namespace strew::engine {
namespace {

constexpr std::uint64_t min_task_bytes = kernel::tuned.min_task_bytes;

// Threads of the parent do not exist in the child, and locks they held remain locked.
std::atomic<bool> is_forked = false;
[[maybe_unused]] const int watches_forks =
    pthread_atfork(nullptr, nullptr, [] { is_forked.store(true, std::memory_order_relaxed); });

bool has_threads(const workers& pool) {
  return pool.run != nullptr && !is_forked.load(std::memory_order_relaxed) && pool.is_inside(pool.context) == 0;
}

bool run_one(const any_task& task, arithmetic needs, std::uint64_t n) {
  if (needs == arithmetic::none) return task.call(task.task, n);
  const fp_state state;
  return task.call(task.task, n);
}

// The shared state of one for_each.
struct shared_tasks {
  const any_task& task;
  std::uint64_t count;
  arithmetic needs;
  std::atomic<bool> is_stopped = false;

  // A faulty executor may call more often than requested.
  static void run(void* self, std::uint64_t n) {
    auto& all = *static_cast<shared_tasks*>(self);
    if (n >= all.count || all.is_stopped.load()) return;
    if (!run_one(all.task, all.needs, n)) all.is_stopped.store(true);
  }
};

}  // namespace

// Small work, most calls, is recognised before an executor is asked anything.
std::uint64_t count_tasks(const workers& pool, std::uint64_t threads, std::uint64_t bytes) {
  const std::uint64_t least = pool.min_bytes == 0 ? min_task_bytes : pool.min_bytes;
  if (bytes / 2 < least || threads == 1 || !has_threads(pool)) return 1;
  const std::uint64_t tasks = std::min(pool.concurrency(pool.context), bytes / least);
  return std::max<std::uint64_t>(threads != 0 ? std::min(tasks, threads) : tasks, 1);
}

bool run_tasks(const workers& pool, std::uint64_t count, arithmetic needs, const any_task& task) {
  shared_tasks all{task, count, needs};
  if (has_threads(pool)) {
    pool.run(pool.context, count, &shared_tasks::run, &all);
  } else {
    for (std::uint64_t n = 0; n < count; ++n) shared_tasks::run(&all, n);
  }
  return !all.is_stopped.load();
}

}  // namespace strew::engine
