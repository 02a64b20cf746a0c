// Positions are numbered consecutively, independently of the lengths of the steps that visit or skip them.
#include "walk/positions.hpp"

#include <gtest/gtest.h>

#include "unit/walk_draw.hpp"

namespace strew::engine::testing {
namespace {

std::vector<std::int64_t> all_offsets(const std::vector<axis>& axes) {
  std::vector<std::int64_t> all;
  for_each_point(axes,
                 [&](const std::vector<std::int64_t>& at) { all.push_back(offset_of(axes, at, &axis::table_stride)); });
  return all;
}

TEST(positions, are_those_of_nested_loops) {
  axis_source draw(2);
  for (int n = 0; n < 2000; ++n) {
    const std::vector<axis> axes = draw.some(4);
    const std::vector<std::int64_t> all = all_offsets(axes);
    position_walk walk(axes.data(), axes.size());
    std::size_t done = 0;
    while (done < all.size()) {
      ASSERT_EQ(walk.number(), static_cast<std::int64_t>(done));
      ASSERT_EQ(walk.left(), static_cast<std::int64_t>(all.size() - done));
      ASSERT_EQ(walk.table(), all[done]);
      const std::int64_t length = axes.empty() ? 1 : axes.back().extent;
      ASSERT_EQ(walk.left_in_line(), length - static_cast<std::int64_t>(done) % length);
      if (draw.between(0, 2) == 0) {
        const std::int64_t count = draw.between(1, walk.left_in_line());
        walk.skip(count);
        done += static_cast<std::size_t>(count);
        continue;
      }
      std::vector<std::int64_t> taken(static_cast<std::size_t>(draw.between(1, walk.left())));
      walk.take(static_cast<std::int64_t>(taken.size()), taken.data());
      for (const std::int64_t offset : taken) ASSERT_EQ(offset, all[done++]);
    }
    ASSERT_EQ(walk.left(), 0);
  }
}

TEST(positions, taking_none_moves_nothing) {
  const axis line = {4, 8, 0, 0, no_window};
  position_walk walk(&line, 1);
  walk.take(0, nullptr);
  EXPECT_EQ(walk.number(), 0);
  EXPECT_EQ(walk.line(), line);
}

}  // namespace
}  // namespace strew::engine::testing
