// The 16-bit floats as lanes of 32-bit ones, and arithmetic on lanes with the bits of kernel/portable/arithmetic.hpp.
// Once for each target, so it has no include guard but Highway's toggle.
#include "kernel/simd/highway.hpp"

#if defined(STREW_SIMD_FLOATS) == defined(HWY_TARGET_TOGGLE)
#ifdef STREW_SIMD_FLOATS
#undef STREW_SIMD_FLOATS
#else
#define STREW_SIMD_FLOATS
#endif

#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/scalar.hpp"
#include "kernel/simd/vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {

// `d` is the tag of the floats.
template <class D>
HWY_INLINE hn::VFromD<D> widened(D d, half /*type*/, hn::VFromD<hn::Rebind<std::uint16_t, D>> bits) {
  return hn::PromoteTo(d, hn::BitCast(hn::Rebind<hwy::float16_t, D>(), bits));
}

template <class D>
HWY_INLINE hn::VFromD<D> widened(D d, brain /*type*/, hn::VFromD<hn::Rebind<std::uint16_t, D>> bits) {
  return hn::BitCast(d, hn::ShiftLeft<16>(hn::PromoteTo(hn::Rebind<std::uint32_t, D>(), bits)));
}

// Rounds to nearest even in any environment. NaN was made canonical.
template <class D>
HWY_INLINE hn::VFromD<hn::Rebind<std::uint16_t, D>> narrowed(D /*d*/, half /*type*/, hn::VFromD<D> value) {
  return hn::BitCast(hn::Rebind<std::uint16_t, D>(), hn::DemoteTo(hn::Rebind<hwy::float16_t, D>(), value));
}

// Adds just under half a unit, or half a unit if the kept part is odd.
template <class D>
HWY_INLINE hn::VFromD<hn::Rebind<std::uint16_t, D>> narrowed(D /*d*/, brain /*type*/, hn::VFromD<D> value) {
  const hn::Rebind<std::uint32_t, D> words;
  const auto bits = hn::BitCast(words, value);
  const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(words, 1));
  const auto rounded = hn::Add(hn::Add(bits, hn::Set(words, 0x7fff)), odd);
  return hn::TruncateTo(hn::Rebind<std::uint16_t, D>(), hn::ShiftRight<16>(rounded));
}

template <class D>
HWY_INLINE hn::VFromD<D> with_canonical_nan(D d, hn::VFromD<D> value) {
  return hn::IfThenElse(hn::IsNaN(value), hn::Set(d, std::numeric_limits<hn::TFromD<D>>::quiet_NaN()), value);
}

// The instructions of x86 for the least and the greatest return their second operand for two zeros and where one is
// NaN: both orders together have the sign bit that orders zeros, and all bits of the NaN. Those of NEON order zeros,
// and return the other operand where one is NaN.
template <combination How, class D>
HWY_INLINE hn::VFromD<D> ordered_real(D d, hn::VFromD<D> old, hn::VFromD<D> update) {
  const auto one = How == combination::min ? hn::Min(old, update) : hn::Max(old, update);
  const auto other = How == combination::min ? hn::Min(update, old) : hn::Max(update, old);
  const auto either = hn::Or(one, other);
  const auto made = How == combination::min ? either : hn::And(one, other);
  const auto has_nan = HWY_TARGET == HWY_NEON ? hn::Or(hn::IsNaN(old), hn::IsNaN(update)) : hn::IsNaN(either);
  return hn::IfThenElse(has_nan, hn::Set(d, std::numeric_limits<hn::TFromD<D>>::quiet_NaN()), made);
}

template <combination How, class D>
HWY_INLINE hn::VFromD<D> combined_real(D d, hn::VFromD<D> old, hn::VFromD<D> update) {
  if constexpr (How == combination::add) return with_canonical_nan(d, hn::Add(old, update));
  if constexpr (How == combination::sub) return with_canonical_nan(d, hn::Sub(old, update));
  if constexpr (How == combination::mul) return with_canonical_nan(d, hn::Mul(old, update));
  if constexpr (How == combination::min || How == combination::max) return ordered_real<How>(d, old, update);
}

template <combination How, class D>
HWY_INLINE hn::VFromD<D> combined_integer(D /*d*/, hn::VFromD<D> old, hn::VFromD<D> update) {
  if constexpr (How == combination::add) return hn::Add(old, update);
  if constexpr (How == combination::sub) return hn::Sub(old, update);
  if constexpr (How == combination::mul) return hn::Mul(old, update);
  if constexpr (How == combination::min) return hn::Min(old, update);
  if constexpr (How == combination::max) return hn::Max(old, update);
}

template <combination How, class D>
HWY_INLINE hn::VFromD<D> combined_lanes(D d, hn::VFromD<D> old, hn::VFromD<D> update) {
  if constexpr (std::is_floating_point_v<hn::TFromD<D>>) {
    return combined_real<How>(d, old, update);
  } else {
    return combined_integer<How>(d, old, update);
  }
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
