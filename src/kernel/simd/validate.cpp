// Checks whether all indices are valid, in columns without gaps; the portable kernels check the others.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/simd/families.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/simd/validate.cpp"
#include "kernel/simd/highway.hpp"

#include "kernel/simd/vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {
namespace {

// The least and the greatest value so far.
template <class T, std::size_t Lanes>
struct seen_narrow {
  using tag = hn::CappedTag<T, Lanes>;
  using vector = hn::VFromD<tag>;

  explicit seen_narrow(const coordinate_rule& rule)
      : low(static_cast<T>(std::max<std::int64_t>(rule.lowest, std::numeric_limits<T>::min()))),
        high(static_cast<T>(std::min<std::int64_t>(rule.highest, std::numeric_limits<T>::max()))),
        least(hn::Set(tag(), high)),
        greatest(hn::Set(tag(), low)) {}
  HWY_INLINE void see(vector values) {
    least = hn::Min(least, values);
    greatest = hn::Max(greatest, values);
  }
  HWY_INLINE void see(const seen_narrow& other) {
    least = hn::Min(least, other.least);
    greatest = hn::Max(greatest, other.greatest);
  }
  [[nodiscard]] HWY_INLINE bool is_bad() const {
    const auto bad = hn::Or(hn::Lt(least, hn::Set(tag(), low)), hn::Gt(greatest, hn::Set(tag(), high)));
    return !hn::AllFalse(tag(), bad);
  }

  T low, high;
  vector least, greatest;
};

// A value below low or above high sets a sign bit, as in the portable kernel; one that is negative, where T has no
// sign, is too large.
template <class T, std::size_t Lanes>
struct seen_wide {
  using tag = hn::CappedTag<std::int64_t, Lanes>;
  using vector = hn::VFromD<tag>;

  explicit seen_wide(const coordinate_rule& rule)
      : low(hn::Set(tag(), rule.lowest)), high(hn::Set(tag(), rule.highest)), signs(hn::Zero(tag())) {}
  HWY_INLINE void see(vector values) {
    signs = hn::Or3(signs, std::is_signed_v<T> ? hn::Sub(values, low) : values, hn::Sub(high, values));
  }
  HWY_INLINE void see(const seen_wide& other) { signs = hn::Or(signs, other.signs); }
  [[nodiscard]] HWY_INLINE bool is_bad() const { return !hn::AllFalse(tag(), hn::Lt(signs, hn::Zero(tag()))); }

  vector low, high, signs;
};

template <class T, std::size_t Lanes>
using seen_values = std::conditional_t<sizeof(T) == 4, seen_narrow<T, Lanes>, seen_wide<T, Lanes>>;

// Two records, so that one comparison does not wait for the other. The last vector may overlap the one before it; there
// is at least one.
template <class T, std::size_t Lanes>
bool is_any_bad(const index_column& column, const coordinate_rule& rule) {
  using seen = seen_values<T, Lanes>;
  const typename seen::tag d;
  constexpr std::size_t bytes = Lanes * sizeof(T);
  const std::byte* at = column.first;
  const std::byte* const last = at + column.count * sizeof(T) - bytes;
  seen one(rule);
  seen two = one;
  for (; at + bytes <= last; at += 2 * bytes) {
    one.see(load(d, at));
    two.see(load(d, at + bytes));
  }
  if (at <= last) one.see(load(d, at));
  two.see(load(d, last));
  one.see(two);
  return one.is_bad();
}

// Short columns use the longest vector that fits; the shortest ones are left to the portable kernel.
template <class T, std::size_t Lanes>
HWY_INLINE bool validate_plain(const index_column& column, const coordinate_rule& rule) {
  if (column.count >= Lanes) return is_any_bad<T, Lanes>(column, rule);
  if constexpr (Lanes * sizeof(T) > 16) {
    return validate_plain<T, Lanes / 2>(column, rule);
  } else {
    return portable_kernels::find_validate(index_type_of<T>())(column, rule);
  }
}

template <class T>
bool validate(const index_column& column, const coordinate_rule& rule) {
  constexpr std::int64_t most = std::int64_t{1} << 61U;
  const bool is_plain = column.stride == sizeof(T) && !rule.has_hole && rule.highest >= 0;
  const bool fits = sizeof(T) == 4 || (rule.lowest >= -most && rule.highest <= most);
  if (is_plain && fits) return validate_plain<T, lanes_of<hn::ScalableTag<T>>>(column, rule);
  return portable_kernels::find_validate(index_type_of<T>())(column, rule);
}

}  // namespace

void set_validate(kernel_set& kernels) {
  kernels.validate(index_type::i32) = &validate<std::int32_t>;
  kernels.validate(index_type::u32) = &validate<std::uint32_t>;
  kernels.validate(index_type::i64) = &validate<std::int64_t>;
  kernels.validate(index_type::u64) = &validate<std::uint64_t>;
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
