// More index components than axes: windows that can be cut, at ranks where no list of one entry a component stays in
// place. Nothing may be allocated after the first write, nor in a task of the caller.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "components_call.hpp"
#include "every_failure.hpp"
#include "three_tasks.hpp"

namespace strew::testing {
namespace {

// Runs tasks on this thread or on one each; in a task every allocation fails.
struct hostile_executor {
  bool uses_threads = false;
  std::atomic<int> tasks = 0;
  std::atomic<int> allocations = 0;

  void run_task(std::uint64_t n, void (*task)(void*, std::uint64_t), void* argument) {
    ++tasks;
    fail_allocation_after(0);
    task(argument, n);
    fail_allocation_after(-1);
    if (an_allocation_failed()) ++allocations;
  }

  strew_executor native() {
    return three_tasks(this, [](void* self, std::uint64_t count, void (*task)(void*, std::uint64_t), void* argument) {
      auto& mine = *static_cast<hostile_executor*>(self);
      for (std::uint64_t n = 0; n < count; ++n) {
        if (mine.uses_threads) {
          std::thread([&] { mine.run_task(n, task, argument); }).join();
        } else {
          mine.run_task(n, task, argument);
        }
      }
    });
  }
};

class many_coordinates : public ::testing::TestWithParam<shape_of_call> {};

std::vector<shape_of_call> all_shapes() {
  std::vector<shape_of_call> made;
  for (const std::uint64_t components : {1U, 63U, 64U, 65U, 80U, 1024U}) {
    for (const auto& [is_gather, outside] :
         {std::pair{true, STREW_OOB_SKIP}, std::pair{true, STREW_OOB_FILL}, std::pair{true, STREW_OOB_WRAP},
          std::pair{false, STREW_OOB_SKIP}, std::pair{false, STREW_OOB_WRAP}}) {
      for (const bool has_slice : {false, true}) {
        if (has_slice && components == 1024) continue;
        made.push_back({components, is_gather, outside, has_slice});
      }
    }
  }
  return made;
}
INSTANTIATE_TEST_SUITE_P(of, many_coordinates, ::testing::ValuesIn(all_shapes()),
                         [](const auto& test) { return name_of(test.param); });

// One component says what any number of them must do: all others stand at 0 of an extent of 1.
std::vector<std::int64_t> expected_of(shape_of_call shape) {
  shape.components = 1;
  call_with_components one(shape);
  EXPECT_EQ(one.run(), STREW_STATUS_OK) << one.with().error.message;
  return one.with().output.elements;
}

TEST_P(many_coordinates, write_nothing_when_an_allocation_fails) {
  call_with_components call(GetParam());
  ASSERT_EQ(call.run(), STREW_STATUS_OK) << call.with().error.message;
  EXPECT_EQ(call.with().output.elements, expected_of(GetParam()));
  const auto again = [&] {
    call.with().clear_output();
    return call.run();
  };
  expect_every_failure_is_clean(call.with().error, STREW_STATUS_OK, again,
                                [&] { return call.with().output_is_untouched(); });
}

TEST_P(many_coordinates, allocate_nothing_in_tasks_of_the_caller) {
  for (const bool uses_threads : {false, true}) {
    hostile_executor pool{uses_threads, 0, 0};
    const strew_executor native = pool.native();
    call_with_components call(GetParam());
    call.with().execution.executor = &native;
    ASSERT_EQ(call.run(), STREW_STATUS_OK) << call.with().error.message;
    EXPECT_EQ(call.with().output.elements, expected_of(GetParam()));
    EXPECT_EQ(pool.allocations.load(), 0);
    EXPECT_EQ(pool.tasks.load() > 1, GetParam().is_gather || GetParam().has_slice);
  }
}

}  // namespace
}  // namespace strew::testing
