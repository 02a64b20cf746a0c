// Where the threads of large calls may run is decided outside of the library: it changes no affinity, not for a moment.
#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "threads/large_gather.hpp"
#include "threads/process_threads.hpp"

namespace strew::testing {
namespace {

#ifdef STREW_TEST_POOL
cpu_set_t only(int processor) {
  cpu_set_t made;
  CPU_ZERO(&made);
  CPU_SET(static_cast<std::size_t>(processor), &made);
  return made;
}

// What a tool like taskset does to the threads that a call has started, at any moment of it: the call is that of
// another thread. The first calls are left alone: oneTBB looks at the affinity of the process while it starts.
TEST(affinity, of_threads_that_help_stays_as_it_is_set_from_outside) {
  cpu_set_t all;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  if (CPU_COUNT(&all) < 2) GTEST_SKIP() << "the process has one processor";
  std::atomic<bool> is_over = false;
  std::atomic<int> calls = 0;
  std::thread caller([&] {
    support::line<std::int32_t> work = large_gather();
    for (; !is_over; ++calls) EXPECT_EQ(work.run().status, STREW_STATUS_OK);
  });
  while (calls < 30) std::this_thread::yield();
  const cpu_set_t one = only(sched_getcpu());
  int changed = 0;
  for (int n = 0; n < 400; ++n) {
    for (const pid_t thread : threads_of_this_process()) {
      if (thread == gettid() || sched_setaffinity(thread, sizeof all, &all) != 0) continue;
      std::this_thread::sleep_for(std::chrono::microseconds(n * 7 % 300));
      if (sched_setaffinity(thread, sizeof one, &one) != 0) continue;
      std::this_thread::sleep_for(std::chrono::microseconds(300));
      cpu_set_t now;
      if (sched_getaffinity(thread, sizeof now, &now) == 0 && !CPU_EQUAL(&now, &one)) ++changed;
      sched_setaffinity(thread, sizeof all, &all);
    }
  }
  is_over = true;
  caller.join();
  EXPECT_EQ(changed, 0);
}
#endif

}  // namespace
}  // namespace strew::testing
