// An accumulator: made from an element, and the element made from it.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernel/portable/arithmetic.hpp"

namespace strew::kernel {

template <class A, class T>
A to_accumulator(T element) {
  if constexpr (std::is_same_v<A, T>) {
    return element;
  } else if constexpr (is_small_real<T>) {
    return widen(element);
  } else {
    return static_cast<A>(element);
  }
}

template <class T, class A>
T to_element(A value) {
  if constexpr (std::is_same_v<A, T>) {
    return canonical_nan(value);
  } else if constexpr (is_small_real<T>) {
    return narrow_to<T>(canonical_nan(value));
  } else {
    return static_cast<T>(value);
  }
}

// A value with the number of updates that it has; except for a mean, only whether that is 0 matters.
template <class A, class Count>
struct counted_value {
  A value;
  Count count;
};

// A value with the position of the update that it is; below 0: of none.
template <class A>
struct placed_value {
  A value;
  std::int64_t position;
};

template <class A>
A floor_quotient(A sum, A count) {
  const A quotient = static_cast<A>(sum / count);
  return sum % count < 0 ? static_cast<A>(quotient - 1) : quotient;
}

// The sum divided by the count; for 16-bit floats the quotient is computed in float and rounded once.
template <class T, class A>
T mean_of(A sum, std::uint64_t count) {
  if constexpr (is_small_real<A>) {
    return to_element<T>(widen(sum) / static_cast<float>(count));
  } else if constexpr (std::is_floating_point_v<A>) {
    return to_element<T>(sum / static_cast<A>(count));
  } else if constexpr (std::is_same_v<A, unsigned_128>) {
    return static_cast<T>(sum / count);
  } else {
    return static_cast<T>(floor_quotient<signed_128>(static_cast<signed_128>(sum), static_cast<signed_128>(count)));
  }
}

}  // namespace strew::kernel
