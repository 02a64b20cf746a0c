// Combines the element at one address with that at another, as combine() does.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "kernel/portable/arithmetic.hpp"

namespace strew::kernel {

template <class T, combination How>
struct combined_unit {
  static constexpr bool clamps = false;  // where an index has no start: a write skips it
  static constexpr std::size_t width = sizeof(T);
  static void apply(std::byte* table, std::byte* direct) {
    T old;
    T update;
    std::memcpy(&old, table, sizeof old);
    std::memcpy(&update, direct, sizeof update);
    T made = combined(old, update);
    std::memcpy(table, &made, sizeof made);
  }

  // A NaN is rare: a branch keeps the fix-up out of the chain from one update of a cell to the next.
  static T combined(T old, T update) {
    if constexpr (can_wait_for_nan<How, T>) {
      const T made = calculate<How>(old, update);
      return __builtin_expect(static_cast<long>(std::isnan(made)), 0) != 0 ? canonical_nan(made) : made;
    } else {
      return combine<How>(old, update);
    }
  }
};

// Calls work.template operator()<T, How>() with a type of the same bits that has its own fused kernel, if it has one.
template <class Work>
fused_kernel with_fused_combination(scalar element, combination how, const Work& work) {
  const auto with_type = [&]<class Arithmetic, class Ordering>() -> fused_kernel {
    if (how == combination::add) return work.template operator()<Arithmetic, combination::add>();
    if (how == combination::mul) return work.template operator()<Arithmetic, combination::mul>();
    if (how == combination::min) return work.template operator()<Ordering, combination::min>();
    if (how == combination::max) return work.template operator()<Ordering, combination::max>();
    return nullptr;
  };
  switch (element) {
    case scalar::f32:
      return with_type.template operator()<float, float>();
    case scalar::f64:
      return with_type.template operator()<double, double>();
    case scalar::i32:
      return with_type.template operator()<std::uint32_t, std::int32_t>();
    case scalar::u32:
      return with_type.template operator()<std::uint32_t, std::uint32_t>();
    case scalar::i64:
      return with_type.template operator()<std::uint64_t, std::int64_t>();
    case scalar::u64:
      return with_type.template operator()<std::uint64_t, std::uint64_t>();
    default:
      return nullptr;
  }
}

}  // namespace strew::kernel
