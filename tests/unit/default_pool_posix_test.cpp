// The threads of calls whose caller brings none, where the library is built with any.
#include "threads/default_pool.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

namespace strew::engine::testing {
namespace {

// Without threads there is nothing to test.
#define STREW_NEEDS_A_POOL() \
  if (default_pool.run == nullptr) GTEST_SKIP() << "built without threads"

std::ptrdiff_t threads_of_the_process() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
}

using counters = std::vector<std::atomic<int>>;

void count_one(void* self, std::uint64_t n) {
  ++(*static_cast<counters*>(self))[n];
}

bool runs_each_once(std::uint64_t count) {
  counters made(count);
  default_pool.run(default_pool.context, count, &count_one, &made);
  for (const auto& each : made) {
    if (each != 1) return false;
  }
  return true;
}

TEST(default_pool, limits_are_integers_of_at_least_1) {
  EXPECT_EQ(thread_limit("1"), 1U);
  EXPECT_EQ(thread_limit("64"), 64U);
  for (const char* bad : {"", "0", "-1", "+2", " 2", "2 ", "2x", "two", "99999999999999999999"})
    EXPECT_EQ(thread_limit(bad), 0U) << bad;
  EXPECT_EQ(thread_limit(nullptr), 0U);
}

TEST(default_pool, stays_awake_for_as_many_milliseconds_as_are_allowed) {
  constexpr std::uint64_t millisecond = 1'000'000;
  EXPECT_EQ(awake_limit(nullptr), 200 * millisecond);
  EXPECT_EQ(awake_limit("0"), 0U);
  EXPECT_EQ(awake_limit("7"), 7 * millisecond);
  EXPECT_EQ(awake_limit("99999999"), 60'000 * millisecond);
  for (const char* bad : {"", "-1", "1.5", "2 ", "long"}) EXPECT_EQ(awake_limit(bad), 200 * millisecond) << bad;
}

cpu_set_t processors() {
  cpu_set_t ours;
  CPU_ZERO(&ours);
  sched_getaffinity(0, sizeof ours, &ours);
  return ours;
}

[[noreturn]] void exit_with_concurrency(const char* limit, bool on_one_processor = false) {
  setenv("STREW_THREADS", limit, 1);
  if (on_one_processor) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(sched_getcpu()), &one);
    sched_setaffinity(0, sizeof one, &one);
  }
  _exit(static_cast<int>(default_pool.concurrency(default_pool.context)));
}

// The variable is read once: each value in a process of its own.
TEST(default_pool, has_as_many_threads_as_the_machine_and_the_variable_allow) {
  STREW_NEEDS_A_POOL();
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const cpu_set_t ours = processors();
  const int machine = CPU_COUNT(&ours);
  EXPECT_EXIT(exit_with_concurrency("1"), ::testing::ExitedWithCode(1), "");
  EXPECT_EXIT(exit_with_concurrency("100000"), ::testing::ExitedWithCode(machine), "");
  EXPECT_EXIT(exit_with_concurrency("no number"), ::testing::ExitedWithCode(machine), "");
  EXPECT_EXIT(exit_with_concurrency("100000", true), ::testing::ExitedWithCode(1), "");
}

TEST(default_pool, runs_each_task_once) {
  STREW_NEEDS_A_POOL();
  for (const std::uint64_t count : {0U, 1U, 2U, 3U, 1000U}) EXPECT_TRUE(runs_each_once(count)) << count;
}

TEST(default_pool, knows_its_tasks) {
  STREW_NEEDS_A_POOL();
  std::atomic<int> inside = 0;
  EXPECT_EQ(default_pool.is_inside(nullptr), 0);
  default_pool.run(
      nullptr, 8,
      [](void* count, std::uint64_t) { *static_cast<std::atomic<int>*>(count) += default_pool.is_inside({}); },
      &inside);
  EXPECT_EQ(inside, 8);
  EXPECT_EQ(default_pool.is_inside(nullptr), 0);
}

TEST(default_pool, is_shared_by_threads) {
  STREW_NEEDS_A_POOL();
  std::atomic<int> right = 0;
  std::vector<std::thread> all;
  for (int t = 0; t < 8; ++t) {
    all.emplace_back([&] {
      for (int n = 0; n < 50; ++n) right += runs_each_once(16) ? 1 : 0;
    });
  }
  for (std::thread& one : all) one.join();
  EXPECT_EQ(right, 8 * 50);
}

// Small work, and any work of one thread, starts no thread.
TEST(default_pool, is_not_started_for_one_thread_or_little_work) {
  STREW_NEEDS_A_POOL();
  const std::ptrdiff_t before = threads_of_the_process();
  EXPECT_EQ(count_tasks(default_pool, 1, ~std::uint64_t{0}), 1U);
  EXPECT_EQ(count_tasks(default_pool, 0, 65536), 1U);
  EXPECT_EQ(threads_of_the_process(), before);
}

// Exits with 0 if all tasks run although hardly any memory can be mapped any more.
[[noreturn]] void run_in_little_memory(rlim_t bytes) {
  alarm(20);
  std::ifstream pages("/proc/self/statm");
  rlim_t mapped = 0;
  pages >> mapped;
  const rlim_t most = mapped * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + bytes;
  const rlimit space = {most, most};
  setrlimit(RLIMIT_AS, &space);
  for (int n = 0; n < 3; ++n) {
    if (!runs_each_once(4)) _exit(1);
  }
  _exit(0);
}

// Whether the scheduler cannot be made or cannot start threads: the work is done, and nothing waits for what failed.
TEST(default_pool, without_memory_leaves_the_work_to_the_caller) {
  STREW_NEEDS_A_POOL();
#ifdef STREW_SANITIZED
  GTEST_SKIP() << "the sanitizer needs its address space";
#endif
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (const rlim_t more : {rlim_t{0}, rlim_t{1} << 20U, rlim_t{4} << 20U})
    EXPECT_EXIT(run_in_little_memory(more), ::testing::ExitedWithCode(0), "") << more;
}

}  // namespace
}  // namespace strew::engine::testing
