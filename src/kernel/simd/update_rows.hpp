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

  static HWY_INLINE void fetch(const reduction_block& /*work*/, std::size_t /*s*/) {}
  // Slice s, whose units begin there.
  HWY_INLINE element_rows(const reduction_block& work, std::size_t s, const std::byte* units)
      : units_(units), weight_(weight_of<W>(kept_tag<T, Lanes>(), work, s)) {}
  [[nodiscard]] HWY_INLINE V at(std::size_t unit) const {
    return weighted<W>(units_at<T, Lanes>(units_ + unit * width), weight_);
  }

 private:
  const std::byte* units_;
  V weight_;
};

// Bytes, each of which is the number of its value, less by a zero point, of a block with one scale.
template <class W, std::size_t Lanes>
class code_rows_of_bytes {
 public:
  using D = kept_tag<float, Lanes>;
  using V = hn::VFromD<D>;
  static constexpr std::size_t width = 1;

  static HWY_INLINE void fetch(const reduction_block& work, std::size_t s) {
    fetch_line(work.codes->scales + work.codes->scale_offsets[s]);
  }
  HWY_INLINE code_rows_of_bytes(const reduction_block& work, std::size_t s, const std::byte* units)
      : units_(units), sign_(sign_bit_of(*work.codes)), weight_(weight_of<W>(D(), work, s)) {
    const code_rows& codes = *work.codes;
    const unsigned zero =
        codes.zeros == nullptr ? sign_ : std::to_integer<unsigned>(codes.zeros[codes.zero_offsets[s]]) ^ sign_;
    zero_ = hn::Set(D(), static_cast<float>(zero));
    scale_ = hn::Set(D(), scale_at(codes.scales + codes.scale_offsets[s], codes.scale));
  }
  [[nodiscard]] HWY_INLINE V at(std::size_t unit) const {
    const hn::Rebind<std::uint32_t, D> wide;
    const auto codes = hn::PromoteTo(wide, load(hn::Rebind<std::uint8_t, D>(), units_ + unit));
    const auto numbers =
        hn::ConvertTo(D(), hn::BitCast(hn::Rebind<std::int32_t, D>(), hn::Xor(codes, hn::Set(wide, sign_))));
    return weighted<W>(hn::Mul(hn::Sub(numbers, zero_), scale_), weight_);
  }

 private:
  const std::byte* units_;
  std::uint32_t sign_;
  V weight_;
  V zero_;
  V scale_;
};

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
