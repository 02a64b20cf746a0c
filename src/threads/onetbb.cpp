#include <dlfcn.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>
#include <tbb/version.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <thread>
#include <type_traits>

#include "kernel/tuning.hpp"
#include "threads/default_pool.hpp"
#include "threads/open_calls.hpp"

namespace strew::engine {
namespace {

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
  return open_call::is_inside() ? 1 : 0;
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

// The threads that help with open calls. Each is a task of the arena, which stays for a while when there is nothing
// left to do: the next call is often close, and waking a thread takes longer than most calls.
class helpers {
 public:
  // Sees to it that `count` threads look for tasks, or as many as there may be. One that is woken may have to wait for
  // this processor: it gets it at once, and moves to another one.
  void come(tbb::task_arena& arena, std::uint64_t count) {
    const std::uint64_t most = concurrency(nullptr) - 1;
    const bool wakes = idle_.load() < count && here_.load() < most;
    for (std::uint64_t idle = idle_.load(); idle < count && here_.load() < most; ++idle) {
      here_.fetch_add(1);
      try {
        arena.enqueue([this] { help(); });
      } catch (const std::exception&) {
        here_.fetch_sub(1);
        throw;
      }
    }
    if (wakes) std::this_thread::yield();
  }

  open_calls& calls() { return calls_; }
  [[nodiscard]] bool is_one_idle() const { return idle_.load(std::memory_order_relaxed) != 0; }

 private:
  // Whoever opens a call counts on this thread until it is no longer here; if that was before, the call is seen then.
  void help() {
    do {
      idle_.fetch_add(1);
      calls_.help_for(kernel::tuned.helper_nanoseconds);
      idle_.fetch_sub(1);
      here_.fetch_sub(1);
      if (calls_.are_empty()) return;
      here_.fetch_add(1);
    } while (true);
  }

  open_calls calls_;
  std::atomic<std::uint64_t> here_ = 0;  // enqueued, or running
  std::atomic<std::uint64_t> idle_ = 0;  // looking for a call
};

constinit helpers all_helpers;
static_assert(std::is_trivially_destructible_v<helpers>);  // other threads may be inside while the process ends

// How close to one another calls have begun that asked for threads. Each may ask several times, for its indices and for
// its steps.
class recency {
 public:
  bool are_many() {
    const auto now = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    const std::uint64_t before = last_.exchange(now, std::memory_order_relaxed);
    if (now - before > kernel::tuned.burst_nanoseconds) count_.store(0, std::memory_order_relaxed);
    return count_.fetch_add(1, std::memory_order_relaxed) >= many;
  }

 private:
  static constexpr std::uint64_t many = 6;
  std::atomic<std::uint64_t> last_ = 0;
  std::atomic<std::uint64_t> count_ = 0;
};

constinit recency recent_calls;

// For a single call of medium size waking a thread does not pay; for one of many it does.
bool are_asleep(void* /*context*/) {
  return !all_helpers.is_one_idle() && !recent_calls.are_many();
}

void run(void* /*context*/, std::uint64_t count, void (*task)(void*, std::uint64_t), void* argument) {
  open_call mine(count, task, argument);
  all_helpers.calls().open(mine);
  try {
    if (tbb::task_arena* arena = find_arena()) all_helpers.come(*arena, count - 1);
  } catch (const std::exception&) {
    // No memory or no threads for the scheduler: the calling thread does everything.
  }
  while (mine.run_next()) {
  }
  all_helpers.calls().close(mine);
}

}  // namespace

constinit const workers default_pool = {nullptr, 0, &are_asleep, &concurrency, &is_inside, &run};

const char* default_pool_version() {
  return TBB_runtime_version();
}

}  // namespace strew::engine
