// One rounding against many: f16 and bf16 under accumulate = wide and native, and that nothing else changes by it.
#include <cmath>

#include "operators/bits.hpp"

namespace strew::support {
namespace {

constexpr real_type f16 = real_types[0];
constexpr real_type bf16 = real_types[1];

struct vector_of_bits {
  const char* name;
  const real_type& type;
  int32_t reduction;
  uint64_t old;
  std::vector<uint64_t> updates;
  uint64_t wide, native;
};

void expect_both(const vector_of_bits& row) {
  EXPECT_EQ(fold_bits(row.type, reduction_of(row.reduction, STREW_ACCUMULATE_WIDE), row.old, row.updates), row.wide)
      << row.name;
  EXPECT_EQ(fold_bits(row.type, reduction_of(row.reduction, STREW_ACCUMULATE_NATIVE), row.old, row.updates), row.native)
      << row.name;
}

TEST(accumulate, f16_sums_stop_growing_only_natively) {
  expect_both({"4097 x 1", f16, STREW_REDUCTION_ADD, 0, std::vector<uint64_t>(4097, 0x3c00), 0x6c00, 0x6800});
  expect_both({"300 x 1", bf16, STREW_REDUCTION_ADD, 0, std::vector<uint64_t>(300, 0x3f80), 0x4396, 0x4380});
}

TEST(accumulate, one_rounding_or_many) {
  // 2048 + 1 + 2^-12: alone each is lost.
  expect_both({"ties", f16, STREW_REDUCTION_ADD, 0x6800, {0x3c00, 0x0c00}, 0x6801, 0x6800});
  // 60000 * 2 * 0.5 and -60000 - 60000 + 60000 pass beyond the largest f16.
  expect_both({"mul", f16, STREW_REDUCTION_MUL, 0x7b53, {0x4000, 0x3800}, 0x7b53, 0x7c00});
  expect_both({"sub", f16, STREW_REDUCTION_SUB, 0xfb53, {0x7b53, 0xfb53}, 0xfb53, 0xfc00});
  // 256 + 1 - 256
  expect_both({"add", bf16, STREW_REDUCTION_ADD, 0x4380, {0x3f80, 0xc380}, 0x3f80, 0x0000});
  expect_both({"sub", bf16, STREW_REDUCTION_SUB, 0x4380, {0xbf80, 0x4380}, 0x3f80, 0x0000});
  // (1 + 2^-7)^3 * 2^7 after one rounding, and rounded at each step.
  expect_both({"mul", bf16, STREW_REDUCTION_MUL, 0x3f83, {0x3f83, 0x3f83}, 0x3f89, 0x3f89});
}

TEST(accumulate, wide_rounds_to_nearest_even_at_the_end) {
  const strew_options wide = reduction_of(STREW_REDUCTION_ADD, STREW_ACCUMULATE_WIDE);
  EXPECT_EQ(fold_bits(f16, wide, 0x6800, {0x3800, 0x3800}), 0x6800U);          // 2049 -> 2048
  EXPECT_EQ(fold_bits(f16, wide, 0x6801, {0x3800, 0x3800}), 0x6802U);          // 2051 -> 2052
  EXPECT_EQ(fold_bits(f16, wide, 0x7bff, {0x4b80, 0x3800}), 0x7bffU);          // 65504 + 15.5 stays below 65520
  EXPECT_EQ(fold_bits(f16, wide, 0x7bff, {0x4b80, 0x3800, 0x3800}), 0x7c00U);  // 65504 + 16 is a tie: infinity
  EXPECT_EQ(fold_bits(f16, wide, 0x0001, {0x0001, 0x8003}), 0x8001U);          // subnormals are exact
}

// A mean sums in the accumulator, divides once, rounds once.
TEST(accumulate, mean_of_f16) {
  expect_both({"largest", f16, STREW_REDUCTION_MEAN, 0x7bff, {0x7bff}, 0x7bff, 0x7c00});
  expect_both(
      {"1 and 4096 x 1", f16, STREW_REDUCTION_MEAN, 0x3c00, std::vector<uint64_t>(4096, 0x3c00), 0x3c00, 0x3800});
  EXPECT_EQ(fold_bits(f16, reduction_of(STREW_REDUCTION_MEAN, STREW_ACCUMULATE_WIDE), 0x3c00, {0, 0}), 0x3555U);  // 1/3
  EXPECT_EQ(fold_bits(f16, reduction_of(STREW_REDUCTION_MEAN, STREW_ACCUMULATE_NATIVE), 0x3c00, {0, 0}), 0x3555U);
}

TEST(accumulate, changes_nothing_for_min_and_max) {
  for (const int32_t reduction : {STREW_REDUCTION_MIN, STREW_REDUCTION_MAX}) {
    const uint64_t expected = reduction == STREW_REDUCTION_MIN ? 0x3c00 : 0x4200;
    expect_both({"order", f16, reduction, 0x4000, {0x4200, 0x3c00}, expected, expected});
  }
}

TEST(accumulate, changes_nothing_for_f32_and_f64) {
  const auto in_f32 = [](int32_t accumulate) {
    return fold<float>(reduction_of(STREW_REDUCTION_ADD, accumulate), 16777216, {1, 1, -16777216});
  };
  EXPECT_EQ(in_f32(STREW_ACCUMULATE_WIDE), 0);
  EXPECT_EQ(in_f32(STREW_ACCUMULATE_NATIVE), 0);
  const auto in_f64 = [](int32_t accumulate) {
    return fold<double>(reduction_of(STREW_REDUCTION_ADD, accumulate), 0x1p53, {1, 1, -0x1p53});
  };
  EXPECT_EQ(in_f64(STREW_ACCUMULATE_WIDE), 0);
  EXPECT_EQ(in_f64(STREW_ACCUMULATE_NATIVE), 0);
}

// Integers wrap whatever the accumulator, and only a mean sees it.
TEST(accumulate, integers_wrap) {
  for (const int32_t accumulate : {STREW_ACCUMULATE_WIDE, STREW_ACCUMULATE_NATIVE}) {
    EXPECT_EQ(fold<int8_t>(reduction_of(STREW_REDUCTION_ADD, accumulate), 100, {100}), -56);
    EXPECT_EQ(fold<int8_t>(reduction_of(STREW_REDUCTION_MUL, accumulate), 100, {100}), 16);
    EXPECT_EQ(fold<uint8_t>(reduction_of(STREW_REDUCTION_SUB, accumulate), 1, {2}), 255);
    EXPECT_EQ(fold<int64_t>(reduction_of(STREW_REDUCTION_ADD, accumulate), INT64_MAX, {1}), INT64_MIN);
    EXPECT_EQ(fold<int64_t>(reduction_of(STREW_REDUCTION_MUL, accumulate), INT64_MIN, {-1}), INT64_MIN);
    EXPECT_EQ(fold<uint64_t>(reduction_of(STREW_REDUCTION_MUL, accumulate), UINT64_MAX, {UINT64_MAX}), 1U);
    EXPECT_EQ(fold<int16_t>(reduction_of(STREW_REDUCTION_MUL, accumulate), -32768, {-1}), -32768);
    EXPECT_EQ(fold<uint16_t>(reduction_of(STREW_REDUCTION_MUL, accumulate), 65535, {65535}), 1);
    EXPECT_EQ(fold<int32_t>(reduction_of(STREW_REDUCTION_SUB, accumulate), INT32_MIN, {1}), INT32_MAX);
  }
}

TEST(accumulate, bitwise_reductions_of_integers) {
  EXPECT_EQ(fold<int8_t>(options_of(STREW_REDUCTION_AND), -1, {0x3c, 0x18}), 0x18);
  EXPECT_EQ(fold<uint16_t>(options_of(STREW_REDUCTION_OR), 0x8000, {1, 0x10}), 0x8011);
  EXPECT_EQ(fold<int64_t>(options_of(STREW_REDUCTION_XOR), INT64_MIN, {-1, 1}), INT64_MAX - 1);
  EXPECT_EQ(fold<uint32_t>(reduction_of(STREW_REDUCTION_AND, STREW_ACCUMULATE_WIDE, true), 0, {0xff, 0x0f}), 0x0fU);
  EXPECT_EQ(fold<uint32_t>(reduction_of(STREW_REDUCTION_XOR, STREW_ACCUMULATE_WIDE, true), 0xf0, {0xff, 0x0f}), 0xf0U);
}

// Positions in row-major order, also where wide keeps state: large + 1 - large + 1.
TEST(accumulate, order_of_the_updates_in_the_accumulator) {
  const strew_options options = reduction_of(STREW_REDUCTION_MEAN, STREW_ACCUMULATE_WIDE, true);
  const float large = 16777216;
  EXPECT_EQ(fold<float>(options, 0, {large, 1, -large, 1}), 0.25F);
  EXPECT_EQ(fold<float>(options, 0, {large, -large, 1, 1}), 0.5F);
  // The old value comes first: (large + 1) - large.
  EXPECT_EQ(fold<float>(reduction_of(STREW_REDUCTION_MEAN, STREW_ACCUMULATE_WIDE), large, {1, -large, 3}), 0.75F);
}

}  // namespace
}  // namespace strew::support
