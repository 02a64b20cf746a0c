// Calls whose tasks other threads help with: each task runs once, and none after its call was closed.
#include "threads/open_calls.hpp"

#include <gtest/gtest.h>
#if !defined(_WIN32)
#include <sched.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "threads/at_once.hpp"
#include "walk/tasks.hpp"

namespace strew::engine {
namespace {

struct counted {
  explicit counted(std::uint64_t count) : runs(count) {}

  static void run(void* self, std::uint64_t n) {
    auto& all = *static_cast<counted*>(self);
    all.is_inside = all.is_inside && open_call::is_inside();
    ++all.runs[n];
    all.order.push_back(n);
  }
  std::vector<int> runs;
  std::vector<std::uint64_t> order;
  bool is_inside = true;
};

TEST(open_calls, run_without_a_helper_in_order) {
  open_calls calls;
  counted tasks(3);
  open_call mine(3, &counted::run, &tasks);
  calls.open(mine);
  while (mine.run_next()) {
  }
  EXPECT_EQ(calls.help(), open_calls::outcome::no_tasks);
  calls.close(mine);
  EXPECT_FALSE(mine.was_helped());
  EXPECT_TRUE(calls.are_empty());
  EXPECT_EQ(tasks.order, (std::vector<std::uint64_t>{0, 1, 2}));
  EXPECT_TRUE(tasks.is_inside);
  EXPECT_FALSE(open_call::is_inside());
}

TEST(open_calls, are_helped_from_the_end) {
  open_calls calls;
  counted tasks(4);
  open_call mine(4, &counted::run, &tasks);
  calls.open(mine);
  EXPECT_TRUE(mine.run_next());
  EXPECT_EQ(calls.help(), open_calls::outcome::helped);
  EXPECT_FALSE(mine.run_next());
  calls.close(mine);
  EXPECT_TRUE(mine.was_helped());
  EXPECT_EQ(tasks.order, (std::vector<std::uint64_t>{0, 3, 2, 1}));
}

#if !defined(_WIN32)
// A helper on the processor of the caller leaves the tasks to it.
TEST(open_calls, are_not_helped_from_the_processor_of_the_caller) {
  open_calls calls;
  counted tasks(2);
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(sched_getcpu()), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  open_call here(2, &counted::run, &tasks, platform::this_processor());
  calls.open(here);
  EXPECT_EQ(calls.help(), open_calls::outcome::in_the_way);
  EXPECT_TRUE(tasks.order.empty());
  calls.close(here);
  open_call elsewhere(2, &counted::run, &tasks, platform::this_processor() + 1);
  calls.open(elsewhere);
  EXPECT_EQ(calls.help(), open_calls::outcome::helped);
  calls.close(elsewhere);
  EXPECT_EQ(tasks.order, (std::vector<std::uint64_t>{1, 0}));
  sched_setaffinity(0, sizeof before, &before);
}
#endif

TEST(open_calls, are_closed_in_any_order) {
  open_calls calls;
  counted tasks(1);
  open_call first(1, &counted::run, &tasks);
  open_call second(1, &counted::run, &tasks);
  open_call third(1, &counted::run, &tasks);
  for (open_call* one : {&first, &second, &third}) calls.open(*one);
  calls.close(second);
  EXPECT_EQ(calls.help(), open_calls::outcome::helped);
  EXPECT_EQ(calls.help(), open_calls::outcome::helped);
  EXPECT_EQ(calls.help(), open_calls::outcome::no_tasks);
  calls.close(third);
  calls.close(first);
  EXPECT_EQ(tasks.runs, std::vector<int>{2});
  EXPECT_TRUE(calls.are_empty());
}

// Whoever works on a call wakes two of its helpers, until all are, or none is left.
TEST(open_calls, have_their_helpers_woken_by_one_another) {
  static int woken, most;
  woken = 0;
  most = 4;
  counted tasks(8);
  open_calls calls;
  open_call mine(8, &counted::run, &tasks);
  mine.have_woken(3, [] { return woken < most && ++woken != 0; });
  calls.open(mine);
  mine.wake_some();
  EXPECT_EQ(woken, 2);
  EXPECT_EQ(calls.help(), open_calls::outcome::helped);
  EXPECT_EQ(woken, 3);
  calls.close(mine);
  open_call next(8, &counted::run, &tasks);
  next.have_woken(7, [] { return woken < most && ++woken != 0; });
  for (int n = 0; n < 3; ++n) next.wake_some();
  EXPECT_EQ(woken, most);
}

TEST(open_calls, beyond_those_that_are_seen_run_on_their_callers) {
  constexpr std::size_t many = 40;
  open_calls calls;
  counted tasks(1);
  std::vector<std::unique_ptr<open_call>> all;
  for (std::size_t n = 0; n < many; ++n) {
    all.push_back(std::make_unique<open_call>(1, &counted::run, &tasks));
    calls.open(*all.back());
  }
  while (calls.help() == open_calls::outcome::helped) {
  }
  EXPECT_LT(tasks.runs[0], static_cast<int>(many));
  for (const auto& one : all) {
    while (one->run_next()) {
    }
    calls.close(*one);
  }
  EXPECT_EQ(tasks.runs[0], static_cast<int>(many));
  EXPECT_TRUE(calls.are_empty());
}

// Callers and helpers come and go; what a call refers to ends with it.
TEST(open_calls, run_each_task_once_with_many_callers_and_helpers) {
  constexpr int callers = 3, all = 6, calls_each = 2000;
  open_calls calls;
  std::atomic<int> callers_left = callers;
  std::atomic<int> wrong = 0;
  strew::testing::at_once(all, [&](int t) {
    if (t >= callers) {
      while (callers_left.load() > 0) calls.help_while_it_pays(1000, 2000);
      return;
    }
    std::minstd_rand draw(static_cast<unsigned>(t) + 1);
    for (int n = 0; n < calls_each; ++n) {
      std::vector<std::atomic<int>> runs(1 + draw() % 9);
      open_call mine(
          runs.size(),
          [](void* self, std::uint64_t task) { ++(*static_cast<std::vector<std::atomic<int>>*>(self))[task]; }, &runs);
      calls.open(mine);
      while (mine.run_next()) {
      }
      calls.close(mine);
      for (const auto& one : runs) wrong += one != 1 ? 1 : 0;
    }
    --callers_left;
  });
  EXPECT_EQ(wrong, 0);
  EXPECT_TRUE(calls.are_empty());
}

// Calls its tasks last to first, in one thread each.
void run_in_threads(void* /*context*/, std::uint64_t count, void (*task)(void*, std::uint64_t), void* argument) {
  strew::testing::at_once(static_cast<int>(count),
                          [&](int t) { task(argument, count - 1 - static_cast<std::uint64_t>(t)); });
}

TEST(chunks, each_run_once_on_as_many_threads_as_there_are_tasks) {
  const workers pool{nullptr,        1, nullptr, [](void*) -> std::uint64_t { return 8; }, [](void*) { return 0; },
                     &run_in_threads};
  for (std::uint64_t tasks = 1; tasks <= 5; ++tasks) {
    for (const std::uint64_t most : {1U, 2U, 7U, 5000U}) {
      const std::uint64_t count = count_chunks(tasks, most);
      ASSERT_LE(count, most);
      std::vector<std::atomic<int>> runs(count);
      EXPECT_TRUE(for_each_chunk(pool, std::min(tasks, count), count, arithmetic::none, [&](std::uint64_t n) {
        ++runs[n];
        return true;
      }));
      for (const auto& one : runs) EXPECT_EQ(one, 1) << tasks << " tasks, " << count << " chunks";
    }
  }
}

TEST(chunks, of_a_task_that_never_runs_are_run_by_the_others) {
  const auto run_the_first = [](void*, std::uint64_t, void (*task)(void*, std::uint64_t), void* argument) {
    task(argument, 0);
  };
  const workers pool{nullptr,      1, nullptr, [](void*) -> std::uint64_t { return 8; }, [](void*) { return 0; },
                     run_the_first};
  std::vector<std::uint64_t> order;
  EXPECT_TRUE(for_each_chunk(pool, 3, 6, arithmetic::none, [&](std::uint64_t n) {
    order.push_back(n);
    return true;
  }));
  EXPECT_EQ(order, (std::vector<std::uint64_t>{0, 1, 5, 4, 3, 2}));
}

TEST(chunks, stop_where_one_is_cancelled) {
  std::vector<std::uint64_t> order;
  EXPECT_FALSE(for_each_chunk({}, 1, 4, arithmetic::none, [&](std::uint64_t n) {
    order.push_back(n);
    return n < 1;
  }));
  EXPECT_EQ(order, (std::vector<std::uint64_t>{0, 1}));
}

}  // namespace
}  // namespace strew::engine
