// Sums that begin as -0 keep the limit of threads where they look for what had no update.
#include <gtest/gtest.h>
#include <strew/strew.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "support/array.hpp"
#include "threads/executors.hpp"

namespace strew::testing {
namespace {

// The last segment is empty, and the first one is -0, as an update is: both are looked at.
struct large_sum {
  static constexpr std::int64_t positions = 400'000, segments = 3000;

  support::array<float> data{{positions}, std::vector<float>(positions, 1)};
  support::array<std::int64_t> ids{{positions}, std::vector<std::int64_t>(positions)};
  support::array<float> output{{segments}, std::vector<float>(segments, 77)};

  large_sum() {
    for (std::size_t p = 0; p < positions; ++p) {
      ids.values[p] = static_cast<std::int64_t>(p * 7919 % (segments - 1));
      if (ids.values[p] == 0) data.values[p] = -0.0F;
    }
  }
  void run(const strew_execution& execution) {
    const strew_tensor d = data.view(), s = ids.view(), o = output.view();
    strew_operands all = STREW_OPERANDS_INIT;
    all.data = &d;
    all.segments = &s;
    all.output = &o;
    strew_segmentation segmentation = STREW_SEGMENTATION_INIT;
    const strew_options options = support::options_of(STREW_REDUCTION_ADD);
    strew_error error = STREW_ERROR_INIT;
    ASSERT_EQ(strew_segment_reduce(&all, &segmentation, 0, &options, &execution, &error), STREW_STATUS_OK)
        << error.message;
    EXPECT_TRUE(output.values[0] == 0 && std::signbit(output.values[0]));
    EXPECT_TRUE(output.values[segments - 1] == 0 && !std::signbit(output.values[segments - 1]));
  }
};

TEST(neutral_start, keeps_the_limit_of_threads) {
  for (const std::uint64_t limit : {1U, 2U, 3U}) {
    large_sum sum;
    support::shuffling_executor pool(8);
    strew_execution execution = STREW_EXECUTION_INIT;
    execution.executor = &pool.made;
    execution.threads = limit;
    ASSERT_NO_FATAL_FAILURE(sum.run(execution));
    EXPECT_LE(pool.most, limit == 1 ? 0 : limit);
  }
}

}  // namespace
}  // namespace strew::testing
