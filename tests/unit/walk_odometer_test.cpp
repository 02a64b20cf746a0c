// The odometer visits every point of its axes once, in row-major order.
#include "walk/odometer.hpp"

#include <gtest/gtest.h>

#include "unit/walk_draw.hpp"

namespace strew::engine::testing {
namespace {

TEST(odometer, counts_as_nested_loops_do) {
  axis_source draw(1);
  for (int n = 0; n < 2000; ++n) {
    const std::vector<axis> axes = draw.some(5);
    odometer walk(axes.data(), axes.size());
    bool is_there = true;
    for_each_point(axes, [&](const std::vector<std::int64_t>& at) {
      ASSERT_TRUE(is_there);
      ASSERT_EQ(walk.table(), offset_of(axes, at, &axis::table_stride));
      ASSERT_EQ(walk.direct(), offset_of(axes, at, &axis::direct_stride));
      ASSERT_EQ(walk.index(), offset_of(axes, at, &axis::index_stride));
      is_there = walk.next();
    });
    ASSERT_FALSE(is_there);
  }
}

TEST(odometer, without_an_axis_there_is_one_point) {
  odometer walk(nullptr, 0);
  EXPECT_EQ(walk.table(), 0);
  EXPECT_FALSE(walk.next());
}

TEST(odometer, stands_at_the_first_point_after_the_last) {
  const axis axes[] = {{2, 8, 16, 4, no_window}, {3, -1, 2, 1, no_window}};
  odometer walk(axes, 2);
  while (walk.next()) continue;
  EXPECT_EQ(walk.table(), 0);
  EXPECT_EQ(walk.direct(), 0);
  EXPECT_EQ(walk.index(), 0);
}

TEST(odometer, takes_as_many_axes_as_a_problem_has) {
  const std::vector<axis> axes(max_axes, axis{1, 1, 1, 1, no_window});
  EXPECT_FALSE(odometer(axes.data(), axes.size()).next());
}

}  // namespace
}  // namespace strew::engine::testing
