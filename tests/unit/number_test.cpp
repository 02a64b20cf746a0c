// Fill values: rounded once to nearest even, or refused.
#include "base/number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace strew::engine::testing {
namespace {

number real(double value) {
  return {number::number_kind::real, 0, 0, value};
}
number integer(std::int64_t value) {
  return {number::number_kind::signed_integer, value, 0, 0};
}
number natural(std::uint64_t value) {
  return {number::number_kind::unsigned_integer, 0, value, 0};
}

std::uint64_t bits(const number& value, dtype type) {
  const auto bytes = encode(value, type);
  EXPECT_TRUE(bytes.has_value());
  std::uint64_t made = 0;
  if (bytes) std::memcpy(&made, bytes->data(), bytes->size() > 8 ? 8 : bytes->size());
  return made;
}

template <class T>
void expect_stored(T expected, const number& value, dtype type) {
  const auto bytes = encode(value, type);
  ASSERT_TRUE(bytes && bytes->size() == sizeof expected);
  EXPECT_EQ(std::memcmp(bytes->data(), &expected, sizeof expected), 0);
}

// In the byte order of the machine, whichever that is.
TEST(number, is_stored_as_a_value_of_its_type_is) {
  expect_stored(std::int8_t{-2}, integer(-2), dtype::i8);
  expect_stored(std::uint16_t{0x102}, natural(0x102), dtype::u16);
  expect_stored(std::int32_t{-3}, integer(-3), dtype::i32);
  expect_stored(std::uint64_t{7}, natural(7), dtype::u64);
  expect_stored(1.5F, real(1.5), dtype::f32);
  expect_stored(-2.25, real(-2.25), dtype::f64);
  const float pair[] = {3, 0};
  const auto bytes = encode(real(3), dtype::c64);
  ASSERT_TRUE(bytes && bytes->size() == sizeof pair);
  EXPECT_EQ(std::memcmp(bytes->data(), pair, sizeof pair), 0);
}

TEST(number, half_rounds_once_to_even) {
  EXPECT_EQ(bits(real(1.0), dtype::f16), 0x3c00U);
  EXPECT_EQ(bits(real(-0.0), dtype::f16), 0x8000U);
  EXPECT_EQ(bits(real(65504), dtype::f16), 0x7bffU);
  EXPECT_EQ(bits(real(65519.999), dtype::f16), 0x7bffU);
  EXPECT_EQ(bits(real(65520), dtype::f16), 0x7c00U);
  EXPECT_EQ(bits(real(0x1p-24), dtype::f16), 0x0001U);
  EXPECT_EQ(bits(real(0x1p-25), dtype::f16), 0x0000U);
  EXPECT_EQ(bits(real(0x1.0000000001p-25), dtype::f16), 0x0001U);
  EXPECT_EQ(bits(real(1 + 0x1p-11), dtype::f16), 0x3c00U);
  EXPECT_EQ(bits(real(1 + 0x1p-11 + 0x1p-40), dtype::f16), 0x3c01U);  // rounding through float would lose the last bit
  EXPECT_EQ(bits(real(std::nan("")), dtype::f16), 0x7e00U);
  EXPECT_EQ(bits(real(-INFINITY), dtype::f16), 0xfc00U);
  EXPECT_EQ(bits(integer(2049), dtype::f16), 0x6800U);
}

TEST(number, integers_reach_brain_float_without_double_rounding) {
  EXPECT_EQ(bits(natural((std::uint64_t{1} << 62U) + (std::uint64_t{1} << 54U) + 1), dtype::bf16), 0x5e81U);
  EXPECT_EQ(bits(natural((std::uint64_t{1} << 62U) + (std::uint64_t{1} << 54U)), dtype::bf16), 0x5e80U);
}

TEST(number, doubles_reach_float_as_the_machine_rounds_them) {
  std::mt19937_64 engine(7);
  for (int n = 0; n < 200'000; ++n) {
    const std::uint64_t pattern = engine();
    double value = 0;
    std::memcpy(&value, &pattern, sizeof value);
    if (n % 2 == 0)
      value = std::ldexp(static_cast<double>(static_cast<std::int64_t>(pattern) >> 8U),
                         static_cast<int>(pattern % 320) - 220);
    if (std::isnan(value)) continue;
    const auto narrow = static_cast<float>(value);
    std::uint32_t expected = 0;
    std::memcpy(&expected, &narrow, sizeof narrow);
    ASSERT_EQ(bits(real(value), dtype::f32), expected) << value;
    ASSERT_EQ(bits(real(value), dtype::f64), n % 2 != 0 ? pattern : bits(real(value), dtype::f64));
  }
}

TEST(number, integer_types_hold_a_number_exactly_or_refuse_it) {
  EXPECT_EQ(bits(real(-128), dtype::i8), 0x80U);
  EXPECT_FALSE(encode(real(-129), dtype::i8));
  EXPECT_FALSE(encode(real(1.5), dtype::i32));
  EXPECT_FALSE(encode(real(NAN), dtype::i32));
  EXPECT_FALSE(encode(real(0x1p64), dtype::u64));
  EXPECT_FALSE(encode(integer(-1), dtype::u64));
  EXPECT_EQ(bits(natural(std::numeric_limits<std::uint64_t>::max()), dtype::u64),
            std::numeric_limits<std::uint64_t>::max());
  EXPECT_FALSE(encode(natural(std::uint64_t{1} << 63U), dtype::i64));
  EXPECT_EQ(bits(integer(std::numeric_limits<std::int64_t>::min()), dtype::i64), std::uint64_t{1} << 63U);
  EXPECT_EQ(bits(integer(255), dtype::u8), 255U);
  EXPECT_FALSE(encode(integer(256), dtype::u8));
  EXPECT_EQ(bits(integer(1), dtype::boolean), 1U);
  EXPECT_FALSE(encode(integer(2), dtype::boolean));
  EXPECT_FALSE(encode(integer(0), dtype::opaque));
}

TEST(number, complex_elements_get_a_real_part) {
  const auto bytes = encode(real(1), dtype::c64);
  ASSERT_TRUE(bytes);
  float parts[2];
  std::memcpy(parts, bytes->data(), sizeof parts);
  EXPECT_EQ(parts[0], 1);
  EXPECT_EQ(parts[1], 0);
}

}  // namespace
}  // namespace strew::engine::testing
