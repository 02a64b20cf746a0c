#include "element_number.hpp"

#include <bit>
#include <cmath>
#include <cstring>

namespace strew::cli {
namespace {

template <class T>
T loaded(const std::byte* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace

float from_bf16(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}

float from_f16(std::uint16_t bits) {
  const bool is_negative = (bits & 0x8000U) != 0;
  const int exponent = (bits >> 10U) & 0x1F;
  const int fraction = bits & 0x3FF;
  float value = 0;
  if (exponent == 0x1F) {
    value = fraction == 0 ? HUGE_VALF : std::nanf("");
  } else if (exponent == 0) {
    value = std::ldexp(static_cast<float>(fraction), -24);
  } else {
    value = std::ldexp(static_cast<float>(fraction + 0x400), exponent - 25);
  }
  return std::copysign(value, is_negative ? -1.0F : 1.0F);
}

double float_value(dtype type, const std::byte* bytes) {
  switch (type) {
    case dtype::f16:
      return from_f16(loaded<std::uint16_t>(bytes));
    case dtype::bf16:
      return from_bf16(loaded<std::uint16_t>(bytes));
    case dtype::f32:
      return loaded<float>(bytes);
    default:
      return loaded<double>(bytes);
  }
}

}  // namespace strew::cli
