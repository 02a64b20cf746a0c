// gather_block_quantized by literal values.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "quantized/quantized_example.hpp"

namespace strew::testing {
namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

TEST(gather_block_quantized, multiplies_codes_by_the_scales_of_their_blocks) {
  quantized_example one;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{7.5F, 7, 6.5F, 6, -11, -10, 0, 1, 2, 3, 40, 50}));
}

TEST(gather_block_quantized, subtracts_the_zero_points_of_their_blocks) {
  quantized_example one;
  one.has_zero_points = true;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{0, -0.5F, -1, -1.5F, -3, -2, -1, 0, 1, 2, 20, 30}));
}

TEST(gather_block_quantized, has_signed_codes_in_signed_bytes) {
  quantized_example one;
  one.data.dtype = one.zero_points.dtype = STREW_DTYPE_I8;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{-0.5F, -1, -1.5F, -2, 5, 6, 0, 1, 2, 3, 40, 50}));
  one.has_zero_points = true;  // -1, -8; 1, 2
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{0, -0.5F, -1, -1.5F, -3, -2, -1, 0, 1, 2, 20, 30}));
}

TEST(gather_block_quantized, reads_bytes_and_quarters_of_bytes) {
  quantized_example one;
  one.data = {{1, 2}, {200, 100}};
  one.indices = {{1}, {0}};
  one.scales = {{1, 1}, {0.5F}};
  one.output = {{1, 2}, floats(2)};
  one.quantization.bits = 8;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{100, 50}));
  one.data.dtype = STREW_DTYPE_I8;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{-28, 50}));
  one.quantization.bits = 2;
  one.data = {{1, 2}, {0xE4, 0x01}};  // 0 1 2 3, 1
  one.scales = {{1, 2}, {2, 3}};
  one.output = {{1, 5}, floats(5)};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{0, 2, 4, 6, 3}));
}

// As blocks of ggml's q4_0: a scale of two bytes, then sixteen bytes of codes; here blocks of four.
TEST(gather_block_quantized, reads_halves_of_blocks_with_scales_between_them) {
  quantized_example one;
  bytes blocks{0, 0, 0x20, 0x31, 0, 0, 0x64, 0x75};  // codes 0 1 2 3, 4 5 6 7
  const std::uint16_t halves[] = {0x3C00, 0x4000};   // 1, 2
  for (std::size_t n = 0; n < 2; ++n) std::memcpy(&blocks[4 * n], &halves[n], sizeof halves[n]);
  one.data = {{1, 2, 2}, blocks, STREW_DTYPE_U8, {8, 4, 1}};
  one.indices = {{1}, {0}};
  one.output = {{1, 2, 4}, floats(8)};
  one.quantization.packing = STREW_PACKING_HALVES;
  strew_tensor codes = one.data.view(), scales = codes;
  codes.data = const_cast<std::uint8_t*>(blocks.data()) + 2;
  const std::int64_t extents[] = {1, 2, 1};
  scales.data = const_cast<std::uint8_t*>(blocks.data());
  scales.extents = extents;
  scales.dtype = STREW_DTYPE_F16;
  EXPECT_EQ(one.run([&](strew_operands& all) { all.data = &codes, all.scales = &scales; }), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{0, 1, 2, 3, 8, 10, 12, 14}));
}

TEST(gather_block_quantized, looks_codes_up_in_a_codebook) {
  quantized_example one;
  one.has_codebook = true;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{-3, -2, -1.5F, -1, 1.5F, 1, 0, 0.5F, 1, 1.5F, 20, 30}));
}

TEST(gather_block_quantized, has_scales_that_are_exponents) {
  quantized_example one;
  const bytes exponents{127, 128, 0, 0, 126, 255};
  const array<std::uint8_t> scales{{3, 2}, exponents};
  const strew_tensor s = scales.view();
  EXPECT_EQ(one.run([&](strew_operands& all) { all.scales = &s; }), "") << one.message();
  const floats& made = one.output.values;
  EXPECT_EQ(floats(made.begin(), made.begin() + 4), (floats{7.5F, 7, 6.5F, 6}));
  EXPECT_TRUE(std::isnan(made[4]) && !std::signbit(made[4]));
  EXPECT_EQ(floats(made.begin() + 6, made.end()), (floats{0, 1, 2, 3, 8, 10}));
  one.indices.values = {1, 1};
  EXPECT_EQ(one.run([&](strew_operands& all) { all.scales = &s; }), "") << one.message();
  EXPECT_EQ(made[0], std::ldexp(6.0F, -127));  // no normal number
}

