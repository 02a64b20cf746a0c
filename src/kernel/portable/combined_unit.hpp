// Combines the element at one address with that at another, as combine() does.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <type_traits>

#include "kernel/portable/arithmetic.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace strew::kernel {

// The less or the greater number, as ordered() has them, but in the registers of floats: compilers compare there, and
// choose among integers.
#if defined(__SSE2__)
template <combination How>
float chosen_number(float old, float update) {
  const __m128 a = _mm_set_ss(old);
  const __m128 b = _mm_set_ss(update);
  return _mm_cvtss_f32(How == combination::min ? _mm_or_ps(_mm_min_ss(a, b), _mm_min_ss(b, a))
                                               : _mm_and_ps(_mm_max_ss(a, b), _mm_max_ss(b, a)));
}
template <combination How>
double chosen_number(double old, double update) {
  const __m128d a = _mm_set_sd(old);
  const __m128d b = _mm_set_sd(update);
  return _mm_cvtsd_f64(How == combination::min ? _mm_or_pd(_mm_min_sd(a, b), _mm_min_sd(b, a))
                                               : _mm_and_pd(_mm_max_sd(a, b), _mm_max_sd(b, a)));
}
#else
template <combination How, class T>
T chosen_number(T old, T update) {
  return ordered<How>(old, update);
}
#endif

template <class T, combination How>
struct combined_unit {
  static constexpr bool clamps = false;  // where an index has no start: a write skips it
  static constexpr std::size_t width = sizeof(T);
  static void apply(std::byte* table, const std::byte* direct) {
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
    } else if constexpr (is_ordering(How) && std::is_floating_point_v<T>) {
      const T made = chosen_number<How>(old, update);  // before the branch: loads then fill whole registers
      const bool has_nan = __builtin_expect(static_cast<long>(std::isunordered(old, update)), 0) != 0;
      return has_nan ? std::numeric_limits<T>::quiet_NaN() : made;
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
    case scalar::i8:
      return with_type.template operator()<std::uint8_t, std::int8_t>();
    case scalar::u8:
      return with_type.template operator()<std::uint8_t, std::uint8_t>();
    case scalar::i16:
      return with_type.template operator()<std::uint16_t, std::int16_t>();
    case scalar::u16:
      return with_type.template operator()<std::uint16_t, std::uint16_t>();
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
