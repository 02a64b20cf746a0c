// Products with weights, and what becomes of them, against literal bits.
#include <gtest/gtest.h>

#include "oracle/packed.hpp"
#include "oracle/reduce.hpp"

namespace strew::oracle {
namespace {

// The cell after its updates: one for each value, with its weight.
uint64_t weighted(element type, const reduction_rule& rule, uint64_t old, const cells& values, const cells& weights) {
  const auto count = static_cast<int64_t>(values.size());
  packed cell(type, {1}, {old});
  const packed updates(type, {count}, values);
  const packed factors(rule.weight_type, {count}, weights);
  std::vector<contribution> terms;
  for (int64_t i = 0; i < count; ++i) terms.push_back({updates.view.at({i}), factors.view.at({i})});
  fold(type, rule, cell.view.at({0}), terms);
  return cell.values()[0];
}

reduction_rule by(element weight_type, reduction reduce, accumulate how = accumulate::wide) {
  return {reduce, true, how, weight_type};
}

reduction_rule without_self(element weight_type, reduction reduce, accumulate how = accumulate::wide) {
  return {reduce, false, how, weight_type};
}

// f32
constexpr uint64_t one = 0x3f800000;
constexpr uint64_t minus_one = 0xbf800000;
constexpr uint64_t two_to_24 = 0x4b800000;
constexpr uint64_t minus_zero = 0x80000000;

TEST(weights, round_the_product_and_then_the_sum) {
  // (1 + 2^-12)^2 is 1 + 2^-11 + 2^-24, a tie; fused with the sum, 2^-24 would remain.
  EXPECT_EQ(weighted(element::f32, by(element::f32, reduction::add), 0xbf801000, {0x3f800800}, {0x3f800800}), 0U);
  EXPECT_EQ(weighted(element::f32, by(element::f32, reduction::sub), 0x3f801000, {0x3f800800}, {0x3f800800}), 0U);
}

TEST(weights, keep_the_order_of_updates) {
  const reduction_rule add = by(element::f32, reduction::add);
  EXPECT_EQ(weighted(element::f32, add, 0, {two_to_24, one, two_to_24}, {one, one, minus_one}), 0U);
  EXPECT_EQ(weighted(element::f32, add, 0, {two_to_24, two_to_24, one}, {one, minus_one, one}), one);
}

TEST(weights, keep_the_sign_of_zero) {
  EXPECT_EQ(weighted(element::f32, without_self(element::f32, reduction::add), one, {minus_zero}, {one}), minus_zero);
  EXPECT_EQ(weighted(element::f32, without_self(element::f32, reduction::sub), one, {0}, {minus_one}), minus_zero);
  EXPECT_EQ(weighted(element::f32, by(element::f32, reduction::add), 0, {minus_zero}, {one}), 0U);
  EXPECT_EQ(weighted(element::f32, by(element::f32, reduction::min), 0, {0}, {minus_one}), minus_zero);
  EXPECT_EQ(weighted(element::f32, by(element::f32, reduction::max), minus_zero, {0}, {minus_one}), minus_zero);
  EXPECT_EQ(weighted(element::f32, by(element::f32, reduction::max), minus_zero, {minus_zero}, {minus_one}), 0U);
}

TEST(weights, make_the_positive_quiet_nan) {
  constexpr uint64_t infinity = 0x7f800000;
  constexpr uint64_t nan = 0x7fc00000;
  EXPECT_EQ(weighted(element::f32, by(element::f32, reduction::add), one, {infinity}, {0}), nan);
  EXPECT_EQ(weighted(element::f32, without_self(element::f32, reduction::add), one, {0xffc12345}, {one}), nan);
  EXPECT_EQ(weighted(element::f32, by(element::f32, reduction::max), one, {one, one}, {0xff800001, one}), nan);
  EXPECT_EQ(weighted(element::f32, by(element::f32, reduction::min), one, {one, 0}, {infinity, infinity}), nan);
}

TEST(weights, of_16_bit_floats_round_once_or_each_time) {
  // (1 + 2^-10)^2 - (1 + 2^-9) is 2^-20; for bf16 (1 + 2^-7)^2 - (1 + 2^-6) is 2^-14.
  const auto f16 = [](accumulate how) {
    return weighted(element::f16, by(element::f16, reduction::add, how), 0xbc02, {0x3c01}, {0x3c01});
  };
  EXPECT_EQ(f16(accumulate::wide), 0x0010U);
  EXPECT_EQ(f16(accumulate::native), 0U);
  const auto bf16 = [](accumulate how) {
    return weighted(element::bf16, by(element::bf16, reduction::add, how), 0xbf82, {0x3f81}, {0x3f81});
  };
  EXPECT_EQ(bf16(accumulate::wide), 0x3880U);
  EXPECT_EQ(bf16(accumulate::native), 0U);
}

TEST(weights, of_16_bit_floats_may_be_f32) {
  const auto sum = [](accumulate how) {
    return weighted(element::f16, by(element::f32, reduction::add, how), 0xbc00, {0x3c00}, {0x3f800008});
  };
  EXPECT_EQ(sum(accumulate::wide), 0x0010U);  // 1 + 2^-20 - 1
  EXPECT_EQ(sum(accumulate::native), 0U);
}

TEST(weights, of_16_bit_floats_round_to_f32_first) {
  // (1 + 2^-10) * (1 + 2^-11 - 2^-21) lies 2^-31 below the tie 1 + 2^-10 + 2^-11, to which f32 rounds it.
  const auto product = [](accumulate how) {
    return weighted(element::f16, without_self(element::f32, reduction::add, how), 0, {0x3c01}, {0x3f800ffc});
  };
  EXPECT_EQ(product(accumulate::native), 0x3c02U);
  EXPECT_EQ(product(accumulate::wide), 0x3c02U);
}

TEST(weights, of_a_native_sum_round_it_after_each_update) {
  // 2048 + 1 is a tie in f16, twice; in f32 the sum is 2050.
  const auto sum = [](accumulate how) {
    return weighted(element::f16, by(element::f16, reduction::add, how), 0x6800, {0x3800, 0x3800}, {0x4000, 0x4000});
  };
  EXPECT_EQ(sum(accumulate::native), 0x6800U);
  EXPECT_EQ(sum(accumulate::wide), 0x6801U);
}

TEST(weights, of_f64_round_to_f64) {
  // (1 + 2^-27)^2 is 1 + 2^-26 + 2^-54, rounded to 1 + 2^-26.
  const uint64_t root = 0x3ff0000002000000;
  const uint64_t minus_square = 0xbff0000004000000;
  EXPECT_EQ(weighted(element::f64, by(element::f64, reduction::add), minus_square, {root}, {root}), 0U);
}

TEST(weights, of_integers_wrap) {
  EXPECT_EQ(weighted(element::i8, by(element::i8, reduction::add), 1, {100}, {3}), 45U);
  EXPECT_EQ(weighted(element::u8, by(element::u8, reduction::sub), 3, {2}, {4}), 251U);
  EXPECT_EQ(weighted(element::u8, by(element::u8, reduction::mul), 3, {2}, {5}), 30U);
  EXPECT_EQ(weighted(element::i8, by(element::i8, reduction::max), 0xc4, {100}, {2}), 0xc8U);  // -60, 200 is -56
  EXPECT_EQ(weighted(element::u8, by(element::u8, reduction::max), 5, {16}, {16}), 5U);
  EXPECT_EQ(weighted(element::u8, by(element::u8, reduction::min), 5, {16}, {16}), 0U);
  EXPECT_EQ(weighted(element::i64, by(element::i64, reduction::min), 0, {uint64_t{1} << 62}, {2}), uint64_t{1} << 63);
}

TEST(weights, of_an_integer_mean_count_in_its_accumulator) {
  const auto mean = [](accumulate how) {
    return weighted(element::i8, without_self(element::i8, reduction::mean, how), 9, {100, 100}, {3, 0xff});
  };
  EXPECT_EQ(mean(accumulate::wide), 100U);     // (300 - 100) / 2
  EXPECT_EQ(mean(accumulate::native), 0xe4U);  // (44 - 100) / 2
  const reduction_rule wide = without_self(element::i8, reduction::mean);
  EXPECT_EQ(weighted(element::i8, wide, 9, {100}, {3}), 44U);              // 300 is stored as 44
  EXPECT_EQ(weighted(element::i8, wide, 9, {1, 2}, {0xff, 0xff}), 0xfeU);  // the floor of -3 / 2
  EXPECT_EQ(weighted(element::i8, by(element::i8, reduction::mean), 7, {2}, {4}), 7U);
}

TEST(weights, of_a_mean_of_i32_wrap_in_64_bits) {
  // 2 * 2^62 is -2^63, and the floor of its third -3074457345618258603.
  const uint64_t lowest = 0x80000000;
  const reduction_rule wide = without_self(element::i32, reduction::mean);
  EXPECT_EQ(weighted(element::i32, wide, 0, {lowest, lowest, 0}, {lowest, lowest, 0}), 0x55555555U);
}

TEST(weights, of_a_mean_of_u64_count_in_128_bits_without_sign) {
  constexpr uint64_t most = ~uint64_t{0};
  constexpr uint64_t half = uint64_t{1} << 63;
  const auto mean = [](accumulate how) {
    return weighted(element::u64, without_self(element::u64, reduction::mean, how), 5, {half, half}, {1, 1});
  };
  EXPECT_EQ(mean(accumulate::wide), half);
  EXPECT_EQ(mean(accumulate::native), 0U);
  const reduction_rule wide = without_self(element::u64, reduction::mean);
  EXPECT_EQ(weighted(element::u64, wide, 5, {half, 0, 0, 0}, {4, 1, 1, 1}), half);
  // (2^64 - 1)^2 / 3 is (2^64 - 1) * 0x5555555555555555
  EXPECT_EQ(weighted(element::u64, wide, 5, {most, 0, 0}, {most, 1, 1}), 0xaaaaaaaaaaaaaaabU);
}

TEST(weights, of_a_mean_do_not_divide) {
  // 2 * 3 and 4 * 0: 6 / 2, whatever the sum of weights
  const cells values = {0x40000000, 0x40800000};
  EXPECT_EQ(weighted(element::f32, without_self(element::f32, reduction::mean), one, values, {0x40400000, 0}),
            0x40400000U);
}

TEST(weights, of_complex_numbers_are_complex) {
  // (1 + 2i)(3 + 4i) is -5 + 10i
  const auto number = [](uint64_t re, uint64_t im) { return cells{re | im << 32}; };
  packed cell(element::c64, {1}, number(one, one));
  EXPECT_EQ(weighted(element::c64, by(element::c64, reduction::add), cell.values()[0], number(one, 0x40000000),
                     number(0x40400000, 0x40800000)),
            number(0xc0800000, 0x41300000)[0]);
}

TEST(weights, are_of_numbers_in_reductions_of_numbers) {
  EXPECT_TRUE(takes_weights(element::i32, reduction::mul, element::i32));
  EXPECT_TRUE(takes_weights(element::f16, reduction::mean, element::f32));
  EXPECT_TRUE(takes_weights(element::c128, reduction::sub, element::c128));
  EXPECT_FALSE(takes_weights(element::c64, reduction::max, element::c64));
  EXPECT_FALSE(takes_weights(element::f32, reduction::add, element::f64));
  EXPECT_FALSE(takes_weights(element::f16, reduction::add, element::bf16));
  EXPECT_FALSE(takes_weights(element::i32, reduction::mean, element::i64));
  EXPECT_FALSE(takes_weights(element::f32, reduction::none, element::f32));
  EXPECT_FALSE(takes_weights(element::i8, reduction::logical_or, element::i8));
  EXPECT_FALSE(takes_weights(element::boolean, reduction::add, element::boolean));
  EXPECT_FALSE(takes_weights(element::opaque, reduction::none, element::opaque));
  EXPECT_THROW(weighted(element::u8, by(element::u8, reduction::logical_xor), 0, {1}, {1}), std::logic_error);
}

}  // namespace
}  // namespace strew::oracle
