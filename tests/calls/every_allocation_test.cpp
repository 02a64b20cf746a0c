// Every allocation of every operator fails once: rule MM1, nothing written, nothing left behind.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "every_failure.hpp"
#include "three_tasks.hpp"
#include "variants.hpp"

namespace strew::testing {
namespace {

class every_allocation : public ::testing::TestWithParam<deep_call> {};
INSTANTIATE_TEST_SUITE_P(of, every_allocation, ::testing::ValuesIn(deep_calls),
                         [](const auto& test) { return test.param.name; });

TEST_P(every_allocation, of_one_call) {
  for (const variant& one : variants) {
    if (!one.fits(GetParam())) continue;
    SCOPED_TRACE(one.name);
    const auto with = operands_of(GetParam(), one);
    const strew_status usual = GetParam().run(*with);
    ASSERT_TRUE(usual == STREW_STATUS_OK || usual == STREW_STATUS_INDEX) << with->error.message;
    const std::vector<std::int64_t> result = with->output.elements;
    const auto call = [&] {
      with->clear_output();
      return GetParam().run(*with);
    };
    const int count =
        expect_every_failure_is_clean(with->error, usual, call, [&] { return with->output_is_untouched(); });
    EXPECT_GT(count, 10);
    EXPECT_EQ(with->output.elements, result);
    EXPECT_EQ(usual == STREW_STATUS_OK, !with->output_is_untouched());
  }
}

TEST_P(every_allocation, of_making_a_plan) {
  for (const variant& one : variants) {
    if (!one.fits(GetParam())) continue;
    SCOPED_TRACE(one.name);
    const auto with = operands_of(GetParam(), one);
    strew_plan* made = nullptr;
    const auto call = [&] { return GetParam().plan(*with, &made); };
    const int count =
        expect_every_failure_is_clean(with->error, STREW_STATUS_OK, call, [&] { return made == nullptr; });
    EXPECT_GT(count, 10);
    EXPECT_NE(made, nullptr);
    strew_plan_destroy(made);
  }
}

// Threads of the caller that are this thread: tasks may not throw through them.
strew_executor inline_executor() {
  return three_tasks(nullptr, [](void*, std::uint64_t tasks, void (*task)(void*, std::uint64_t), void* argument) {
    for (std::uint64_t n = tasks; n-- > 0;) task(argument, n);
  });
}

TEST_P(every_allocation, of_executing_a_plan) {
  const strew_executor threads = inline_executor();
  for (const variant& one : variants) {
    if (!one.fits(GetParam())) continue;
    SCOPED_TRACE(one.name);
    const auto with = operands_of(GetParam(), one);
    const plan_owner plan = plan_of(GetParam(), *with);
    ASSERT_NE(plan, nullptr) << with->error.message;
    for (const strew_executor* executor : {static_cast<const strew_executor*>(nullptr), &threads}) {
      with->execution.executor = executor;
      const auto call = [&] {
        with->clear_output();
        return execute(plan.get(), *with, GetParam().is_gather);
      };
      const strew_status usual = call();
      expect_every_failure_is_clean(with->error, usual, call, [&] { return with->output_is_untouched(); });
    }
  }
}

// A text is whole or empty: there is no status to tell more.
TEST_P(every_allocation, of_the_texts_of_a_plan) {
  const auto with = GetParam().make();
  const plan_owner plan = plan_of(GetParam(), *with);
  std::string room(4096, '\0');
  for (const auto text : {strew_plan_problem, strew_plan_describe, strew_plan_explain}) {
    const std::size_t length = text(plan.get(), room.data(), room.size());
    ASSERT_GT(length, 0U);
    bool is_done = false;
    for (int n = 0; n < 5000 && !is_done; ++n) {
      const std::int64_t before = live_blocks();
      room.assign(room.size(), 'x');
      fail_allocation_after(n);
      const std::size_t found = text(plan.get(), room.data(), room.size());
      fail_allocation_after(-1);
      const std::int64_t after = live_blocks();
      is_done = !an_allocation_failed();
      EXPECT_TRUE(found == length || (found == 0 && !is_done)) << n << ": " << found;
      EXPECT_EQ(std::strlen(room.c_str()), found) << n;
      ASSERT_EQ(after, before) << n;
    }
    EXPECT_TRUE(is_done);
  }
}

}  // namespace
}  // namespace strew::testing
