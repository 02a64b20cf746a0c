// Calls without an executor, which share large work among the library's own threads: the bits of one thread, wherever
// they are called from.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <thread>
#include <vector>

#ifdef STREW_TEST_TBB
#include <tbb/parallel_for.h>
#endif

#include "operators/expect.hpp"
#include "operators/line.hpp"
#include "threads/at_once.hpp"
#include "threads/large_gather.hpp"

namespace {
bool is_child = false;
}

// What other threads of the parent own is not leaked by its child.
extern "C" int __lsan_is_turned_off();   // NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
extern "C" int __lsan_is_turned_off() {  // NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
  return is_child ? 1 : 0;
}

namespace strew::testing {
namespace {

using namespace strew::support;  // NOLINT(google-build-using-namespace): the words of the tests

bool gathers() {
  line<std::int32_t> work = large_gather();
  return work.run().status == STREW_STATUS_OK && is_gathered(work);
}

// The report is that of a search from the first position to the last.
bool reports_the_first_bad_index() {
  line<std::int32_t> work = large_gather();
  for (const std::size_t bad : std::initializer_list<std::size_t>{599'999, 150'001, 250'000})
    work.indices[bad] = large_table + static_cast<std::int64_t>(bad);
  const strew_error error = work.run();
  return error.status == STREW_STATUS_INDEX && error.position == 150'001 && error.bad_count == 3 &&
         error.tuple[0] == large_table + 150'001 && work.direct == std::vector<std::int32_t>(large_positions);
}

bool works() {
  return gathers() && reports_the_first_bad_index();
}

TEST(default_executor, alone) {
  EXPECT_TRUE(gathers());
  EXPECT_TRUE(reports_the_first_bad_index());
}

#ifdef STREW_TEST_POOL
// Which threads take part is the scheduler's choice, so it gets many chances.
TEST(default_executor, has_other_threads_take_part) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "the machine has one processor";
  struct {
    std::thread::id caller = std::this_thread::get_id();
    std::atomic<bool> others = false;
  } seen;
  line<std::int32_t> work = large_gather();
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.cancel = [](void* context) {
    auto& all = *static_cast<decltype(seen)*>(context);
    if (std::this_thread::get_id() != all.caller) all.others = true;
    return 0;
  };
  execution.cancel_context = &seen;
  work.execution = &execution;
  execution.threads = 1;
  for (int n = 0; n < 20; ++n) ASSERT_EQ(work.run().status, STREW_STATUS_OK);
  EXPECT_FALSE(seen.others);
  execution.threads = 0;
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::seconds(60);  // other programs may have all processors
  while (!seen.others && std::chrono::steady_clock::now() < end) ASSERT_EQ(work.run().status, STREW_STATUS_OK);
  EXPECT_TRUE(seen.others);
}
#endif

TEST(default_executor, in_threads_of_the_caller) {
  std::atomic<int> right = 0;
  at_once(6, [&](int) {
    for (int n = 0; n < 2; ++n) right += works() ? 1 : 0;
  });
  EXPECT_EQ(right, 12);
}

#ifdef _OPENMP
TEST(default_executor, in_a_parallel_region_of_openmp) {
  int right = 0;
#pragma omp parallel for num_threads(4) reduction(+ : right)
  for (int n = 0; n < 8; ++n) right += works() ? 1 : 0;
  EXPECT_EQ(right, 8);
}
#endif

#ifdef STREW_TEST_TBB
TEST(default_executor, in_a_parallel_loop_of_tbb) {
  std::atomic<int> right = 0;
  tbb::parallel_for(0, 8, [&](int) { right += works() ? 1 : 0; });
  EXPECT_EQ(right, 8);
}
#endif

// 0 if the calls of a child are right, and those of its own child; its end runs the destructors of all libraries.
int status_of_a_child() {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    is_child = true;
    alarm(60);
    if (!works()) _exit(1);
    const pid_t grandchild = fork();
    if (grandchild == 0) std::quick_exit(works() ? 0 : 1);
    int status = -1;
    if (waitpid(grandchild, &status, 0) != grandchild || status != 0) _exit(2);
    std::exit(0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

TEST(default_executor, in_the_child_of_a_fork) {
  EXPECT_EQ(status_of_a_child(), 0);
  EXPECT_TRUE(works());
  EXPECT_EQ(status_of_a_child(), 0);
  EXPECT_TRUE(works());
}

TEST(default_executor, in_the_child_of_a_fork_while_others_are_inside) {
  constexpr int others = 2;
  std::atomic<bool> is_over = false;
  std::atomic<int> calls = 0;
  std::vector<std::thread> all;
  for (int t = 0; t < others; ++t) {
    all.emplace_back([&] {
      while (!is_over) {
        EXPECT_TRUE(gathers());
        ++calls;
      }
    });
  }
  // First calls take memory for plans, and a child of AddressSanitizer's keeps the locks of its allocator.
  while (calls < 4 * others) std::this_thread::yield();
  for (int n = 0; n < 3; ++n) EXPECT_EQ(status_of_a_child(), 0);
  is_over = true;
  for (std::thread& one : all) one.join();
}

// Threads that are inside a call when the process ends neither crash nor keep it.
[[noreturn]] void end_while_others_are_inside() {
  alarm(60);
  std::atomic<int> calls = 0;
  for (int t = 0; t < 3; ++t) {
    std::thread([&calls] {
      for (;;) calls += gathers() ? 1 : 0;
    }).detach();
  }
  while (calls < 6) std::this_thread::yield();
  std::exit(0);
}

TEST(default_executor, while_the_process_ends) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (int n = 0; n < 3; ++n) EXPECT_EXIT(end_while_others_are_inside(), ::testing::ExitedWithCode(0), "");
}

// Of all polls some are those of the pool's threads; each hears the cancel.
TEST(default_executor, hears_a_cancel) {
  line<std::int32_t> work = large_gather();
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.cancel = [](void*) { return 1; };
  work.execution = &execution;
  EXPECT_EQ(work.run().status, STREW_STATUS_CANCELLED);
}

// A callback that calls the library from inside a task: that call is serial, and does not wait for its own task.
TEST(default_executor, in_a_callback_of_a_task) {
  line<std::int32_t> work = large_gather();
  strew_execution execution = STREW_EXECUTION_INIT;
  static std::atomic<int> polls, wrong;
  polls = wrong = 0;
  execution.cancel = [](void*) {
    if (polls++ < 4 && !gathers()) ++wrong;
    return 0;
  };
  work.execution = &execution;
  EXPECT_EQ(work.run().status, STREW_STATUS_OK);
  EXPECT_GT(polls.load(), 0);
  EXPECT_EQ(wrong.load(), 0);
}

}  // namespace
}  // namespace strew::testing
