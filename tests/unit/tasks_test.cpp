// The interface to threads, with executors of the test.
#include "walk/tasks.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <vector>

namespace strew::engine::testing {
namespace {

// Runs tasks in reverse order, and some of them more than once.
struct backward {
  std::uint64_t at_once = 5;
  bool is_inside = false;
  std::uint64_t extra = 0;
  std::uint64_t runs = 0;

  workers pool(std::uint64_t min_bytes = 1) {
    workers made;
    made.context = this;
    made.min_bytes = min_bytes;
    made.concurrency = [](void* self) { return static_cast<backward*>(self)->at_once; };
    made.is_inside = [](void* self) { return static_cast<backward*>(self)->is_inside ? 1 : 0; };
    made.run = [](void* self, std::uint64_t count, void (*task)(void*, std::uint64_t), void* argument) {
      auto& mine = *static_cast<backward*>(self);
      ++mine.runs;
      for (std::uint64_t n = count + mine.extra; n-- > 0;) task(argument, n);
    };
    return made;
  }
};

TEST(tasks, are_as_many_as_the_work_the_threads_and_the_caller_allow) {
  backward five;
  EXPECT_EQ(count_tasks({}, 0, 1U << 30U), 1U);
  EXPECT_EQ(count_tasks(five.pool(), 0, 100), 5U);
  EXPECT_EQ(count_tasks(five.pool(), 3, 100), 3U);
  EXPECT_EQ(count_tasks(five.pool(50), 0, 100), 2U);
  EXPECT_EQ(count_tasks(five.pool(101), 0, 100), 1U);
  five.at_once = 0;
  EXPECT_EQ(count_tasks(five.pool(), 0, 100), 1U);
  five.at_once = 5;
  five.is_inside = true;
  EXPECT_EQ(count_tasks(five.pool(), 0, 100), 1U);
}

// Threads that sleep are woken for large work only; an executor's own limit decides by itself.
TEST(tasks, are_fewer_where_threads_sleep) {
  backward five;
  workers awake = five.pool(0);
  workers asleep = awake;
  workers rousing = awake;
  awake.ready = [](void*) { return readiness::awake; };
  rousing.ready = [](void*) { return readiness::rousing; };
  asleep.ready = [](void*) { return readiness::asleep; };
  constexpr std::uint64_t some = 4 * min_task_bytes;
  constexpr std::uint64_t more = 2 * min_waking_task_bytes;
  EXPECT_EQ(count_tasks(awake, 0, some), 4U);
  EXPECT_EQ(count_tasks(rousing, 0, some), 4U);
  EXPECT_EQ(count_tasks(asleep, 0, some), 1U);
  EXPECT_EQ(count_tasks(asleep, 0, more), 2U);
  asleep.min_bytes = min_task_bytes;
  EXPECT_EQ(count_tasks(asleep, 0, some), 4U);
}

TEST(tasks, each_run_once_in_whatever_order) {
  for (const bool is_inside : {false, true}) {
    backward five;
    five.extra = 3;
    five.is_inside = is_inside;
    std::vector<int> calls(7, 0);
    EXPECT_TRUE(for_each(five.pool(), 7, arithmetic::none, [&](std::uint64_t n) {
      ++calls.at(n);
      return true;
    }));
    EXPECT_EQ(calls, std::vector<int>(7, 1));
    EXPECT_EQ(five.runs, is_inside ? 0U : 1U);
  }
}

TEST(tasks, start_no_more_once_one_has_stopped) {
  backward five;
  std::vector<std::uint64_t> started;
  EXPECT_FALSE(for_each(five.pool(), 5, arithmetic::none, [&](std::uint64_t n) {
    started.push_back(n);
    return n != 3;
  }));
  EXPECT_EQ(started, (std::vector<std::uint64_t>{4, 3}));
  EXPECT_FALSE(for_each({}, 1, arithmetic::none, [](std::uint64_t) { return false; }));
}

TEST(tasks, share_an_extent_out_without_gap_or_overlap) {
  for (std::uint64_t extent : {0U, 1U, 5U, 64U, 1001U}) {
    for (std::uint64_t count : {1U, 2U, 3U, 7U, 64U}) {
      EXPECT_EQ(border(extent, count, 0), 0U);
      EXPECT_EQ(border(extent, count, count), extent);
      for (std::uint64_t n = 0; n < count; ++n) {
        const std::uint64_t size = border(extent, count, n + 1) - border(extent, count, n);
        EXPECT_TRUE(size == extent / count || size == extent / count + 1) << extent << " among " << count;
      }
    }
  }
}

}  // namespace
}  // namespace strew::engine::testing
