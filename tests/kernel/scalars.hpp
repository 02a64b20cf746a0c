// The result of an update, from the words of docs/contract.md and by other means than the kernels': integers wrap,
// 16-bit floats are computed in float and rounded to nearest even, min and max propagate NaN and order -0 below +0, a
// stored NaN is the positive quiet one, each operation on complex numbers is rounded.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "indices.hpp"
#include "kernel/kernel.hpp"

namespace strew::testing {

using kernel::combination;
__extension__ typedef unsigned __int128 unsigned_wide;

// A 16-bit float with the given number of fraction bits.
template <int FractionBits>
struct small_float {
  std::uint16_t bits;

  static constexpr int exponent_bits = 15 - FractionBits;
  static constexpr int bias = (1 << (exponent_bits - 1)) - 1;

  [[nodiscard]] float value() const {
    const int exponent = bits >> FractionBits & ((1 << exponent_bits) - 1);
    const int fraction = bits & ((1 << FractionBits) - 1);
    const float sign = bits >> 15 != 0 ? -1.0F : 1.0F;
    if (exponent == (1 << exponent_bits) - 1)
      return fraction != 0 ? std::numeric_limits<float>::quiet_NaN() : sign * std::numeric_limits<float>::infinity();
    const int whole = exponent == 0 ? fraction : fraction + (1 << FractionBits);
    return std::copysign(std::ldexp(static_cast<float>(whole), std::max(exponent, 1) - bias - FractionBits), sign);
  }

