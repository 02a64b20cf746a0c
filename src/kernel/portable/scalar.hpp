// The storage types of scalars without a C++ type, and the conversions of the 16-bit floats.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace strew::kernel {

__extension__ typedef __int128 signed_128;
__extension__ typedef unsigned __int128 unsigned_128;

struct half {
  std::uint16_t bits;
};
struct brain {
  std::uint16_t bits;
};
template <class T>
struct complex_of {
  T re;
  T im;
};
// Any non-zero byte reads as true; computed values are 0 or 1.
struct truth {
  std::uint8_t byte;
};
inline truth truth_of(bool value) {
  return {static_cast<std::uint8_t>(value ? 1 : 0)};
}

template <class T>
inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<complex_of<T>> = true;
template <class T>
inline constexpr bool is_small_real = std::is_same_v<T, half> || std::is_same_v<T, brain>;
template <class T>
inline constexpr bool is_integer =
    std::is_integral_v<T> || std::is_same_v<T, signed_128> || std::is_same_v<T, unsigned_128>;

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

// Rounds to nearest even: adds just under half a unit, or half a unit if the kept part is odd. NaN was made canonical.
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
  if (rest < 0x38800000U) {  // below the smallest normal: after adding 0.5 the low bits are the rounded subnormal
    const auto shifted = bits_as<std::uint32_t>(bits_as<float>(rest) + 0.5F);
    return {static_cast<std::uint16_t>(sign | (shifted - 0x3f000000U))};
  }
  const std::uint32_t rounded = rest + 0xfffU + ((rest >> 13U) & 1U);
  return {static_cast<std::uint16_t>(sign | ((rounded - 0x38000000U) >> 13U))};
}

}  // namespace strew::kernel
