// Adds the element at one address to that at another, as combine() does.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "kernel/portable/arithmetic.hpp"

namespace strew::kernel {

template <class T>
struct add_unit {
  static constexpr bool clamps = false;  // where an index has no start: a write skips it
  static constexpr std::size_t width = sizeof(T);
  static void apply(std::byte* table, std::byte* direct) {
    T old;
    T update;
    std::memcpy(&old, table, sizeof old);
    std::memcpy(&update, direct, sizeof update);
    T made = add(old, update);
    std::memcpy(table, &made, sizeof made);
  }

  // A NaN is rare: a branch keeps the fix-up out of the chain from one update of a cell to the next.
  static T add(T old, T update) {
    if constexpr (std::is_floating_point_v<T>) {
      const T sum = calculate<combination::add>(old, update);
      return __builtin_expect(static_cast<long>(std::isnan(sum)), 0) != 0 ? canonical_nan(sum) : sum;
    } else {
      return combine<combination::add>(old, update);
    }
  }
};

}  // namespace strew::kernel
