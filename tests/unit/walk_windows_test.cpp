// A window that is partly outside the table is traversed in boxes, which together are the places inside the table.
#include "walk/windows.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <utility>

#include "kernel/kernel_set.hpp"
#include "unit/walk_draw.hpp"

namespace strew::engine::testing {
namespace {

// A position's slice: some windows of several places, each with an axis, some of one place, and an axis of no window.
struct window_case {
  problem p;
  std::vector<axis> inner;
  std::vector<std::int64_t> values;

  explicit window_case(axis_source& draw) {
    p.index_type = dtype::i64;
    p.policy.outside = draw.between(0, 1) == 0 ? out_of_bounds::wrap : out_of_bounds::skip;
    p.policy.below_zero = draw.between(0, 1) == 0 ? negative::from_end : negative::invalid;
    std::int64_t table_stride = 1;
    std::int64_t direct_stride = 1;
    for (std::int64_t k = draw.between(1, 3); k > 0; --k) {
      const std::int64_t extent = draw.between(1, 6);
      const std::int64_t window = draw.between(1, extent);
      const auto number = static_cast<std::int32_t>(p.coordinates.size());
      p.coordinates.push_back({extent, window, table_stride, static_cast<std::int64_t>(values.size()) * 8});
      if (window > 1) inner.push_back({window, table_stride, direct_stride, 0, number});
      values.push_back(draw.between(-extent - 2, extent + 2));
      table_stride *= extent;
      direct_stride *= window;
    }
    if (draw.between(0, 1) == 0) inner.push_back({2, table_stride, direct_stride, 0, no_window});
  }
};

// The place of step `step` of a window, below 0 if it is outside.
std::int64_t place_of(const coordinate& c, const index_policy& policy, std::int64_t value, std::int64_t step) {
  const bool counts = policy.below_zero == negative::from_end && value < 0 && value >= -c.extent;
  if (policy.outside == out_of_bounds::wrap) return (((value + step) % c.extent) + c.extent) % c.extent;
  const std::int64_t at = value + (counts ? c.extent : 0) + step;
  return at < c.extent ? at : -1;
}

using moves = std::multiset<std::pair<std::int64_t, std::int64_t>>;  // table and direct offsets

moves right_moves(const window_case& of) {
  moves made;
  for_each_point(of.inner, [&](const std::vector<std::int64_t>& at) {
    std::int64_t table = 0;
    std::int64_t direct = 0;
    std::vector<std::int64_t> steps(of.values.size());
    for (std::size_t i = 0; i < at.size(); ++i) {
      direct += at[i] * of.inner[i].direct_stride;
      if (of.inner[i].window_of == no_window) table += at[i] * of.inner[i].table_stride;
      if (of.inner[i].window_of != no_window) steps[static_cast<std::size_t>(of.inner[i].window_of)] = at[i];
    }
    for (std::size_t k = 0; k < of.values.size(); ++k) {
      const coordinate& c = of.p.coordinates[k];
      const std::int64_t place = place_of(c, of.p.policy, of.values[k], steps[k]);
      if (place < 0) return;
      table += place * c.table_stride;
    }
    made.emplace(table, direct);
  });
  return made;
}

moves walked_moves(const window_case& of, bool& is_whole, std::size_t& boxes) {
  const kernel::kernel_set& kernels = kernel::portable();
  cut_window window(of.p, rules_of(of.p), kernels.cut(kernel::index_type::i64),
                    reinterpret_cast<const std::byte*>(of.values.data()));
  is_whole = window.is_whole();
  moves made;
  window.for_each_box({of.inner.data(), of.inner.size()}, [&](const axis* axes, std::int64_t table,
                                                              std::int64_t direct) {
    const std::vector<axis> box(axes, axes + of.inner.size());
    ++boxes;
    for_each_point(box, [&](const std::vector<std::int64_t>& at) {
      made.emplace(table + offset_of(box, at, &axis::table_stride), direct + offset_of(box, at, &axis::direct_stride));
    });
    return true;
  });
  return made;
}

TEST(windows, boxes_are_all_places_on_the_table) {
  axis_source draw(3);
  int whole = 0;
  int cut = 0;
  for (int n = 0; n < 5000; ++n) {
    const window_case of(draw);
    bool is_whole = false;
    std::size_t boxes = 0;
    const moves right = right_moves(of);
    ASSERT_EQ(walked_moves(of, is_whole, boxes), right) << to_text(of.p);
    std::size_t all = 1;
    for (const axis& a : of.inner) all *= static_cast<std::size_t>(a.extent);
    ASSERT_TRUE(!is_whole || (boxes == 1 && right.size() == all));
    ++(is_whole ? whole : cut);
  }
  EXPECT_GT(whole, 500);
  EXPECT_GT(cut, 500);
}

TEST(windows, a_visit_that_says_false_ends_the_walk) {
  problem p;
  p.index_type = dtype::i64;
  p.policy.outside = out_of_bounds::wrap;
  p.coordinates.push_back({4, 3, 1, 0});
  const axis inner = {3, 1, 1, 0, 0};
  const std::int64_t value = 3;  // wraps: two boxes
  cut_window window(p, rules_of(p), kernel::portable().cut(kernel::index_type::i64),
                    reinterpret_cast<const std::byte*>(&value));
  int visits = 0;
  EXPECT_FALSE(window.for_each_box({&inner, 1}, [&](const axis*, std::int64_t, std::int64_t) { return ++visits < 1; }));
  EXPECT_EQ(visits, 1);
}

}  // namespace
}  // namespace strew::engine::testing
