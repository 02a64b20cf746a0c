// Rows of slices as vectors: elements become accumulators, and elements again. For the sources of this folder, which
// include it after kernel/simd/highway.hpp. Once for each target, so it has no include guard but Highway's toggle.
#include "kernel/simd/highway.hpp"

#if defined(STREW_SIMD_SLICE_UNITS) == defined(HWY_TARGET_TOGGLE)
#ifdef STREW_SIMD_SLICE_UNITS
#undef STREW_SIMD_SLICE_UNITS
#else
#define STREW_SIMD_SLICE_UNITS
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/accumulator.hpp"
#include "kernel/portable/scalar.hpp"
#include "kernel/simd/floats.hpp"
#include "kernel/simd/vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {

// `Lanes` accumulators, and as many elements as they are stored.
template <class T, std::size_t Lanes>
using kept_tag = hn::CappedTag<std::conditional_t<is_small_real<T>, float, T>, Lanes>;
template <class T, std::size_t Lanes>
using unit_tag = hn::Rebind<std::conditional_t<is_small_real<T>, std::uint16_t, T>, kept_tag<T, Lanes>>;

template <class T, std::size_t Lanes>
HWY_INLINE auto units_at(const std::byte* at) {
  const auto units = load(unit_tag<T, Lanes>(), at);
  if constexpr (is_small_real<T>) {
    return widened(kept_tag<T, Lanes>(), T{}, units);
  } else {
    return units;
  }
}

template <class T, std::size_t Lanes>
HWY_INLINE auto units_of(hn::VFromD<kept_tag<T, Lanes>> value) {
  const kept_tag<T, Lanes> d;
  const auto canonical = with_canonical_nan(d, value);
  if constexpr (is_small_real<T>) {
    return narrowed(d, T{}, canonical);
  } else {
    return canonical;
  }
}

template <class T, std::size_t Lanes>
HWY_INLINE void store_units(hn::VFromD<kept_tag<T, Lanes>> value, std::byte* at) {
  store(unit_tag<T, Lanes>(), units_of<T, Lanes>(value), at);
}

// Past the cache, at a multiple of the vector.
template <class T, std::size_t Lanes>
HWY_INLINE void stream_units(hn::VFromD<kept_tag<T, Lanes>> value, std::byte* at) {
  const unit_tag<T, Lanes> d;
  hn::Stream(units_of<T, Lanes>(value), d, reinterpret_cast<hn::TFromD<decltype(d)>*>(at));
}

// Sums and products may keep any NaN until they are stored.
template <combination How, class D>
HWY_INLINE hn::VFromD<D> accumulated(D d, hn::VFromD<D> old, hn::VFromD<D> update) {
  if constexpr (How == combination::add) return hn::Add(old, update);
  if constexpr (How == combination::sub) return hn::Sub(old, update);
  if constexpr (How == combination::mul) return hn::Mul(old, update);
  if constexpr (is_ordering(How)) return ordered_real<How>(d, old, update);
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
