// Runs of points.
#include "walk/runs.hpp"

#include <gtest/gtest.h>

#include "unit/walk_draw.hpp"

namespace strew::engine::testing {
namespace {

small_vector<axis> merged(const std::vector<axis>& axes) {
  small_vector<axis> made;
  for (const axis& a : axes) append_axis(made, a);
  return made;
}

std::uint64_t count_of(const std::vector<axis>& axes) {
  std::uint64_t count = 1;
  for (const axis& a : axes) count *= static_cast<std::uint64_t>(a.extent);
  return count;
}

// Sometimes contiguous, so that axes merge.
std::vector<axis> axes_of_positions(axis_source& draw) {
  std::vector<axis> made = draw.some(4);
  for (std::size_t i = made.size(); i-- > 1;) {
    if (draw.between(0, 1) == 0) continue;
    made[i - 1].table_stride = made[i].table_stride * made[i].extent;
    made[i - 1].index_stride = made[i].index_stride * made[i].extent;
  }
  if (!made.empty() && draw.between(0, 9) == 0) made.back().extent = point_run::max_count + draw.between(0, 3);
  return made;
}

TEST(runs_of_positions, are_every_position_in_order) {
  axis_source draw(4);
  for (int n = 0; n < 1000; ++n) {
    const std::vector<axis> axes = axes_of_positions(draw);
    std::vector<std::pair<std::int64_t, std::int64_t>> right;
    std::vector<std::pair<std::int64_t, std::int64_t>> walked;
    for_each_point(axes, [&](const std::vector<std::int64_t>& at) {
      right.emplace_back(offset_of(axes, at, &axis::table_stride), offset_of(axes, at, &axis::index_stride));
    });
    // Distances from a fixed address: nothing is read.
    const auto* const base = reinterpret_cast<const std::byte*>(std::uintptr_t{1} << 20U);
    const small_vector<axis> all = merged(axes);
    EXPECT_LE(all.size(), axes.size());
    const cancellation never;
    poll_counter polls(never);
    const bool is_done =
        walk_runs(all.data(), all.size(), {0, count_of(axes)}, base, 1, polls, [&](const point_run& run) {
          EXPECT_EQ(run.first, walked.size());
          EXPECT_LE(run.count, static_cast<std::size_t>(point_run::max_count));
          for (std::size_t i = 0; i < run.count; ++i) {
            const auto step = static_cast<std::int64_t>(i);
            walked.emplace_back(run.place + step * run.place_step, run.tuple - base + step * run.tuple_step);
          }
          return true;
        });
    ASSERT_TRUE(is_done);
    ASSERT_EQ(walked, right);
  }
}

TEST(runs_of_positions, are_those_of_a_range) {
  axis_source draw(6);
  const auto* const base = reinterpret_cast<const std::byte*>(std::uintptr_t{1} << 20U);
  for (int n = 0; n < 1000; ++n) {
    const std::vector<axis> axes = axes_of_positions(draw);
    const small_vector<axis> walked_axes = merged(axes);
    const cancellation never;
    poll_counter polls(never);
    const auto places_in = [&](const point_range& range) {
      std::vector<std::pair<std::int64_t, std::int64_t>> walked;
      std::uint64_t next = range.first;
      EXPECT_TRUE(walk_runs(walked_axes.data(), walked_axes.size(), range, base, 1, polls, [&](const point_run& run) {
        EXPECT_EQ(run.first, next);
        next += run.count;
        for (std::size_t i = 0; i < run.count; ++i) {
          const auto step = static_cast<std::int64_t>(i);
          walked.emplace_back(run.place + step * run.place_step, run.tuple - base + step * run.tuple_step);
        }
        return true;
      }));
      EXPECT_EQ(next, range.last);
      return walked;
    };
    const auto count = static_cast<std::int64_t>(count_of(axes));
    const std::int64_t first = draw.between(0, count);
    const std::int64_t last = draw.between(first, count);
    const auto all = places_in({0, static_cast<std::uint64_t>(count)});
    const auto some = places_in({static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(last)});
    ASSERT_TRUE(std::equal(some.begin(), some.end(), all.begin() + first, all.begin() + last));
  }
}

TEST(runs_of_positions, end_when_a_visit_or_the_caller_says_so) {
  const axis axes[] = {{4, 1, 0, 100, no_window}, {3, 50, 0, 8, no_window}};
  const cancellation never;
  const cancellation always = {[](void*) { return 1; }, nullptr};
  poll_counter goes_on(never);
  poll_counter stops(always, 0);
  int visits = 0;
  EXPECT_FALSE(walk_runs(axes, 2, {0, 12}, nullptr, 1, goes_on, [&](const point_run&) { return ++visits < 2; }));
  EXPECT_EQ(visits, 2);
  EXPECT_FALSE(walk_runs(axes, 2, {0, 12}, nullptr, 1, stops, [&](const point_run&) { return ++visits < 100; }));
  EXPECT_EQ(visits, 2);
}

}  // namespace
}  // namespace strew::engine::testing
