// What the updates of slices are read from, as vectors of accumulators: elements, or codes with a scale, times a weight
// or as they are. For the sources of this folder, which include it after kernel/simd/highway.hpp. Once for each target,
// so it has no include guard but Highway's toggle.
#include "kernel/simd/highway.hpp"

#if defined(STREW_SIMD_UPDATE_ROWS) == defined(HWY_TARGET_TOGGLE)
#ifdef STREW_SIMD_UPDATE_ROWS
#undef STREW_SIMD_UPDATE_ROWS
#else
#define STREW_SIMD_UPDATE_ROWS
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernel/fetch.hpp"
#include "kernel/kernel.hpp"
#include "kernel/portable/accumulator.hpp"
#include "kernel/portable/codes.hpp"
#include "kernel/simd/slice_units.hpp"

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {

// What units are multiplied by: nothing, or a weight of each slice.
struct no_weight {};

template <class W, class D>
HWY_INLINE hn::VFromD<D> weight_of(D d, const reduction_block& work, std::size_t s) {
  if constexpr (std::is_same_v<W, no_weight>) {
    return hn::Zero(d);
  } else {
    W weight;
    const std::int64_t at =
        work.weight_of == nullptr ? static_cast<std::int64_t>(s) * work.weight_stride : work.weight_of[s];
    std::memcpy(&weight, work.weights + at, sizeof weight);
    return hn::Set(d, to_accumulator<hn::TFromD<D>>(weight));
  }
}

template <class W, class V>
HWY_INLINE V weighted(V value, V weight) {
  if constexpr (std::is_same_v<W, no_weight>) {
    return value;
  } else {
    return hn::Mul(value, weight);
  }
}

template <class T, class W, std::size_t Lanes>
class element_rows {
 public:
  using V = hn::VFromD<kept_tag<T, Lanes>>;
  static constexpr std::size_t width = sizeof(T);
  struct shared {  // by all slices
    HWY_INLINE explicit shared(const reduction_block& /*work*/) {}
    HWY_INLINE void fetch(std::size_t /*s*/) const {}
  };

  // Slice s, whose units begin there.
  HWY_INLINE element_rows(const shared& /*all*/, const reduction_block& work, std::size_t s, const std::byte* units)
      : units_(units), weight_(weight_of<W>(kept_tag<T, Lanes>(), work, s)) {}
  [[nodiscard]] HWY_INLINE V at(std::size_t unit) const {
    return weighted<W>(units_at<T, Lanes>(units_ + unit * width), weight_);
  }

 private:
  const std::byte* units_;
  V weight_;
};

// Bytes, each of which is the number of its value, less by a zero point, of a block with one scale. The floats of 2^23
// and above are the integers: a byte in the lowest bits of that one adds itself, and the difference of two such is
// exact.
template <class W, std::size_t Lanes>
class code_rows_of_bytes {
 public:
  using D = kept_tag<float, Lanes>;
  using V = hn::VFromD<D>;
  using U = hn::Rebind<std::uint32_t, D>;
  static constexpr std::size_t width = 1;
  static constexpr std::uint32_t above_bytes = 0x4B000000;  // the bits of 2^23

  struct shared {
    HWY_INLINE explicit shared(const reduction_block& work)
        : codes(*work.codes),
          scales(codes.scale),
          flip(hn::Set(U(), above_bytes | sign_bit_of(codes))),
          no_zero(hn::BitCast(D(), flip)) {}
    HWY_INLINE void fetch(std::size_t s) const { fetch_line(codes.scales + codes.scale_offsets[s]); }
    [[nodiscard]] HWY_INLINE V zero(std::size_t s) const {
      if (codes.zeros == nullptr) return no_zero;
      const auto found = std::to_integer<std::uint32_t>(codes.zeros[codes.zero_offsets[s]]);
      return hn::BitCast(D(), hn::Xor(hn::Set(U(), found), flip));
    }
    [[nodiscard]] HWY_INLINE V scale(std::size_t s) const {
      return hn::Set(D(), scale_at(codes.scales + codes.scale_offsets[s], scales));
    }

    const code_rows& codes;
    scale_type scales;
    hn::VFromD<U> flip;
    V no_zero;
  };

  HWY_INLINE code_rows_of_bytes(const shared& all, const reduction_block& work, std::size_t s, const std::byte* units)
      : units_(units), flip_(all.flip), weight_(weight_of<W>(D(), work, s)), zero_(all.zero(s)), scale_(all.scale(s)) {}
  [[nodiscard]] HWY_INLINE V at(std::size_t unit) const {
    const auto codes = hn::PromoteTo(U(), load(hn::Rebind<std::uint8_t, D>(), units_ + unit));
    const auto numbers = hn::BitCast(D(), hn::Xor(codes, flip_));
    return weighted<W>(hn::Mul(hn::Sub(numbers, zero_), scale_), weight_);
  }

 private:
  const std::byte* units_;
  hn::VFromD<U> flip_;
  V weight_;
  V zero_;
  V scale_;
};

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