TEST(gather_block_quantized, keeps_signs_of_zeros_and_infinities) {
  quantized_example one;
  one.scales.values = {-1, infinite, 1, 1, 1, 1};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_TRUE(std::signbit(one.output.values[6]));
  EXPECT_EQ(one.output.values[10], infinite);
  one.scales.values[0] = -infinite;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_TRUE(std::isnan(one.output.values[6]));  // 0 times infinity
  EXPECT_FALSE(std::signbit(one.output.values[6]));
  EXPECT_EQ(one.output.values[7], -infinite);
}

TEST(gather_block_quantized, rounds_to_the_type_of_the_output) {
  quantized_example one;
  one.scales.values = {1, 1, 1, 1, 1.0F + 1.0F / 256, 30000};
  array<std::uint16_t> output{{2, 6}, std::vector<std::uint16_t>(12), STREW_DTYPE_BF16};
  strew_tensor o = output.view();
  EXPECT_EQ(one.run([&](strew_operands& all) { all.output = &o; }), "") << one.message();
  EXPECT_EQ(output.values[0], 0x4171);  // 15.0586 becomes 15.0625
  EXPECT_EQ(output.values[1], 0x4161);  // 14.0547 becomes 14.0625
  o.dtype = STREW_DTYPE_F16;
  EXPECT_EQ(one.run([&](strew_operands& all) { all.output = &o; }), "") << one.message();
  EXPECT_EQ(output.values[4], 0x7C00);  // 330000 is infinite
  EXPECT_EQ(output.values[7], 0x3C00);
}

TEST(gather_block_quantized, takes_a_row_as_a_block) {
  quantized_example one;
  one.quantization.block_size = 0;
  one.scales = {{3, 1}, {1, 2, 3}};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{45, 42, 39, 36, 33, 30, 0, 1, 2, 3, 4, 5}));
}

TEST(gather_block_quantized, has_the_policies_of_gathers) {
  quantized_example one;
  one.indices.values = {7, -3};
  EXPECT_EQ(one.run(), "IX1");
  EXPECT_EQ(one.message(),
            "IX1: indices: position 0 (0): component 0 of (7) is 7, outside [-3, 2] (axis 0 of extent 3); 1 of 2 "
            "positions is bad");
  EXPECT_EQ(one.output.values, floats(12, 77));
  one.options.out_of_bounds = STREW_OOB_SKIP;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{77, 77, 77, 77, 77, 77, 0, 1, 2, 3, 40, 50}));
  one.options.out_of_bounds = STREW_OOB_FILL;
  const double number = -2.5;
  one.options.fill_value = &number;
  one.options.fill_dtype = STREW_DTYPE_F64;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{-2.5F, -2.5F, -2.5F, -2.5F, -2.5F, -2.5F, 0, 1, 2, 3, 40, 50}));
  one.options.fill_value = nullptr;
  one.options.out_of_bounds = STREW_OOB_CLAMP;
  one.options.negative_indices = STREW_NEGATIVE_INVALID;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{7.5F, 7, 6.5F, 6, -11, -10, 0, 1, 2, 3, 40, 50}));
}

// Along an axis in the middle, in a batch.
TEST(gather_block_quantized, gathers_along_an_axis_of_a_batch) {
  quantized_example one;
  one.axis = -2;
  one.batch_dims = 1;
  one.data = {{2, 2, 1}, {0x21, 0x43, 0x65, 0x87}};
  one.scales = {{2, 2, 1}, {1, 2, 3, 4}};
  one.indices = {{2, 1}, {1, 0}};
  one.output = {{2, 1, 2}, floats(4)};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{6, 8, 15, 18}));
}

TEST(gather_block_quantized, reads_operands_at_any_address) {
  quantized_example one;
  bytes scales(1 + sizeof(float) * one.scales.values.size());
  std::memcpy(scales.data() + 1, one.scales.values.data(), scales.size() - 1);
  EXPECT_EQ(one.run([&](strew_operands& all) { const_cast<strew_tensor*>(all.scales)->data = scales.data() + 1; }), "");
  EXPECT_EQ(one.output.values, (floats{7.5F, 7, 6.5F, 6, -11, -10, 0, 1, 2, 3, 40, 50}));
}

TEST(gather_block_quantized, of_nothing) {
  quantized_example one;
  one.indices = {{0}, {}};
  one.output = {{0, 6}, {}};
  EXPECT_EQ(one.run(), "") << one.message();
  quantized_example none;
  none.data.extents = {3, 0};
  none.scales.extents = {3, 0};
  none.output.extents = {2, 0};
  EXPECT_EQ(none.run(), "") << none.message();
  none.indices.values = {5, 5};
  EXPECT_EQ(none.run(), "IX1");
}

}  // namespace
}  // namespace strew::testing
