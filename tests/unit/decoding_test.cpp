// Problems whose units are decoded: what their scales and zero points keep apart.
#include <gtest/gtest.h>

#include "plan/plan.hpp"
#include "problem/canonical.hpp"

namespace strew::engine {
namespace {

// Three batches of four positions, two units of 8 bytes of codes and 16 values each.
problem decoded() {
  problem p;
  p.width = 64;
  decoding& of = p.decoding.emplace();
  of.bits = 4;
  of.columns = 16;
  of.block = 8;
  of.code_step = 1;
  of.value_step = of.scale_step = 4;
  of.has_zero_points = true;
  of.zero_step = 1;
  of.scale_stride = 96;
  of.zero_stride = 6;
  p.axes = {axis{4, 0, 384, 8}, axis{3, 16, 128, 0}, axis{2, 8, 64, 0}};
  of.put(p.axes[1], {16, 2, 0});
  of.put(p.axes[2], {8, 1, 0});
  p.coordinates.push_back({5, 1, 48, 0});
  p.space.positions.push_back({4, 8});
  p.space.members.push_back({5, 1, 0, 0});
  return p;
}

TEST(decoding, merges_axes_that_all_strides_agree_on) {
  const problem made = canonical(decoded());
  ASSERT_EQ(made.axes.size(), 2U) << to_text(made);
  EXPECT_EQ(made.axes[1].extent, 6);
  EXPECT_EQ(made.codes_along(made.axes[1]).scale, 8);
  EXPECT_EQ(made.width, 64);  // units are not widened
  EXPECT_EQ(canonical(made), made);
}

TEST(decoding, keeps_axes_apart_that_scales_or_zero_points_do_not_agree_on) {
  problem scales = decoded(), zeros = decoded();
  scales.decoding->along[0].scale = 24;
  zeros.decoding->along[0].zero = 3;
  for (const problem& p : {scales, zeros}) EXPECT_EQ(canonical(p).axes.size(), 3U) << to_text(p);
  EXPECT_EQ(canonical(scales, {.merge_by_scale = false}).axes.size(), 2U);
  EXPECT_EQ(canonical(zeros, {.merge_by_zero = false}).axes.size(), 2U);
}

TEST(decoding, widens_no_units_side_by_side) {
  problem p = decoded();
  p.decoding->columns = p.decoding->block = 8;
  p.width = 8;
  p.axes = {axis{4, 0, 48, 8}, axis{6, 8, 8, 0}};
  EXPECT_EQ(canonical(p).axes.size(), 2U);
}

// Bags of one row of 16 values for each of three slices: all of it leads nowhere but to columns and cells.
problem decoded_write() {
  problem p;
  p.way = direction::write;
  p.width = 4;
  p.type = dtype::f32;
  p.reduce = reduction::add;
  p.decoding.emplace() = *decoded().decoding;
  p.axes = {axis{4, 0, 8, 8}, axis{3, 64, 0, 0}, axis{16, 4, 0, 0}};
  p.decoding->along.clear();
  p.decoding->put(p.axes[2], {0, 0, 1});
  p.coordinates.push_back({5, 1, 192, 0});
  p.space.positions.push_back({4, 8});
  p.space.members.push_back({5, 1, 0, 0});
  return p;
}

TEST(decoding, keeps_the_columns_of_a_row_apart) {
  const problem made = canonical(decoded_write());
  ASSERT_EQ(made.axes.size(), 3U) << to_text(made);
  EXPECT_EQ(made.codes_along(made.axes[2]).column, 1);
  EXPECT_EQ(canonical(decoded_write(), {.merge_by_column = false}).axes.size(), 2U);
  problem other = made;
  other.decoding->along[0].column = 2;
  EXPECT_FALSE(other == made);
  EXPECT_NE(hash(other), hash(made));
  EXPECT_NE(to_text(other), to_text(made));
}

// A start that is always 0 leaves no strides behind.
TEST(decoding, forgets_what_is_not_read) {
  problem p = decoded();
  p.policy.outside = out_of_bounds::clamp;
  p.coordinates[0].extent = 1;
  const problem made = canonical(p);
  EXPECT_TRUE(made.coordinates.empty());
  EXPECT_EQ(made.decoding->scale_stride, 0);
  EXPECT_EQ(made.decoding->zero_stride, 0);
  problem other;
  other.width = 4;
  other.axes = {axis{3, 16, 4, 0}};
  other.axes[0].codes = 1;
  other.names_positions = true;
  EXPECT_EQ(canonical(other).axes[0].codes, 0);
}

TEST(decoding, is_printed_hashed_and_compared) {
  const problem p = decoded();
  EXPECT_NE(to_text(p).find(" decode u4 low_first 16(+1 v4) as f32 scales f32/8(t96 +4) zeros(t6 +1)"),
            std::string::npos)
      << to_text(p);
  const auto differs = [&](const auto& change) {
    problem other = p;
    change(other);
    return !(other == p) && hash(other) != hash(p) && to_text(other) != to_text(p);
  };
  EXPECT_TRUE(differs([](problem& o) { o.decoding.reset(); }));
  EXPECT_TRUE(differs([](problem& o) { o.decoding->bits = 2; }));
  EXPECT_TRUE(differs([](problem& o) { o.decoding->packing = code_packing::halves; }));
  EXPECT_TRUE(differs([](problem& o) { o.decoding->is_signed = true; }));
  EXPECT_TRUE(differs([](problem& o) { o.decoding->has_zero_points = false; }));
  EXPECT_TRUE(differs([](problem& o) { o.decoding->has_codebook = true; }));
  EXPECT_TRUE(differs([](problem& o) { o.decoding->scale_type = dtype::f16; }));
  EXPECT_TRUE(differs([](problem& o) { o.decoding->value_type = dtype::f16; }));
  EXPECT_TRUE(differs([](problem& o) { o.decoding->block = 4; }));
  EXPECT_TRUE(differs([](problem& o) { o.decoding->scale_step = 8; }));
  EXPECT_TRUE(differs([](problem& o) { o.decoding->zero_stride = 7; }));
  EXPECT_TRUE(differs([](problem& o) { o.decoding->along[0].zero = 7; }));
}

}  // namespace
}  // namespace strew::engine
