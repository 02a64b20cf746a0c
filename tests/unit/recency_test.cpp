// recency: which calls are a series.
#include "threads/recency.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace strew::engine::testing {
namespace {

constexpr std::uint64_t begin = 1'000'000'000'000;

// Of calls that begin `apart` nanoseconds from one another, the number of the first one of a series; 0: there is none.
int first_of_series(std::uint64_t apart) {
  recency calls;
  for (int n = 1; n <= 100; ++n)
    if (calls.are_many(begin + static_cast<std::uint64_t>(n) * apart)) return n;
  return 0;
}

TEST(recency, calls_that_take_some_milliseconds_are_a_series) {
  EXPECT_EQ(first_of_series(0), 7);
  EXPECT_EQ(first_of_series(1'500'000), 7);
  EXPECT_EQ(first_of_series(4'000'000), 7);
}

TEST(recency, calls_with_pauses_are_none) {
  EXPECT_EQ(first_of_series(4'000'001), 0);
  EXPECT_EQ(first_of_series(60'000'000), 0);
}

TEST(recency, a_pause_ends_a_series) {
  recency calls;
  std::uint64_t now = begin;
  for (int n = 0; n < 10; ++n) calls.are_many(now += 1000);
  EXPECT_TRUE(calls.are_many(now += 1000));
  EXPECT_FALSE(calls.are_many(now += 5'000'000));
  EXPECT_FALSE(calls.are_many(now += 1000));
}

}  // namespace
}  // namespace strew::engine::testing
