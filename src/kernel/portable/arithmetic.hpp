// One update combined with one value, for every scalar type, as the contract specifies: integers wrap, f16 and bf16 are
// computed in float and rounded to nearest even, min and max propagate NaN and order -0 below +0, a stored NaN is the
// positive quiet one.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/scalar.hpp"

namespace strew::kernel {

constexpr bool is_bitwise(combination op) {
  return op == combination::bit_and || op == combination::bit_or || op == combination::bit_xor;
}
constexpr bool is_ordering(combination op) {
  return op == combination::min || op == combination::max;
}

// The combinations that a type supports. Arithmetic on booleans is the logical combination given in the contract.
template <class T>
constexpr bool knows(combination op) {
  if (std::is_same_v<T, truth>) return is_bitwise(op);
  if (is_complex<T>) return !is_bitwise(op) && !is_ordering(op);
  return is_integer<T> || !is_bitwise(op);
}

template <class T>
T canonical_nan(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::isnan(value) ? std::numeric_limits<T>::quiet_NaN() : value;
  } else if constexpr (is_complex<T>) {
    return {canonical_nan(value.re), canonical_nan(value.im)};
  } else if constexpr (is_small_real<T>) {
    return std::isnan(widen(value)) ? narrow_to<T>(std::numeric_limits<float>::quiet_NaN()) : value;
  } else {
    return value;
  }
}

// A NaN stays a NaN through sums and products, so it can be made canonical at the end of a chain of them.
template <combination How, class T>
constexpr bool can_wait_for_nan = std::is_floating_point_v<T> && !is_ordering(How);

template <combination How, class T>
T calculate(T old, T update) {
  static_assert(can_wait_for_nan<How, T>);
  if constexpr (How == combination::add) return old + update;
  if constexpr (How == combination::sub) return old - update;
  return old * update;
}

// Only a NaN is branched for: which of two numbers is less cannot be predicted. Equal numbers have the same bits, or
// are zeros, of which -0 is less.
template <combination How, class T>
T ordered(T old, T update) {
  static_assert(is_ordering(How));
  using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  if (__builtin_expect(static_cast<long>(std::isunordered(old, update)), 0) != 0)
    return std::numeric_limits<T>::quiet_NaN();
  const auto left =
      bits_as<bits>(How == combination::min ? (old < update ? old : update) : (old > update ? old : update));
  const auto right =
      bits_as<bits>(How == combination::min ? (update < old ? update : old) : (update > old ? update : old));
  return bits_as<T>(How == combination::min ? static_cast<bits>(left | right) : static_cast<bits>(left & right));
}

template <combination How, class T>
T combine_real(T old, T update) {
  if constexpr (is_ordering(How)) {
    return ordered<How>(old, update);
  } else {
    return canonical_nan(calculate<How>(old, update));
  }
}

// Every operation is rounded separately; infinities are not recovered.
template <combination How, class T>
complex_of<T> combine_complex(complex_of<T> a, complex_of<T> b) {
  if constexpr (How == combination::add) return canonical_nan(complex_of<T>{a.re + b.re, a.im + b.im});
  if constexpr (How == combination::sub) return canonical_nan(complex_of<T>{a.re - b.re, a.im - b.im});
  return canonical_nan(complex_of<T>{a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re});
}

template <combination How, class T>
T combine_integer(T old, T update) {
  if constexpr (How == combination::min) return update < old ? update : old;
  if constexpr (How == combination::max) return old < update ? update : old;
  // Unsigned arithmetic wraps; with 64 bits or more no operand is promoted to a signed int.
  using wide = std::conditional_t<(sizeof(T) > 8), unsigned_128, std::uint64_t>;
  const auto a = static_cast<wide>(old);
  const auto b = static_cast<wide>(update);
  if constexpr (How == combination::add) return static_cast<T>(a + b);
  if constexpr (How == combination::sub) return static_cast<T>(a - b);
  if constexpr (How == combination::mul) return static_cast<T>(a * b);
  if constexpr (How == combination::bit_and) return static_cast<T>(a & b);
  if constexpr (How == combination::bit_or) return static_cast<T>(a | b);
  return static_cast<T>(a ^ b);
}

template <combination How>
truth combine_truth(truth old, truth update) {
  const bool a = old.byte != 0;
  const bool b = update.byte != 0;
  if constexpr (How == combination::bit_and) return truth_of(a && b);
  if constexpr (How == combination::bit_or) return truth_of(a || b);
  return truth_of(a != b);
}

template <combination How, class T>
T combine(T old, T update) {
  static_assert(knows<T>(How));
  if constexpr (is_integer<T>) {
    return combine_integer<How>(old, update);
  } else if constexpr (std::is_floating_point_v<T>) {
    return combine_real<How>(old, update);
  } else if constexpr (is_complex<T>) {
    return combine_complex<How>(old, update);
  } else if constexpr (std::is_same_v<T, truth>) {
    return combine_truth<How>(old, update);
  } else {
    return narrow_to<T>(combine_real<How>(widen(old), widen(update)));
  }
}

}  // namespace strew::kernel
