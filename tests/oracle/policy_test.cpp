// Padding against literal places.
#include <gtest/gtest.h>

#include "oracle/policy.hpp"

namespace strew::oracle {
namespace {

constexpr member four = {4, 1};

policy padded(out_of_bounds outside, int64_t padding, negative_indices negative = negative_indices::from_end) {
  return {outside, negative, partial_window::element, padding};
}

TEST(padding, is_a_place_however_it_is_reached) {
  const policy rules = padded(out_of_bounds::error, 3);
  EXPECT_EQ(place(rules, four, 3, 0), std::nullopt);
  EXPECT_EQ(place(rules, four, -1, 0), std::nullopt);
  EXPECT_EQ(place(rules, four, 0, 0), 0);
  EXPECT_EQ(place(padded(out_of_bounds::clamp, 3), four, 9, 0), std::nullopt);
  EXPECT_EQ(place(padded(out_of_bounds::clamp, 0), four, -9, 0), std::nullopt);
  EXPECT_EQ(place(padded(out_of_bounds::wrap, 1), four, 5, 0), std::nullopt);
  EXPECT_EQ(place(padded(out_of_bounds::wrap, 1), four, 6, 0), 2);
}

TEST(padding, may_count_from_the_end) {
  EXPECT_EQ(place(padded(out_of_bounds::error, -1), four, 3, 0), std::nullopt);
  EXPECT_EQ(place(padded(out_of_bounds::error, -4, negative_indices::invalid), four, 0, 0), std::nullopt);
  EXPECT_EQ(place(padded(out_of_bounds::error, -4, negative_indices::invalid), four, 3, 0), 3);
}

TEST(padding, excuses_no_bad_value) {
  EXPECT_TRUE(is_bad(padded(out_of_bounds::error, -1, negative_indices::invalid), four, -1));
  EXPECT_TRUE(is_bad(padded(out_of_bounds::error, 3), four, 4));
  EXPECT_FALSE(is_bad(padded(out_of_bounds::error, 3), four, 3));
}

}  // namespace
}  // namespace strew::oracle
