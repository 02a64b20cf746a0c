// Size arithmetic with overflow checks.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <optional>

namespace strew::engine {

__extension__ typedef __int128 int128;

constexpr std::int64_t max_size = std::numeric_limits<std::int64_t>::max();

inline std::optional<std::int64_t> narrow(int128 value) {
  if (value > max_size || value < -static_cast<int128>(max_size)) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

inline int128 times(std::int64_t left, std::int64_t right) {
  return static_cast<int128>(left) * static_cast<int128>(right);
}

// Saturates at the largest number.
inline std::uint64_t saturated_product(std::uint64_t left, std::uint64_t right) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(left, right, &product) ? std::numeric_limits<std::uint64_t>::max() : product;
}

inline std::uint64_t saturated_sum(std::uint64_t left, std::uint64_t right) {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(left, right, &sum) ? std::numeric_limits<std::uint64_t>::max() : sum;
}

// The bits of each of the numbers 0, 1, ... up to `count` - 1.
constexpr unsigned bits_of(std::uint64_t count) {
  return count <= 1 ? 0U : static_cast<unsigned>(std::bit_width(count - 1));
}

// |value| without overflow for the smallest number.
inline std::uint64_t magnitude(std::int64_t value) {
  return value < 0 ? ~static_cast<std::uint64_t>(value) + 1U : static_cast<std::uint64_t>(value);
}

}  // namespace strew::engine
