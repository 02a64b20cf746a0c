// Each guard of the canonical form, disabled: the result must be wrong, otherwise the guard is unnecessary.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "execute/validate.hpp"
#include "memory.hpp"
#include "problem/canonical.hpp"

namespace strew::engine::testing {
namespace {

constexpr std::int64_t f32_bytes = sizeof(float);
constexpr std::int64_t i64_bytes = sizeof(std::int64_t);

// A scatter into a table of `cells` floats, with one coordinate.
problem scatter(std::int64_t cells, std::vector<axis> axes, std::int64_t window = 1) {
  problem p;
  p.way = direction::write;
  p.width = f32_bytes;
  p.index_type = dtype::i64;
  for (const axis& a : axes) p.axes.push_back(a);
  p.coordinates.push_back({cells, window, f32_bytes, 0});
  p.space.positions.push_back({2, i64_bytes});
  p.space.members.push_back({cells, window, 0});
  return p;
}

problem with_add(problem p) {
  p.reduce = reduction::add;
  p.type = dtype::f32;
  return p;
}

TEST(guards, ordered_axes_keep_their_order) {
  // Updates [[1, 2], [3, 4]] stored column-major, indices [[0, 1], [1, 0]].
  const problem raw = scatter(2, {{2, 0, f32_bytes, 2 * i64_bytes}, {2, 0, 2 * f32_bytes, i64_bytes}});
  const std::vector<float> updates{1, 3, 2, 4};
  const std::vector<std::int64_t> indices{0, 1, 1, 0};
  const auto run = [&](const guards& g) { return run_write<float>(canonical(raw, g), {0, 0}, updates, indices); };
  EXPECT_EQ(run({}), (std::vector<float>{4, 3}));
  EXPECT_EQ(run({.keep_order_of_updates = false}), (std::vector<float>{4, 2}));
}

TEST(guards, broadcast_indices_are_ordered) {
  // All indices 0, broadcast along the rows of [[2^24, 1], [-2^24, 1]].
  const problem raw = with_add(scatter(1, {{2, 0, 2 * f32_bytes, 0}, {2, 0, f32_bytes, i64_bytes}}));
  const std::vector<float> updates{0x1p24F, 1, -0x1p24F, 1};
  const auto run = [&](const guards& g) {
    return run_write<float>(canonical(raw, g), {0}, updates, std::vector<std::int64_t>{0, 0});
  };
  EXPECT_EQ(run({}), std::vector<float>{1});
  EXPECT_EQ(run({.order_by_table = false}), std::vector<float>{2});
}

// Starts [0, 1] with windows of 2 over 3 cells; updates [[1, 2], [3, 4]] stored column-major.
problem overlapping_windows() {
  return scatter(3, {{2, 0, f32_bytes, i64_bytes}, {2, f32_bytes, 2 * f32_bytes, 0, 0}}, 2);
}

TEST(guards, windows_stay_inside_positions) {
  const std::vector<float> updates{1, 3, 2, 4};
  const std::vector<std::int64_t> starts{0, 1};
  EXPECT_EQ(run_write<float>(canonical(overlapping_windows()), {0, 0, 0}, updates, starts),
            (std::vector<float>{1, 3, 4}));
  const problem wrong = canonical(overlapping_windows(), {.windows_inside = false});
  EXPECT_EQ(wrong.axes[0].window_of, 0);
  std::vector<float> table(3);
  std::vector<float> direct = updates;
  std::vector<std::int64_t> read = starts;
  for (const unit& u : units_in_order(wrong, bytes(read)))
    std::memcpy(bytes(table) + u.table, bytes(direct) + u.direct, sizeof(float));
  EXPECT_EQ(table, (std::vector<float>{1, 2, 4}));
}

TEST(guards, written_windows_are_not_widened) {
  const problem raw = scatter(3, {{2, 0, 2 * f32_bytes, i64_bytes}, {2, f32_bytes, f32_bytes, 0, 0}}, 2);
  const std::vector<float> updates{1, 2, 3, 4};
  EXPECT_EQ(run_by_owners<float>(canonical(raw), {0, 0, 0}, updates, {0, 1}, f32_bytes), (std::vector<float>{1, 3, 4}));
  const problem wide = canonical(raw, {.keep_written_windows = false});
  EXPECT_EQ(wide.width, 2 * f32_bytes);
  EXPECT_EQ(run_by_owners<float>(wide, {0, 0, 0}, updates, {0, 1}, f32_bytes), (std::vector<float>{1, 2, 4}));
}

TEST(guards, cut_windows_are_neither_merged_nor_widened) {
  // A circular append of [8, 9] at 1 into [1, 2].
  problem raw = scatter(2, {{2, f32_bytes, f32_bytes, 0, 0}}, 2);
  raw.policy.outside = out_of_bounds::wrap;
  EXPECT_EQ(run_write<float>(canonical(raw), {1, 2}, {8, 9}, std::vector<std::int64_t>{1}), (std::vector<float>{9, 8}));
  const problem wide = canonical(raw, {.keep_cut_windows = false});
  EXPECT_EQ(wide.width, 2 * f32_bytes);  // one record that would be partly outside the table
  const auto reach = wide.coordinates[0].table_stride * 1 + wide.width;
  EXPECT_GT(reach, 2 * f32_bytes);
}

TEST(guards, cut_windows_are_not_merged_with_slices) {
  // Rows of 2, windows of 2 rows, 3 rows in all: the window axis and the slice axis would fuse.
  problem raw = scatter(3, {{2, 2 * f32_bytes, 2 * f32_bytes, 0, 0}, {2, f32_bytes, f32_bytes, 0}}, 2);
  raw.coordinates[0].table_stride = 2 * f32_bytes;
  raw.policy.outside = out_of_bounds::skip;
  raw = with_add(raw);
  const std::vector<std::int64_t> start{2};
  EXPECT_EQ(run_write<float>(canonical(raw), {0, 0, 0, 0, 0, 0, 0, 0}, {1, 2, 3, 4}, start),
            (std::vector<float>{0, 0, 0, 0, 1, 2, 0, 0}));
  const problem fused = canonical(raw, {.keep_cut_windows = false});
  EXPECT_EQ(fused.axes.size(), 1U);
  EXPECT_NE(run_write<float>(fused, {0, 0, 0, 0, 0, 0, 0, 0}, {1, 2, 3, 4}, start),
            (std::vector<float>{0, 0, 0, 0, 1, 2, 0, 0}));
}

TEST(guards, reductions_are_not_widened) {
  const problem raw = with_add(scatter(2, {{2, 0, 4 * f32_bytes, i64_bytes}, {4, f32_bytes, f32_bytes, 0}}));
  const auto run = [&](const guards& g) {
    problem p = raw;
    p.coordinates[0].table_stride = 4 * f32_bytes;
    return run_write<float>(canonical(p, g), {1, 1, 1, 1, 1, 1, 1, 1}, {1, 2, 3, 4, 5, 6, 7, 8},
                            std::vector<std::int64_t>{0, 1});
  };
  EXPECT_EQ(run({}), (std::vector<float>{2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_NE(run({.keep_reductions = false}), run({}));
}

std::shared_ptr<const index_report> bad_index_of(const problem& p, std::vector<std::int64_t>& tuple) {
  status bad;
  EXPECT_TRUE(
      validate(validation_of(p, kernel::portable()), p, operand::indices, kernel::portable(), bytes(tuple), {}, bad));
  return bad ? bad->index : nullptr;
}

TEST(guards, constant_coordinates_stay_in_the_index_space) {
  // clamp over extents [1, 0]: member 0 is constant, member 1 has no valid start.
  problem raw = scatter(1, {{1, 0, f32_bytes, 0}});
  raw.policy.outside = out_of_bounds::clamp;
  raw.coordinates.push_back({0, 1, f32_bytes, i64_bytes});
  raw.space.positions = {{1, 0}};
  raw.space.members = {{1, 1, 0}, {0, 1, i64_bytes}};
  problem p = canonical(raw);
  EXPECT_EQ(p.coordinates.size(), 1U);
  std::vector<std::int64_t> tuple{7, 5};
  const auto bad = bad_index_of(p, tuple);
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->component, 1U);
  EXPECT_EQ(bad->tuple.size(), 2U);
  p.space.members.erase(0);  // as if the coordinate had been removed from the index space too
  const auto wrong = bad_index_of(p, tuple);
  ASSERT_TRUE(wrong);
  EXPECT_TRUE(wrong->component != bad->component && wrong->tuple.size() != bad->tuple.size());
}

TEST(guards, fill_repeats_the_pattern_of_an_original_element) {
  problem raw;
  raw.width = f32_bytes;
  raw.index_type = dtype::i64;
  raw.axes = {{2, 0, 4 * f32_bytes, i64_bytes}, {4, f32_bytes, f32_bytes, 0}};
  raw.coordinates = {{1, 1, 4 * f32_bytes, 0}};
  raw.space.positions = {{2, i64_bytes}};
  raw.space.members = {{1, 1, 0}};
  raw.policy.outside = out_of_bounds::fill;
  const float filled = 1.5F;
  raw.fill = {reinterpret_cast<const std::byte*>(&filled), sizeof filled};
  const problem p = canonical(raw);
  EXPECT_EQ(p.width, 4 * f32_bytes);
  std::vector<float> table{1, 2, 3, 4};
  std::vector<float> out(8);
  std::vector<std::int64_t> indices{5, 0};
  ASSERT_TRUE(run_alone(strided(p), {bytes(table), bytes(out), bytes(indices)}));
  EXPECT_EQ(out, (std::vector<float>{filled, filled, filled, filled, 1, 2, 3, 4}));
  problem whole = p;
  const float wide[4] = {filled};  // a pattern of the widened unit would be another fill
  whole.fill = {reinterpret_cast<const std::byte*>(wide), sizeof wide};
  ASSERT_TRUE(run_alone(strided(whole), {bytes(table), bytes(out), bytes(indices)}));
  EXPECT_NE(out[1], filled);
}

TEST(guards, axes_without_strides_are_not_dropped) {
  problem raw = with_add(scatter(1, {{3, 0, 0, 0}}));
  EXPECT_EQ(run_write<float>(canonical(raw), {0}, {2}, std::vector<std::int64_t>{0}), std::vector<float>{6});
  raw.axes.clear();
  EXPECT_EQ(run_write<float>(canonical(raw), {0}, {2}, std::vector<std::int64_t>{0}), std::vector<float>{2});
}

TEST(guards, axes_are_not_flipped) {
  // Updates [1, 2] read backwards into one cell: the last of them wins.
  const problem p = canonical(scatter(1, {{2, 0, -f32_bytes, 0}}));
  EXPECT_EQ(p.axes[0].direct_stride, -f32_bytes);
  std::vector<float> table{0};
  std::vector<float> updates{2, 1};
  std::vector<std::int64_t> zero{0};
  run_alone(strided(p), {bytes(table), bytes(updates) + f32_bytes, bytes(zero)});
  EXPECT_EQ(table[0], 2);
  problem flipped = p;
  flipped.axes[0].direct_stride = f32_bytes;
  run_alone(strided(flipped), {bytes(table), bytes(updates), bytes(zero)});
  EXPECT_EQ(table[0], 1);
}

}  // namespace
}  // namespace strew::engine::testing
