// The starts of windows that prepared indices store, and which of them lie on the table.
#include "execute/window_starts.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "unit/walk_draw.hpp"

namespace strew::engine::testing {
namespace {

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
  [[nodiscard]] point_run run() const {
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

TEST(window_starts, are_what_the_policy_says) {
  axis_source draw(5);
  for (int n = 0; n < 1000; ++n) {
    const auto outside = static_cast<out_of_bounds>(draw.between(0, 5));
    const tuple_case of(draw, outside);
    const window_starts reader(of.where, kernel::portable());
    std::vector<std::int64_t> starts(of.values.size());
    reader.read(0, of.run(), starts.data());
    for (std::size_t i = 0; i < starts.size(); ++i)
      ASSERT_EQ(starts[i], right_start(of, of.values[i])) << of.values[i] << " under " << static_cast<int>(outside);
  }
}

TEST(window_starts, of_windows_that_lie_on_the_table_in_whole) {
  axis_source draw(6);
  for (int n = 0; n < 1000; ++n) {
    tuple_case of(draw, draw.between(0, 1) == 0 ? out_of_bounds::skip : out_of_bounds::error);
    const destinations::member& m = of.where.members[0];
    const window_starts reader(of.where, kernel::portable());
    std::vector<std::int64_t> starts(of.values.size());
    reader.read(0, of.run(), starts.data());
    for (std::size_t i = 0; i < starts.size(); ++i) {
      std::int64_t places = 0;
      for (std::int64_t step = 0; step < m.window; ++step) {
        const std::int64_t start = starts[i];
        places += start + step >= 0 && start + step < m.extent ? 1 : 0;
      }
      ASSERT_EQ(reader.is_whole(0, starts[i]), places == m.window) << starts[i];
    }
  }
}

}  // namespace
}  // namespace strew::engine::testing
