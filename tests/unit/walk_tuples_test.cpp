// Runs of positions and the meaning of the members of their tuples.
#include "walk/tuples.hpp"

#include <gtest/gtest.h>

#include "unit/walk_draw.hpp"

namespace strew::engine::testing {
namespace {

small_vector<axis> list_of(const std::vector<axis>& axes) {
  small_vector<axis> made;
  for (const axis& a : axes) made.push_back(a);
  return made;
}

// Sometimes contiguous, so that axes merge.
std::vector<axis> axes_of_positions(axis_source& draw) {
  std::vector<axis> made = draw.some(4);
  for (std::size_t i = made.size(); i-- > 1;) {
    if (draw.between(0, 1) == 0) continue;
    made[i - 1].table_stride = made[i].table_stride * made[i].extent;
    made[i - 1].index_stride = made[i].index_stride * made[i].extent;
  }
  if (!made.empty() && draw.between(0, 9) == 0) made.back().extent = position_run::max_count + draw.between(0, 3);
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
    const cancellation never;
    // Distances from a fixed address: nothing is read.
    const auto* const base = reinterpret_cast<const std::byte*>(std::uintptr_t{1} << 20U);
    const bool is_done = walk_runs(list_of(axes), base, 1, never, [&](const position_run& run) {
      EXPECT_EQ(run.first, walked.size());
      EXPECT_LE(run.count, static_cast<std::size_t>(position_run::max_count));
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
    const small_vector<axis> axes = list_of(axes_of_positions(draw));
    const auto places_in = [&](const position_range& range) {
      std::vector<std::pair<std::int64_t, std::int64_t>> walked;
      std::uint64_t next = range.first;
      EXPECT_TRUE(walk_runs(merged_axes(axes), range, base, 1, {}, [&](const position_run& run) {
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
    std::int64_t count = 1;
    for (const axis& a : axes) count *= a.extent;
    const std::int64_t first = draw.between(0, count);
    const std::int64_t last = draw.between(first, count);
    const auto all = places_in({0, static_cast<std::uint64_t>(count)});
    const auto some = places_in({static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(last)});
    ASSERT_TRUE(std::equal(some.begin(), some.end(), all.begin() + first, all.begin() + last));
  }
}

TEST(runs_of_positions, end_when_a_visit_or_the_caller_says_so) {
  small_vector<axis> axes = list_of({{4, 1, 0, 100, no_window}, {3, 50, 0, 8, no_window}});
  int visits = 0;
  EXPECT_FALSE(walk_runs(axes, nullptr, 1, {}, [&](const position_run&) { return ++visits < 2; }));
  EXPECT_EQ(visits, 2);
  const cancellation always = {[](void*) { return 1; }, nullptr};
  EXPECT_FALSE(walk_runs(axes, nullptr, 1, always, [&](const position_run&) { return ++visits < 100; }));
  EXPECT_EQ(visits, 2);
}

// One member with these limits, and values near them.
struct tuple_case {
  destinations where;
  std::vector<std::int64_t> values;

  tuple_case(axis_source& draw, out_of_bounds outside) {
    where.index_type = dtype::i64;
    where.policy.outside = outside;
    where.policy.below_zero = draw.between(0, 1) == 0 ? negative::from_end : negative::invalid;
    const std::int64_t extent = draw.between(1, 9);
    where.members.push_back({extent, outside == out_of_bounds::wrap ? 1 : draw.between(1, extent), 0, 1});
    for (int n = 0; n < 60; ++n) values.push_back(draw.between(-2 * extent - 3, 2 * extent + 3));
    values.push_back(INT64_MIN);
    values.push_back(INT64_MAX);
  }
  [[nodiscard]] position_run run() const {
    return {0, values.size(), 0, 0, reinterpret_cast<const std::byte*>(values.data()), 8};
  }
  // With negatives counted from the end.
  [[nodiscard]] std::int64_t counted(std::int64_t value) const {
    const std::int64_t extent = where.members[0].extent;
    const bool counts = where.policy.below_zero == negative::from_end && value < 0 && value >= -extent;
    return counts ? value + extent : value;
  }
};

std::int64_t right_start(const tuple_case& of, std::int64_t value) {
  const destinations::member& m = of.where.members[0];
  const std::int64_t last = m.extent - m.window;
  if (of.where.policy.outside == out_of_bounds::wrap) return ((value % m.extent) + m.extent) % m.extent;
  if (of.where.policy.outside == out_of_bounds::clamp) return std::clamp<std::int64_t>(of.counted(value), 0, last);
  const std::int64_t start = of.counted(value);
  return start >= 0 && start <= last ? start : std::clamp(start, -m.window, m.extent);
}

TEST(tuples, starts_are_what_the_policy_says) {
  axis_source draw(5);
  for (int n = 0; n < 1000; ++n) {
    const auto outside = static_cast<out_of_bounds>(draw.between(0, 5));
    const tuple_case of(draw, outside);
    const tuple_reader reader(of.where, kernel::portable());
    std::vector<std::int64_t> starts(of.values.size());
    reader.read(0, of.run(), starts.data());
    for (std::size_t i = 0; i < starts.size(); ++i)
      ASSERT_EQ(starts[i], right_start(of, of.values[i])) << of.values[i] << " under " << static_cast<int>(outside);
  }
}

TEST(tuples, what_lies_on_the_table_in_whole_in_part_or_not_at_all) {
  axis_source draw(6);
  for (int n = 0; n < 1000; ++n) {
    tuple_case of(draw, draw.between(0, 1) == 0 ? out_of_bounds::skip : out_of_bounds::error);
    of.where.policy.cut = draw.between(0, 1) == 0 ? partial_window::element : partial_window::whole;
    const destinations::member& m = of.where.members[0];
    const tuple_reader reader(of.where, kernel::portable());
    std::vector<std::int64_t> starts(of.values.size());
    reader.read(0, of.run(), starts.data());
    const bool cuts = of.where.policy.outside == out_of_bounds::skip && of.where.policy.cut == partial_window::element;
    for (std::size_t i = 0; i < starts.size(); ++i) {
      std::int64_t places = 0;
      for (std::int64_t step = 0; step < m.window; ++step) {
        const std::int64_t start = starts[i];
        places += start + step >= 0 && start + step < m.extent ? 1 : 0;
      }
      ASSERT_EQ(reader.is_whole(0, starts[i]), places == m.window) << starts[i];
      ASSERT_EQ(reader.is_skipped(0, starts[i]), cuts ? places == 0 : places < m.window) << starts[i];
    }
  }
}

}  // namespace
}  // namespace strew::engine::testing
