// Loads and stores of vectors at any address, for the sources of this folder, which include it after
// kernel/simd/highway.hpp. Once for each target, so it has no include guard but Highway's toggle.
#include "kernel/simd/highway.hpp"

#if defined(STREW_SIMD_VECTORS) == defined(HWY_TARGET_TOGGLE)
#ifdef STREW_SIMD_VECTORS
#undef STREW_SIMD_VECTORS
#else
#define STREW_SIMD_VECTORS
#endif

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/scalar.hpp"
#include "kernel/simd/front.hpp"

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
constexpr index_type index_type_of() {
  if (sizeof(T) == 4) return std::is_signed_v<T> ? index_type::i32 : index_type::u32;
  return std::is_signed_v<T> ? index_type::i64 : index_type::u64;
}

template <class T>
constexpr scalar scalar_of() {
  if (std::is_same_v<T, half>) return scalar::f16;
  if (std::is_same_v<T, brain>) return scalar::bf16;
  if (std::is_floating_point_v<T>) return sizeof(T) == 4 ? scalar::f32 : scalar::f64;
  constexpr scalar of_signed[] = {scalar::i8, scalar::i16, scalar::i32, scalar::i64};
  constexpr scalar of_unsigned[] = {scalar::u8, scalar::u16, scalar::u32, scalar::u64};
  return (std::is_signed_v<T> ? of_signed : of_unsigned)[std::bit_width(sizeof(T)) - 1];
}

template <class D>
constexpr std::size_t lanes_of = hn::MaxLanes(D());

template <class D>
HWY_INLINE hn::VFromD<D> load(D d, const std::byte* at) {
  return hn::BitCast(d, hn::LoadU(hn::Repartition<std::uint8_t, D>(), reinterpret_cast<const std::uint8_t*>(at)));
}

// The compiler does not know what the register holds after this.
template <class V>
HWY_INLINE void keep_in_register(V& values) {
#if defined(__aarch64__)
  asm("" : "+w"(values.raw));
#else
  asm("" : "+v"(values.raw));
#endif
}

// Index values may be modified concurrently. The compiler may not read them again.
template <class D>
HWY_INLINE hn::VFromD<D> load_values_once(D d, const std::byte* at) {
  auto values = load(d, at);
  keep_in_register(values);
  return values;
}

// The low halves of integers of 64 bits.
template <class D, class V>
HWY_INLINE hn::VFromD<D> narrowed(D d, V values) {
  const hn::Rebind<std::uint64_t, D> wide;
  const hn::Rebind<std::uint32_t, D> narrow;
  return hn::BitCast(d, hn::TruncateTo(narrow, hn::BitCast(wide, values)));
}

// Products of integers of 32 bits, or of the low halves of such of 64.
template <class D>
HWY_INLINE hn::VFromD<D> times(D d, hn::VFromD<D> left, hn::VFromD<D> right) {
  if constexpr (sizeof(hn::TFromD<D>) == 4) {
    return hn::Mul(left, right);
  } else {
    const hn::Repartition<std::uint32_t, D> halves;
    return hn::BitCast(d, hn::MulEven(hn::BitCast(halves, left), hn::BitCast(halves, right)));
  }
}

template <class D>
HWY_INLINE void store(D /*d*/, hn::VFromD<D> value, std::byte* at) {
  const hn::Repartition<std::uint8_t, D> bytes;
  hn::StoreU(hn::BitCast(bytes, value), bytes, reinterpret_cast<std::uint8_t*>(at));
}

// Of at most eight lanes.
template <class D>
HWY_INLINE std::size_t bits_of(D d, hn::Mask<D> mask) {
  static_assert(lanes_of<D> <= front_lanes);
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  return bytes[0];
}

// The lanes of the mask at the front; what follows them is unspecified. AVX-512 has an instruction for lanes of 32
// bits.
template <class D>
HWY_INLINE hn::VFromD<D> to_the_front(D d, hn::VFromD<D> values, hn::Mask<D> mask) {
  constexpr bool is_wide = sizeof(hn::TFromD<D>) == 8;
  constexpr bool is_avx2 = HWY_TARGET == HWY_AVX2;
  if constexpr (!is_wide && !is_avx2) {
    return hn::Compress(values, mask);
  } else if constexpr (is_wide && is_avx2) {
    const hn::Repartition<std::uint32_t, D> halves;
    const auto order = hn::IndicesFromVec(halves, hn::Load(halves, halves_to_front[bits_of(d, mask)].data()));
    return hn::BitCast(d, hn::TableLookupLanes(hn::BitCast(halves, values), order));
  } else {
    const auto numbers = hn::LoadU(hn::Rebind<std::uint8_t, D>(), to_front[bits_of(d, mask)].data());
    const auto lanes = hn::PromoteTo(hn::Rebind<std::uint32_t, D>(), numbers);
    if constexpr (is_wide) {
      return hn::TableLookupLanes(values, hn::IndicesFromVec(d, hn::PromoteTo(hn::RebindToUnsigned<D>(), lanes)));
    } else {
      return hn::TableLookupLanes(values, hn::IndicesFromVec(d, lanes));
    }
  }
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
