// The result of an update as the contract specifies it: integers wrap, 16-bit floats are computed in float and rounded
// to nearest even, min and max propagate NaN and order -0 below +0, a stored NaN is the positive quiet one.
#pragma once

#include <cmath>
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

template <combination How>
constexpr bool is_order = How == combination::min || How == combination::max;

template <class T>
T with_one_nan(T value) {
  return std::isnan(value) ? std::numeric_limits<T>::quiet_NaN() : value;
}

template <combination How, class T>
T meet_integers(T old, T update) {
  if constexpr (How == combination::min) return std::min(old, update);
  if constexpr (How == combination::max) return std::max(old, update);
  const auto a = static_cast<unsigned_wide>(old);
  const auto b = static_cast<unsigned_wide>(update);
  if constexpr (How == combination::add) return static_cast<T>(a + b);
  if constexpr (How == combination::sub) return static_cast<T>(a - b);
  if constexpr (How == combination::mul) return static_cast<T>(a * b);
  if constexpr (How == combination::bit_and) return static_cast<T>(a & b);
  if constexpr (How == combination::bit_or) return static_cast<T>(a | b);
  return static_cast<T>(a ^ b);
}

template <combination How, class T>
T meet_reals(T old, T update) {
  if constexpr (How == combination::add) return with_one_nan(old + update);
  if constexpr (How == combination::sub) return with_one_nan(old - update);
  if constexpr (How == combination::mul) return with_one_nan(old * update);
  if (std::isnan(old) || std::isnan(update)) return std::numeric_limits<T>::quiet_NaN();
  const bool is_less = old < update || (old == update && std::signbit(old) && !std::signbit(update));
  return is_less == (How == combination::min) ? old : update;
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
    const int both = (old.byte != 0 ? 1 : 0) + (update.byte != 0 ? 1 : 0);
    const bool made = How == combination::bit_and ? both == 2 : How == combination::bit_or ? both > 0 : both == 1;
    return {static_cast<std::uint8_t>(made)};
  } else if constexpr (How == combination::mul) {
    return {with_one_nan(old.re * update.re - old.im * update.im),
            with_one_nan(old.re * update.im + old.im * update.re)};
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
