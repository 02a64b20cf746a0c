#include "walk/tasks.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

#include "base/assert.hpp"
#include "platform/processes.hpp"

namespace strew::engine {
namespace {

constexpr std::uint64_t chunks_per_task = 4;

bool has_threads(const workers& pool) {
  return pool.run != nullptr && !platform::is_forked() && pool.is_inside(pool.context) == 0;
}

bool run_one(const any_task& task, arithmetic needs, std::uint64_t n) {
  if (needs == arithmetic::none) return task.call(task.task, n);
  const platform::float_state state;
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
  std::uint64_t least = pool.min_bytes == 0 ? min_task_bytes : pool.min_bytes;
  if (bytes / 2 < least || threads == 1 || !has_threads(pool)) return 1;
  if (pool.min_bytes == 0 && readiness_of(pool) == readiness::asleep) least = min_waking_task_bytes;
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

namespace {

constexpr std::uint64_t max_chunks = 1024;

struct shared_chunks {
  const any_task& chunk;
  std::uint64_t tasks;
  std::uint64_t count;
  std::atomic<std::uint64_t> started = 0;
  std::array<std::atomic<bool>, max_chunks> taken = {};

  // A task begins with its own chunks, the same ones in each call, which may still be in its cache, and then takes from
  // the end of what the others have left.
  bool run(std::uint64_t task) {
    started.fetch_add(1, std::memory_order_relaxed);
    const std::uint64_t first = border(count, tasks, task);
    const std::uint64_t last = border(count, tasks, task + 1);
    for (std::uint64_t n = first; n < last; ++n) {
      if (!take(n)) return false;
    }
    for (std::uint64_t n = first; n-- > 0;) {
      if (!take(n)) return false;
    }
    for (std::uint64_t n = count; n-- > last;) {
      if (!take(n)) return false;
    }
    return true;
  }

  // Most chunks are taken already where a task comes to those of others: it reads before it writes. Where no other task
  // has started after a chunk, its thread may be waiting for this processor.
  bool take(std::uint64_t n) {
    if (taken[n].load(std::memory_order_relaxed) || taken[n].exchange(true, std::memory_order_relaxed)) return true;
    const bool goes_on = chunk.call(chunk.task, n);
    if (started.load(std::memory_order_relaxed) == 1) std::this_thread::yield();
    return goes_on;
  }
};

}  // namespace

bool run_chunks(const workers& pool, std::uint64_t tasks, std::uint64_t count, arithmetic needs,
                const any_task& chunk) {
  STREW_ASSERT(count <= max_chunks);
  shared_chunks all{chunk, tasks, count};
  return for_each(pool, tasks, needs, [&](std::uint64_t task) { return all.run(task); });
}

std::uint64_t count_chunks(std::uint64_t tasks, std::uint64_t most) {
  return std::min({tasks * chunks_per_task, most, max_chunks});
}

}  // namespace strew::engine