  // Rounds to nearest, ties to even: double represents every multiple of the last place exactly.
  static small_float of(float wanted) {
    const auto sign = static_cast<unsigned>(std::signbit(wanted)) << 15U;
    const unsigned infinity = ((1U << exponent_bits) - 1) << FractionBits;
    if (std::isnan(wanted)) return {static_cast<std::uint16_t>(infinity | 1U << (FractionBits - 1))};
    if (std::isinf(wanted)) return {static_cast<std::uint16_t>(sign | infinity)};
    const double size = std::fabs(static_cast<double>(wanted));
    const int exponent = size == 0 ? 1 - bias : std::max(std::ilogb(size), 1 - bias);
    const auto places = static_cast<unsigned>(std::nearbyint(std::ldexp(size, FractionBits - exponent)));
    // a carry out of the fraction increments the exponent
    const unsigned made = (static_cast<unsigned>(exponent + bias - 1) << FractionBits) + places;
    return {static_cast<std::uint16_t>(sign | std::min(made, infinity))};
  }
};
using f16 = small_float<10>;
using bf16 = small_float<7>;

template <class T>
struct pair_of {
  T re, im;
};
struct truth {
  std::uint8_t byte;
};

template <class T>
constexpr bool is_small = std::is_same_v<T, f16> || std::is_same_v<T, bf16>;
template <class T>
constexpr bool is_integer = std::is_integral_v<T> || std::is_same_v<T, wide> || std::is_same_v<T, unsigned_wide>;
template <class T>
constexpr bool is_pair = std::is_same_v<T, pair_of<float>> || std::is_same_v<T, pair_of<double>>;

// The type of a scalar's values, and of its accumulator under accumulate = wide.
template <class Value, class Wide>
struct scalar_of {
  using value = Value;
  using wide_value = Wide;
};
template <kernel::scalar>
struct types_of;
template <>
struct types_of<kernel::scalar::i8> : scalar_of<std::int8_t, std::int64_t> {};
template <>
struct types_of<kernel::scalar::i16> : scalar_of<std::int16_t, std::int64_t> {};
template <>
struct types_of<kernel::scalar::i32> : scalar_of<std::int32_t, std::int64_t> {};
template <>
struct types_of<kernel::scalar::i64> : scalar_of<std::int64_t, wide> {};
template <>
struct types_of<kernel::scalar::u8> : scalar_of<std::uint8_t, std::uint64_t> {};
template <>
struct types_of<kernel::scalar::u16> : scalar_of<std::uint16_t, std::uint64_t> {};
template <>
struct types_of<kernel::scalar::u32> : scalar_of<std::uint32_t, std::uint64_t> {};
template <>
struct types_of<kernel::scalar::u64> : scalar_of<std::uint64_t, unsigned_wide> {};
template <>
struct types_of<kernel::scalar::f16> : scalar_of<testing::f16, float> {};
template <>
struct types_of<kernel::scalar::bf16> : scalar_of<testing::bf16, float> {};
template <>
struct types_of<kernel::scalar::f32> : scalar_of<float, float> {};
template <>
struct types_of<kernel::scalar::f64> : scalar_of<double, double> {};
template <>
struct types_of<kernel::scalar::c64> : scalar_of<pair_of<float>, pair_of<float>> {};
template <>
struct types_of<kernel::scalar::c128> : scalar_of<pair_of<double>, pair_of<double>> {};
template <>
struct types_of<kernel::scalar::boolean> : scalar_of<truth, truth> {};

template <class Visit>
void with_scalar(kernel::scalar type, const Visit& visit) {
  switch (type) {
#define STREW_SCALAR(name, storage, wide)                        \
  case kernel::scalar::name:                                     \
    visit.template operator()<types_of<kernel::scalar::name>>(); \
    break;
#include "kernel/kernels.def"
#undef STREW_SCALAR
  }
}

// The positive quiet NaN of a type, the only one that a reduction stores.
template <class T>
T the_nan() {
  if constexpr (std::is_same_v<T, float>) return std::bit_cast<float>(0x7FC00000U);
  if constexpr (std::is_same_v<T, double>) return std::bit_cast<double>(0x7FF8000000000000U);
}

template <class T>
T with_one_nan(T value) {
  return std::isnan(value) ? the_nan<T>() : value;
}

// ---- integers: binary digits, and what is carried out of the highest one is lost.

template <class T>
constexpr int digits_of = 8 * static_cast<int>(sizeof(T));

template <class T>
bool digit(T value, int n) {
  return (static_cast<unsigned_wide>(value) >> n & 1U) != 0;
}

template <class T>
T add_digits(T a, T b, bool carry) {
  auto left_of_a = static_cast<unsigned_wide>(a);
  auto left_of_b = static_cast<unsigned_wide>(b);
  unsigned ones = carry ? 1 : 0;
  unsigned_wide sum = 0;
  for (int n = 0; n < digits_of<T>; ++n) {
    ones += static_cast<unsigned>(left_of_a & 1U) + static_cast<unsigned>(left_of_b & 1U);
    sum |= unsigned_wide{ones & 1U} << n;
    ones >>= 1U;
    left_of_a >>= 1U;
    left_of_b >>= 1U;
  }
  return static_cast<T>(sum);
}

// The sum of one factor shifted to each digit of the other.
template <class T>
T multiply_digits(T a, T b) {
  auto shifted = static_cast<unsigned_wide>(a);
  auto left = static_cast<unsigned_wide>(b);
  unsigned_wide product = 0;
  for (int n = 0; n < digits_of<T>; ++n, shifted <<= 1U, left >>= 1U) {
    if ((left & 1U) != 0) product += shifted;
  }
  return static_cast<T>(product);
}

// The highest digit in which they differ decides; that of the sign the other way.
template <class T>
bool is_below(T a, T b) {
  constexpr bool has_sign = static_cast<T>(~T{0}) < T{0};
  for (int n = digits_of<T>; n-- > 0;) {
    if (digit(a, n) != digit(b, n)) return digit(b, n) != (has_sign && n == digits_of<T> - 1);
  }
  return false;
}

template <combination How, class T>
T meet_integers(T old, T update) {
  if constexpr (How == combination::add) return add_digits(old, update, false);
  if constexpr (How == combination::sub) return add_digits(old, static_cast<T>(~update), true);
  if constexpr (How == combination::mul) return multiply_digits(old, update);
  if constexpr (How == combination::min) return is_below(old, update) ? old : update;
  if constexpr (How == combination::max) return is_below(old, update) ? update : old;
  T made = 0;
  for (int n = 0; n < digits_of<T>; ++n) {
    const int ones = (digit(old, n) ? 1 : 0) + (digit(update, n) ? 1 : 0);
    const bool one = How == combination::bit_and ? ones == 2 : How == combination::bit_or ? ones > 0 : ones == 1;
    if (one) made = static_cast<T>(static_cast<unsigned_wide>(made) | unsigned_wide{1} << n);
  }
  return made;
}

// ---- reals: computed with more than twice the digits, where a product is exact and a sum as good as exact, and
// rounded once.

#if defined(__x86_64__)
__extension__ typedef __float128 quadruple;
#else
typedef long double quadruple;
static_assert(std::numeric_limits<long double>::digits >= 2 * std::numeric_limits<double>::digits + 2);
#endif

template <class T>
using finer = std::conditional_t<std::is_same_v<T, float>, double, quadruple>;

// Of what IEEE 754 calls an invalid operation, and of every NaN.
template <combination How, class T>
bool makes_nan(T old, T update) {
  if (std::isnan(old) || std::isnan(update)) return true;
  const bool are_infinite = std::isinf(old) && std::isinf(update);
  const bool are_alike = std::signbit(old) == std::signbit(update);
  if constexpr (How == combination::add) return are_infinite && !are_alike;
  if constexpr (How == combination::sub) return are_infinite && are_alike;
  if constexpr (How == combination::mul) return (std::isinf(old) && update == 0) || (old == 0 && std::isinf(update));
  return false;
}

// Reals in their order, -0 below +0, by their bits: a sign and a magnitude.
template <class T>
std::int64_t place_in_order(T value) {
  using word = std::conditional_t<std::is_same_v<T, float>, std::int32_t, std::int64_t>;
  const auto bits = std::int64_t{std::bit_cast<word>(std::fabs(value))};
  return std::signbit(value) ? -1 - bits : bits;
}

template <combination How, class T>
T meet_reals(T old, T update) {
  if (makes_nan<How>(old, update)) return the_nan<T>();
  const bool is_less = place_in_order(old) < place_in_order(update);
  if constexpr (How == combination::min) return is_less ? old : update;
  if constexpr (How == combination::max) return is_less ? update : old;
  const finer<T> a = old;
  const finer<T> b = update;
  if constexpr (How == combination::add) return static_cast<T>(a + b);
  if constexpr (How == combination::sub) return static_cast<T>(a - b);
  return static_cast<T>(a * b);
}

// ---- the others

template <combination How>
truth meet_truths(truth old, truth update) {
  const int both = (old.byte != 0 ? 1 : 0) + (update.byte != 0 ? 1 : 0);
  const bool made = How == combination::bit_and ? both == 2 : How == combination::bit_or ? both > 0 : both == 1;
  return {static_cast<std::uint8_t>(made)};
}

// The value after the update; only for combinations that the type supports.
template <combination How, class T>
T combine_unit(T old, T update) {
  if constexpr (is_integer<T>) {
    return meet_integers<How>(old, update);
  } else if constexpr (is_small<T>) {
    return T::of(meet_reals<How>(old.value(), update.value()));
  } else if constexpr (std::is_floating_point_v<T>) {
    return meet_reals<How>(old, update);
  } else if constexpr (std::is_same_v<T, truth>) {
    return meet_truths<How>(old, update);
  } else if constexpr (How == combination::mul) {
    const auto product = [](auto a, auto b) { return meet_reals<combination::mul>(a, b); };
    return {meet_reals<combination::sub>(product(old.re, update.re), product(old.im, update.im)),
            meet_reals<combination::add>(product(old.re, update.im), product(old.im, update.re))};
  } else {
    return {meet_reals<How>(old.re, update.re), meet_reals<How>(old.im, update.im)};
  }
}

template <class T>
constexpr bool knows(combination op) {
  const bool is_bits = op == combination::bit_and || op == combination::bit_or || op == combination::bit_xor;
  if constexpr (std::is_same_v<T, truth>) return is_bits;
  if constexpr (is_pair<T>) return op == combination::add || op == combination::sub || op == combination::mul;
  return is_integer<T> || !is_bits;
}

template <class T, combination How>
void meet_in_memory(std::byte* table, std::byte* direct) {
  T old;
  T update;
  std::memcpy(&old, table, sizeof old);
  std::memcpy(&update, direct, sizeof update);
  const T made = combine_unit<How>(old, update);
  std::memcpy(table, &made, sizeof made);
}

// Calls visit.template operator()<How>().
template <class Visit>
void with_combination(combination op, const Visit& visit) {
  switch (op) {
#define STREW_COMBINE(name)                         \
  case combination::name:                           \
    visit.template operator()<combination::name>(); \
    break;
#include "kernel/kernels.def"
#undef STREW_COMBINE
  }
}

// Random bits seldom form special values, so zeros, ones, infinities and NaN of both signs are drawn explicitly.
template <class T>
T any_value(random_engine& draw) {
  const double special = pick<double>(draw, {0.0, -0.0, 1.0, -1.0, 3.5, std::numeric_limits<double>::infinity(),
                                             -std::numeric_limits<double>::infinity()});
  const bool is_special = draw() % 3 == 0;
  T made;
  if constexpr (is_pair<T>) {
    made = {any_value<decltype(made.re)>(draw), any_value<decltype(made.im)>(draw)};
  } else {
    const std::uint64_t bits[2] = {draw(), draw()};
    std::memcpy(&made, bits, sizeof made);
    if constexpr (std::is_floating_point_v<T>) {
      if (is_special) made = static_cast<T>(special);
    } else if constexpr (is_small<T>) {
      if (is_special) made = T::of(static_cast<float>(special));
    }
  }
  return made;
}

}  // namespace strew::testing
