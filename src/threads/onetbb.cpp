#include <dlfcn.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/version.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <utility>

#include "threads/default_pool.hpp"
#include "walk/fp_state.hpp"

namespace strew::engine {
namespace {

thread_local bool is_in_task = false;

std::uint64_t count_threads() {
  const std::uint64_t limit = thread_limit(std::getenv("STREW_THREADS"));
  if (limit == 1) return 1;
  const auto machine = static_cast<std::uint64_t>(std::max(tbb::info::default_concurrency(), 1));
  return limit == 0 ? machine : std::min(limit, machine);
}

std::uint64_t concurrency(void* /*context*/) {
  static const std::uint64_t threads = count_threads();
  return threads;
}

int is_inside(void* /*context*/) {
  return is_in_task ? 1 : 0;
}

// The scheduler's threads outlive a dlclose of the library that brought them here: what they execute has to stay.
void stay_loaded() {
  Dl_info found = {};
  if (dladdr(reinterpret_cast<void*>(&stay_loaded), &found) != 0)
    dlopen(found.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

// Null if there is no memory for it: an arena whose initialization has failed once waits for it forever.
tbb::task_arena* make_arena() {
  try {
    auto made = std::make_unique<tbb::task_arena>(static_cast<int>(concurrency(nullptr)));
    made->initialize();
    stay_loaded();
    return made.release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

// Never destroyed: other threads may be inside a call while the process ends.
tbb::task_arena* find_arena() {
  static tbb::task_arena* const arena = make_arena();
  return arena;
}

// Tasks are claimed, so that each runs once, also where the scheduler has failed to start some.
struct claimed_tasks {
  std::uint64_t count;
  void (*task)(void*, std::uint64_t);
  void* argument;
  std::atomic<std::uint64_t> next = 0;

  bool run_next() {
    const std::uint64_t n = next.fetch_add(1, std::memory_order_relaxed);
    if (n >= count) return false;
    const bool was_in_task = std::exchange(is_in_task, true);
    task(argument, n);
    is_in_task = was_in_task;
    return true;
  }
};

// While a caller waits for its tasks, it executes none of another caller (isolate), and another's failure does not
// cancel them (isolated).
void run_in(tbb::task_arena& arena, claimed_tasks& all) {
  const fp_state state;  // the scheduler would lose the caller's exception flags
  arena.execute([&] {
    tbb::this_task_arena::isolate([&] {
      tbb::task_group_context context(tbb::task_group_context::isolated);
      tbb::parallel_for(
          std::uint64_t{0}, all.count, [&](std::uint64_t) { all.run_next(); }, tbb::simple_partitioner(), context);
    });
  });
}

void run(void* /*context*/, std::uint64_t count, void (*task)(void*, std::uint64_t), void* argument) {
  claimed_tasks all{count, task, argument};
  try {
    if (tbb::task_arena* arena = find_arena()) run_in(*arena, all);
  } catch (const std::exception&) {
    // No memory or no threads for the scheduler: the calling thread does the rest.
  }
  while (all.run_next()) {
  }
}

}  // namespace

constinit const workers default_pool = {nullptr, 0, &concurrency, &is_inside, &run};

const char* default_pool_version() {
  return TBB_runtime_version();
}

}  // namespace strew::engine
