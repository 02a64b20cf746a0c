#include "base/number.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <limits>
#include <string>

#include "base/low_bytes.hpp"
#include "platform/float_state.hpp"

namespace strew::engine {
namespace {

// A binary format: bits of the significand after the point, bits of the exponent.
struct format {
  int fraction;
  int exponent;
  [[nodiscard]] int bias() const { return (1 << (exponent - 1)) - 1; }
  [[nodiscard]] std::uint64_t infinity() const { return ((std::uint64_t{1} << exponent) - 1) << fraction; }
};

format format_of(dtype type) {
  switch (type) {
    case dtype::f16:
      return {10, 5};
    case dtype::bf16:
      return {7, 8};
    case dtype::f32:
    case dtype::c64:
      return {23, 8};
    default:
      return {52, 11};
  }
}

// Drops the low bits of a significand, to nearest even.
std::uint64_t round_shift(std::uint64_t significand, int dropped) {
  if (dropped <= 0) return significand << -dropped;
  if (dropped > 64) return 0;
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  const std::uint64_t kept = dropped == 64 ? 0 : significand >> dropped;
  const std::uint64_t rest = dropped == 64 ? significand : significand & ((half << 1U) - 1);
  return kept + (rest > half || (rest == half && (kept & 1U) != 0) ? 1 : 0);
}

// significand * 2^power in the format, without its sign. A carry out of the significand increments the exponent.
std::uint64_t encode_magnitude(std::uint64_t significand, int power, const format& to) {
  if (significand == 0) return 0;
  const int length = static_cast<int>(std::bit_width(significand));
  const int exponent = length - 1 + power + to.bias();
  if (exponent > (1 << to.exponent) - 2) return to.infinity();
  const int dropped = exponent >= 1 ? length - 1 - to.fraction : 1 - to.bias() - to.fraction - power;
  const std::uint64_t kept = round_shift(significand, dropped);
  const std::uint64_t base = exponent >= 1 ? static_cast<std::uint64_t>(exponent - 1) << to.fraction : 0;
  return base + kept;
}

// A decomposed double: (-1)^is_negative * significand * 2^power, unless it is an infinity or a NaN. Computed with
// integers, independent of the caller's rounding mode, of denormals as zeros and of trapping exceptions.
struct binary64 {
  bool is_negative;
  bool is_nan;
  bool is_infinite;
  std::uint64_t significand;
  int power;
};

binary64 take_apart(double value) {
  constexpr int fraction_bits = 52;
  constexpr int special = 0x7ff;
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << fraction_bits) - 1);
  const auto exponent = static_cast<int>(bits >> fraction_bits) & special;
  binary64 made{};
  made.is_negative = (bits >> 63U) != 0;
  made.is_nan = exponent == special && fraction != 0;
  made.is_infinite = exponent == special && fraction == 0;
  made.significand = exponent == 0 ? fraction : fraction | std::uint64_t{1} << fraction_bits;
  made.power = (exponent == 0 ? 1 : exponent) - 1075;
  return made;
}

std::uint64_t encode_real(double value, const format& to) {
  const binary64 given = take_apart(value);
  if (given.is_nan) return to.infinity() | (std::uint64_t{1} << (to.fraction - 1));
  const std::uint64_t sign = given.is_negative ? std::uint64_t{1} << (to.fraction + to.exponent) : 0;
  return sign | (given.is_infinite ? to.infinity() : encode_magnitude(given.significand, given.power, to));
}

std::uint64_t encode_real(const number& value, const format& to) {
  if (value.kind == number::number_kind::real) return encode_real(value.f, to);
  if (value.kind == number::number_kind::unsigned_integer) return encode_magnitude(value.u, 0, to);
  const bool is_negative = value.i < 0;
  const std::uint64_t magnitude =
      is_negative ? ~static_cast<std::uint64_t>(value.i) + 1 : static_cast<std::uint64_t>(value.i);
  const std::uint64_t sign = is_negative ? std::uint64_t{1} << (to.fraction + to.exponent) : 0;
  return sign | encode_magnitude(magnitude, 0, to);
}

// The number as an integer, if it is one that fits into 64 bits.
std::optional<number> as_integer(const number& value) {
  if (value.kind != number::number_kind::real) return value;
  binary64 given = take_apart(value.f);
  if (given.is_nan || given.is_infinite) return std::nullopt;
  if (given.significand == 0) return number{number::number_kind::unsigned_integer, 0, 0, 0};
  const int zeros = std::countr_zero(given.significand);
  given.significand >>= zeros;
  given.power += zeros;
  const int length = static_cast<int>(std::bit_width(given.significand));
  if (given.power < 0 || given.power + length > 64) return std::nullopt;
  const std::uint64_t magnitude = given.significand << given.power;
  if (!given.is_negative) return number{number::number_kind::unsigned_integer, 0, magnitude, 0};
  if (magnitude > std::uint64_t{1} << 63U) return std::nullopt;
  return number{number::number_kind::signed_integer, static_cast<std::int64_t>(~magnitude + 1), 0, 0};
}

std::optional<std::uint64_t> encode_integer(const number& value, std::int64_t low, std::uint64_t high) {
  const auto whole = as_integer(value);
  if (!whole) return std::nullopt;
  if (whole->kind == number::number_kind::signed_integer && whole->i < 0) {
    if (whole->i < low) return std::nullopt;
    return static_cast<std::uint64_t>(whole->i);
  }
  const std::uint64_t bits =
      whole->kind == number::number_kind::signed_integer ? static_cast<std::uint64_t>(whole->i) : whole->u;
  if (bits > high) return std::nullopt;
  return bits;
}

std::optional<std::uint64_t> encode_bits(const number& value, dtype type) {
  const dtype_info& about = info(type);
  const auto bits = static_cast<unsigned>(about.width * 8);
  switch (about.kind) {
    case type_kind::record:
      return std::nullopt;
    case type_kind::boolean:
      return encode_integer(value, 0, 1);
    case type_kind::unsigned_integer:
      return encode_integer(value, 0, std::numeric_limits<std::uint64_t>::max() >> (64 - bits));
    case type_kind::signed_integer:
      return encode_integer(value, std::numeric_limits<std::int64_t>::min() >> (64 - bits),
                            std::numeric_limits<std::uint64_t>::max() >> (65 - bits));
    default:
      return encode_real(value, format_of(type));
  }
}

}  // namespace

std::string to_text(const number& value) {
  std::array<char, 32> digits;
  char* const end = digits.data() + digits.size();
  if (value.kind == number::number_kind::signed_integer)
    return {digits.data(), std::to_chars(digits.data(), end, value.i).ptr};
  if (value.kind == number::number_kind::unsigned_integer)
    return {digits.data(), std::to_chars(digits.data(), end, value.u).ptr};
  const platform::float_state plain;  // the caller's may round elsewhere or take denormals for zeros
  return {digits.data(), std::to_chars(digits.data(), end, value.f).ptr};
}

std::optional<element_bytes> encode(const number& value, dtype type) {
  const auto bits = encode_bits(value, type);
  if (!bits) return std::nullopt;
  element_bytes bytes(static_cast<std::size_t>(info(type).width));
  const bool is_complex = info(type).kind == type_kind::complex;
  const std::size_t count = is_complex ? bytes.size() / 2 : bytes.size();
  store_low_bytes(bytes.data(), *bits, count);
  return bytes;
}

}  // namespace strew::engine
