// One update meeting one value, for every scalar type, exactly as the contract says: integers wrap, f16 and bf16 count
// in float and round to nearest even, min and max propagate NaN and put -0 below +0, a stored NaN is the positive quiet
// one.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "kernel/kernel.hpp"

namespace strew::kernel {

struct half {
  std::uint16_t bits;
};
struct brain {
  std::uint16_t bits;
};

template <class To, class From>
To bits_as(const From& value) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &value, sizeof(To));
  return to;
}

inline float widen(brain value) {
  return bits_as<float>(static_cast<std::uint32_t>(value.bits) << 16U);
}

inline float widen(half value) {
  const std::uint32_t sign = static_cast<std::uint32_t>(value.bits & 0x8000U) << 16U;
  const std::uint32_t rest = value.bits & 0x7fffU;
  if (rest >= 0x7c00U) return bits_as<float>(sign | 0x7f800000U | ((rest & 0x3ffU) << 13U));
  if (rest >= 0x0400U) return bits_as<float>(sign | ((rest + 0x1c000U) << 13U));
  const float small = static_cast<float>(rest) * 0x1p-24F;  // subnormal or zero: exact
  return bits_as<float>(sign | bits_as<std::uint32_t>(small));
}

template <class T>
T narrow_to(float value);

// Adds just under half a unit, or a half where the kept part is odd: nearest even. NaN is made canonical before.
template <>
inline brain narrow_to<brain>(float value) {
  const auto bits = bits_as<std::uint32_t>(value);
  return {static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16U) & 1U)) >> 16U)};
}

template <>
inline half narrow_to<half>(float value) {
  const auto bits = bits_as<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 16U) & 0x8000U);
  const std::uint32_t rest = bits & 0x7fffffffU;
  if (rest >= 0x7f800000U) return {static_cast<std::uint16_t>(sign | (rest > 0x7f800000U ? 0x7e00U : 0x7c00U))};
  if (rest >= 0x477ff000U) return {static_cast<std::uint16_t>(sign | 0x7c00U)};  // 65520 and up round to infinity
  if (rest < 0x38800000U) {  // below the smallest normal: adding 0.5 leaves the rounded subnormal in the low bits
    const auto shifted = bits_as<std::uint32_t>(bits_as<float>(rest) + 0.5F);
    return {static_cast<std::uint16_t>(sign | (shifted - 0x3f000000U))};
  }
  const std::uint32_t rounded = rest + 0xfffU + ((rest >> 13U) & 1U);
  return {static_cast<std::uint16_t>(sign | ((rounded - 0x38000000U) >> 13U))};
}

template <class T>
T canonical_nan(T value) {
  return std::isnan(value) ? std::numeric_limits<T>::quiet_NaN() : value;
}

template <combination How, class T>
T combine_real(T old, T update) {
  if constexpr (How == combination::add) return canonical_nan(old + update);
  if constexpr (How == combination::sub) return canonical_nan(old - update);
  if constexpr (How == combination::mul) return canonical_nan(old * update);
  if (std::isnan(old) || std::isnan(update)) return std::numeric_limits<T>::quiet_NaN();
  if (old == update) return std::signbit(old) == (How == combination::min) ? old : update;  // tells zeros apart
  return (old < update) == (How == combination::min) ? old : update;
}

template <combination How, class T>
T combine_integer(T old, T update) {
  if constexpr (How == combination::min) return update < old ? update : old;
  if constexpr (How == combination::max) return old < update ? update : old;
  // 64-bit unsigned arithmetic wraps for every narrower type too, and never promotes to a signed int.
  const auto a = static_cast<std::uint64_t>(old);
  const auto b = static_cast<std::uint64_t>(update);
  if constexpr (How == combination::add) return static_cast<T>(a + b);
  if constexpr (How == combination::sub) return static_cast<T>(a - b);
  return static_cast<T>(a * b);
}

template <combination How, class T>
T combine(T old, T update) {
  if constexpr (std::is_integral_v<T>) {
    return combine_integer<How>(old, update);
  } else if constexpr (std::is_floating_point_v<T>) {
    return combine_real<How>(old, update);
  } else {
    return narrow_to<T>(combine_real<How>(widen(old), widen(update)));
  }
}

}  // namespace strew::kernel
