// Pairs of numbers whose sums and products are easily wrong, with the right ones: what a device is tested with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace strew::vulkan {

// The bits of an IEEE format: 23 and 8 of f32, 52 and 11 of f64. The sign is above them.
struct float_format {
  int fraction;
  int exponent;
};
inline constexpr float_format single_format{23, 8};
inline constexpr float_format double_format{52, 11};

inline constexpr std::size_t hard_pair_count = std::size_t{1} << 16U;

// Bits of numbers, those of f32 in the low half.
struct hard_pairs {
  std::vector<std::uint64_t> left;
  std::vector<std::uint64_t> right;
  std::vector<std::uint64_t> sums;
  std::vector<std::uint64_t> products;
};

// Equal seeds make equal pairs.
hard_pairs make_hard_pairs(float_format format, std::uint64_t seed);

// Rounded to nearest even, computed in integers: the floating-point environment of the caller does not matter. A NaN is
// the positive quiet one.
std::uint64_t exact_sum(float_format format, std::uint64_t a, std::uint64_t b);
std::uint64_t exact_product(float_format format, std::uint64_t a, std::uint64_t b);

// Equal bits, or NaN both.
bool is_same_number(float_format format, std::uint64_t a, std::uint64_t b);

}  // namespace strew::vulkan
