#include "oracle/real_format.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace strew::oracle {

real_format format_of(element type) {
  switch (type) {
    case element::f16:
      return {5, 10};
    case element::bf16:
      return {8, 7};
    case element::f32:
    case element::c64:
      return {8, 23};
    case element::f64:
    case element::c128:
      return {11, 52};
    default:
      throw std::logic_error("not a floating-point type");
  }
}

uint64_t real_format::canonical_nan() const {
  const uint64_t infinity = ((uint64_t{1} << exponent_bits) - 1) << fraction_bits;
  return infinity | (uint64_t{1} << (fraction_bits - 1));
}

double real_format::decode(uint64_t bits) const {
  const uint64_t fraction = bits & ((uint64_t{1} << fraction_bits) - 1);
  const int exponent = static_cast<int>((bits >> fraction_bits) & ((uint64_t{1} << exponent_bits) - 1));
  const bool negative = ((bits >> (fraction_bits + exponent_bits)) & 1) != 0;
  double magnitude = 0;
  if (exponent == (1 << exponent_bits) - 1) {
    if (fraction != 0) return std::numeric_limits<double>::quiet_NaN();
    magnitude = std::numeric_limits<double>::infinity();
  } else if (exponent == 0) {
    magnitude = std::ldexp(static_cast<double>(fraction), 1 - bias() - fraction_bits);
  } else {
    const uint64_t significand = fraction | (uint64_t{1} << fraction_bits);
    magnitude = std::ldexp(static_cast<double>(significand), exponent - bias() - fraction_bits);
  }
  return negative ? -magnitude : magnitude;
}

uint64_t real_format::encode(double value) const {
  if (std::isnan(value)) return canonical_nan();
  const uint64_t sign = uint64_t{std::signbit(value)} << (fraction_bits + exponent_bits);
  const uint64_t infinity = ((uint64_t{1} << exponent_bits) - 1) << fraction_bits;
  if (std::isinf(value)) return sign | infinity;
  if (value == 0) return sign;
  // The value is a whole number of quanta after rounding; below the smallest normal number the quantum is fixed.
  int quantum = std::max(std::ilogb(value), 1 - bias()) - fraction_bits;
  auto count = static_cast<uint64_t>(std::nearbyint(std::ldexp(std::fabs(value), -quantum)));
  if (count >> (fraction_bits + 1) != 0) {
    count >>= 1;
    ++quantum;
  }
  if (count >> fraction_bits == 0) return sign | count;
  const int exponent = quantum + fraction_bits + bias();
  if (exponent >= (1 << exponent_bits) - 1) return sign | infinity;
  return sign | (static_cast<uint64_t>(exponent) << fraction_bits) | (count - (uint64_t{1} << fraction_bits));
}

double real_format::round(double value) const {
  return decode(encode(value));
}

uint64_t real_format::encode_integer(uint64_t magnitude, bool negative) const {
  if (fraction_bits == 52) {
    const auto value = static_cast<double>(magnitude);
    return std::bit_cast<uint64_t>(negative ? -value : value);
  }
  // Keep 53 bits and remember the lost ones in the last: the rounding that follows then sees which side it is on.
  int shift = 0;
  uint64_t kept = magnitude;
  while (kept >> 53 != 0) {
    kept = (kept >> 1) | (kept & 1);
    ++shift;
  }
  const double value = std::ldexp(static_cast<double>(kept), shift);
  return encode(negative ? -value : value);
}

}  // namespace strew::oracle
