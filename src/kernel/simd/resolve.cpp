// Resolves index values to byte offsets in columns without gaps, as the portable kernel does. The product of a start
// and a stride is one of 32-bit numbers; where they may be larger, and for the modulo of wrap, the portable kernels
// remain.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/simd/families.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/simd/resolve.cpp"
#include "kernel/simd/highway.hpp"

#include "kernel/simd/vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {
namespace {

using offset_tag = hn::ScalableTag<std::int64_t>;
using offset_vector = hn::VFromD<offset_tag>;
constexpr std::size_t lanes = lanes_of<offset_tag>;

// The values of a vector of offsets.
template <class T>
using value_tag = hn::Rebind<T, offset_tag>;

// Values of 32 bits are compared as such: the extent fits in 31 bits.
template <class T>
struct range_of_starts {
  using tag = value_tag<T>;
  using vector = hn::VFromD<tag>;

  explicit range_of_starts(const coordinate_rule& rule)
      : added(hn::Set(tag(), static_cast<T>(rule.from_end ? rule.extent : 0))),
        last(hn::Set(tag(), static_cast<T>(rule.extent - rule.window))) {}

  HWY_INLINE vector counted_from_end(vector values) const {
    if constexpr (std::is_unsigned_v<T>) {
      return values;
    } else {
      return hn::Add(values, hn::IfThenElseZero(hn::Lt(values, hn::Zero(tag())), added));
    }
  }
  HWY_INLINE vector clamped(vector values) const { return hn::Min(hn::Max(values, hn::Zero(tag())), last); }
  // Which ones have a start.
  HWY_INLINE auto valid(vector values) const { return hn::Eq(clamped(values), values); }

  vector added, last;
};

template <class V>
HWY_INLINE offset_vector as_offsets(V starts) {
  if constexpr (sizeof(hn::TFromV<V>) == 4) {
    const hn::Rebind<std::uint32_t, offset_tag> half;
    const hn::Rebind<std::uint64_t, offset_tag> whole;
    return hn::BitCast(offset_tag(), hn::PromoteTo(whole, hn::BitCast(half, starts)));
  } else {
    return hn::BitCast(offset_tag(), starts);
  }
}

// The products of the low halves.
HWY_INLINE offset_vector times(offset_vector starts, offset_vector stride) {
  const hn::Repartition<std::uint32_t, offset_tag> halves;
  return hn::BitCast(offset_tag(), hn::MulEven(hn::BitCast(halves, starts), hn::BitCast(halves, stride)));
}

// Marks the lanes without a start; there are few.
template <class T>
void mark(hn::Mask<value_tag<T>> valid, std::uint8_t* skip_mask) {
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(value_tag<T>(), valid, bits);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if ((bits[0] >> lane & 1U) == 0) skip_mask[lane] = 1;
  }
}

// Whole vectors of positions; returns whether one was skipped.
template <class T, mode How>
bool resolve_vectors(const index_column& column, const coordinate_rule& rule, std::size_t count, std::int64_t* offsets,
                     std::uint8_t* skip_mask) {
  const range_of_starts<T> range(rule);
  const offset_tag d;
  const auto stride = hn::Set(d, rule.table_stride);
  bool skips = false;
  for (std::size_t p = 0; p < count; p += lanes) {
    auto values = range.counted_from_end(load_values_once(value_tag<T>(), column.first + p * sizeof(T)));
    if constexpr (How == mode::clamp) {
      values = range.clamped(values);
    } else {
      const auto valid = range.valid(values);
      if (!hn::AllTrue(value_tag<T>(), valid)) [[unlikely]] {
        mark<T>(valid, skip_mask + p);
        skips = true;
        values = hn::IfThenElseZero(valid, values);
      }
    }
    hn::StoreU(hn::Add(hn::LoadU(d, offsets + p), times(as_offsets(values), stride)), d, offsets + p);
  }
  return skips;
}

template <class T, mode How>
bool resolve(const index_column& column, const coordinate_rule& rule, std::int64_t* offsets, std::uint8_t* skip_mask) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  const resolve_kernel portable_resolve = portable_kernels::find_resolve(index_type_of<T>(), How);
  const bool has_starts = rule.extent >= rule.window && rule.extent <= most;
  const bool is_plain = column.stride == sizeof(T) && rule.table_stride >= 0 && rule.table_stride <= most;
  if (!has_starts || !is_plain || column.count < lanes) return portable_resolve(column, rule, offsets, skip_mask);
  const std::size_t count = column.count / lanes * lanes;
  const bool skips = resolve_vectors<T, How>(column, rule, count, offsets, skip_mask);
  if (count == column.count) return skips;
  const index_column rest{column.first + count * sizeof(T), column.stride, column.count - count};
  return portable_resolve(rest, rule, offsets + count, skip_mask + count) || skips;
}

template <class T>
void set_for(kernel_set& kernels) {
  kernels.resolve(index_type_of<T>(), mode::skip) = &resolve<T, mode::skip>;
  kernels.resolve(index_type_of<T>(), mode::clamp) = &resolve<T, mode::clamp>;
}

}  // namespace

void set_resolve(kernel_set& kernels) {
  set_for<std::int32_t>(kernels);
  set_for<std::int64_t>(kernels);
  set_for<std::uint32_t>(kernels);
  set_for<std::uint64_t>(kernels);
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
