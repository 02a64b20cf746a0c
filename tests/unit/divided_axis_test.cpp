// Along which axis tasks divide a problem.
#include <gtest/gtest.h>

#include <cstdint>

#include "solve/division.hpp"

namespace strew::engine::testing {
namespace {

constexpr std::uint64_t eight_parts = 8;

problem reads() {
  problem p;
  p.type = dtype::f32;
  p.width = 4;
  p.index_type = dtype::i64;
  return p;
}

// gather_elements along the last axis.
problem lines(std::int64_t rows, std::int64_t columns) {
  problem p = reads();
  p.axes.push_back({rows, 4000, 4 * columns, 8 * columns});
  p.axes.push_back({columns, 0, 4, 8});
  p.coordinates.push_back({1000, 1, 4, 0});
  return p;
}

// gather along the last axis.
problem columns(std::int64_t rows, std::int64_t count) {
  problem p = reads();
  p.axes.push_back({count, 0, 4, 8});
  p.axes.push_back({rows, 4000, 4 * count, 0});
  p.coordinates.push_back({1000, 1, 4, 0});
  return p;
}

std::size_t divided_axis(const problem& p) {
  return find_division(p, false, p.axes.data(), eight_parts).along;
}

TEST(divided_axis, keeps_lines_whole_if_they_are_enough_for_even_parts) {
  EXPECT_EQ(divided_axis(lines(600, 1000)), 0U);
  EXPECT_EQ(divided_axis(lines(32, 1000)), 0U);
  EXPECT_EQ(divided_axis(lines(31, 1000)), 1U);
  EXPECT_EQ(divided_axis(lines(1, 1000)), 1U);
  EXPECT_EQ(divided_axis(lines(20, 10)), 0U);
}

TEST(divided_axis, is_that_of_slices_in_lines_of_their_own) {
  EXPECT_EQ(divided_axis(columns(1000, 256)), 1U);
  EXPECT_EQ(divided_axis(columns(1000, 5000)), 1U);
  EXPECT_EQ(divided_axis(columns(7, 5000)), 0U);
  EXPECT_EQ(divided_axis(columns(1000, 4)), 1U);
}

}  // namespace
}  // namespace strew::engine::testing
