// Which way was faster is kept for some executions by as many tasks.
#include "plan/trial_result.hpp"

#include <gtest/gtest.h>

namespace strew::engine::testing {
namespace {

TEST(trial_result, is_unknown_at_first) {
  trial_result found;
  EXPECT_EQ(found.take(0), faster_way::unknown);
  EXPECT_EQ(found.take(2), faster_way::unknown);
}

TEST(trial_result, is_kept_for_some_executions) {
  for (const faster_way way : {faster_way::one_task, faster_way::tasks}) {
    trial_result found;
    found.keep(2, way);
    for (std::uint64_t n = 0; n < trial_result::executions; ++n) EXPECT_EQ(found.take(2), way) << n;
    EXPECT_EQ(found.take(2), faster_way::unknown);
  }
}

TEST(trial_result, is_of_one_number_of_tasks) {
  trial_result found;
  found.keep(1000, faster_way::tasks);
  EXPECT_EQ(found.take(2), faster_way::unknown);
  EXPECT_EQ(found.take(1000), faster_way::tasks);
  found.keep(2, faster_way::one_task);
  EXPECT_EQ(found.take(1000), faster_way::unknown);
  EXPECT_EQ(found.take(2), faster_way::one_task);
}

}  // namespace
}  // namespace strew::engine::testing
