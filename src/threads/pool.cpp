#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <thread>
#include <type_traits>

#include "platform/loaded_library.hpp"
#include "platform/processors.hpp"
#include "threads/default_pool.hpp"
#include "threads/helper_threads.hpp"
#include "threads/open_calls.hpp"
#include "threads/recency.hpp"

namespace strew::engine {
namespace {

constexpr std::uint64_t helper_nanoseconds = 200'000;  // for which a thread looks for another call at least

std::uint64_t count_threads() {
  const std::uint64_t limit = thread_limit(std::getenv("STREW_THREADS"));
  if (limit == 1) return 1;
  const std::uint64_t machine = count_processors();
  return limit == 0 ? machine : std::min(limit, machine);
}

std::uint64_t longest_wait() {
  static const std::uint64_t nanoseconds = std::max(awake_limit(std::getenv("STREW_AWAKE")), helper_nanoseconds);
  return nanoseconds;
}

std::uint64_t concurrency(void* /*context*/) {
  static const std::uint64_t threads = count_threads();
  return threads;
}

int is_inside(void* /*context*/) {
  return open_call::is_inside() ? 1 : 0;
}

class helpers;
extern constinit helpers all_helpers;

// The threads that help with open calls. Each stays for a while when there is nothing left to do: the next call is
// often close, and waking a thread takes longer than most calls.
class helpers {
 public:
  // Sees to it that `count` threads look for tasks, or as many as there may be; they wake one another. One that is
  // woken may have to wait for this processor, and gets it at once.
  void come(open_call& to, std::uint64_t count) {
    const std::uint64_t idle = idle_.load();
    if (idle >= count || here_.load() >= most_helpers()) return;
    to.have_woken(count - idle, [] { return all_helpers.one_more(); });
    to.wake_some();
    std::this_thread::yield();
  }

  open_calls& calls() { return calls_; }
  [[nodiscard]] bool is_one_idle() const { return idle_.load(std::memory_order_relaxed) != 0; }

 private:
  static std::uint64_t most_helpers() { return concurrency(nullptr) - 1; }
  bool one_more();
  void help();

  open_calls calls_;
  std::atomic<std::uint64_t> here_ = 0;  // started, or running
  std::atomic<std::uint64_t> idle_ = 0;  // looking for a call
};

constinit helpers all_helpers;
static_assert(std::is_trivially_destructible_v<helpers>);  // other threads may be inside while the process ends

// Without a thread the caller does everything.
bool helpers::one_more() {
  // Helper threads outlive a dlclose of the library that started them: what they execute has to stay.
  [[maybe_unused]] static const bool stays = platform::stay_loaded(&default_pool);
  std::uint64_t here = here_.load();
  do {
    if (here >= most_helpers()) return false;
  } while (!here_.compare_exchange_weak(here, here + 1));
  if (start_helper(most_helpers(), [] { all_helpers.help(); })) return true;
  here_.fetch_sub(1);
  return false;
}

// Whoever opens a call counts on this thread until it is no longer here; if that was before, the call is seen then.
void helpers::help() {
  do {
    idle_.fetch_add(1);
    calls_.help_while_it_pays(helper_nanoseconds, longest_wait());
    idle_.fetch_sub(1);
    here_.fetch_sub(1);
    if (calls_.are_empty()) return;
    here_.fetch_add(1);
  } while (true);
}

constinit recency recent_calls;

// For a single call of medium size waking a thread does not pay; for one of many it does.
readiness ready(void* /*context*/) {
  if (all_helpers.is_one_idle()) return readiness::awake;
  const auto now = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  return recent_calls.are_many(now) ? readiness::rousing : readiness::asleep;
}

thread_local std::uint64_t helped_runs = 0;

void run(void* /*context*/, std::uint64_t count, void (*task)(void*, std::uint64_t), void* argument) {
  open_call mine(count, task, argument, platform::this_processor());
  all_helpers.calls().open(mine);
  all_helpers.come(mine, count - 1);
  while (mine.run_next()) {
  }
  all_helpers.calls().close(mine);
  if (mine.was_helped()) ++helped_runs;
}

std::uint64_t helped(void* /*context*/) {
  return helped_runs;
}

}  // namespace

constinit const workers default_pool = {nullptr, 0, &ready, &concurrency, &is_inside, &run, &helped};

}  // namespace strew::engine
