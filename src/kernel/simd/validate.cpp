// Checks whether all indices are valid, in columns without gaps; the portable kernels check the others.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

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
template <class T>
struct seen_narrow {
  using tag = hn::ScalableTag<T>;
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
  [[nodiscard]] bool is_bad() const {
    const auto bad = hn::Or(hn::Lt(least, hn::Set(tag(), low)), hn::Gt(greatest, hn::Set(tag(), high)));
    return !hn::AllFalse(tag(), bad);
  }

  T low, high;
  vector least, greatest;
};

// A value below low or above high sets a sign bit, as in the portable kernel.
struct seen_wide {
  using tag = hn::ScalableTag<std::int64_t>;
  using vector = hn::VFromD<tag>;

  seen_wide(std::int64_t lowest, std::int64_t highest)
      : low(hn::Set(tag(), lowest)), high(hn::Set(tag(), highest)), signs(hn::Zero(tag())) {}
  HWY_INLINE void see(vector values) { signs = hn::Or3(signs, hn::Sub(values, low), hn::Sub(high, values)); }
  HWY_INLINE void see(const seen_wide& other) { signs = hn::Or(signs, other.signs); }
  [[nodiscard]] bool is_bad() const { return !hn::AllFalse(tag(), hn::Lt(signs, hn::Zero(tag()))); }

  vector low, high, signs;
};

// Two records, so that one comparison does not wait for the other. The last vector may overlap the one before it; there
// is at least one.
template <class Seen>
bool is_any_bad(const index_column& column, Seen one) {
  const typename Seen::tag d;
  constexpr std::size_t bytes = bytes_of<typename Seen::tag>;
  const std::byte* at = column.first;
  const std::byte* const last = at + column.count * (bytes / lanes_of<typename Seen::tag>)-bytes;
  Seen two = one;
  for (; at + bytes <= last; at += 2 * bytes) {
    one.see(load(d, at));
    two.see(load(d, at + bytes));
  }
  if (at <= last) one.see(load(d, at));
  two.see(load(d, last));
  one.see(two);
  return one.is_bad();
}

template <class T>
constexpr index_type type_of() {
  if (sizeof(T) == 4) return std::is_signed_v<T> ? index_type::i32 : index_type::u32;
  return std::is_signed_v<T> ? index_type::i64 : index_type::u64;
}

template <class T>
bool validate(const index_column& column, const coordinate_rule& rule) {
  constexpr std::size_t lanes = lanes_of<hn::ScalableTag<T>>;
  constexpr std::int64_t most = std::int64_t{1} << 61U;
  const bool is_plain = column.stride == sizeof(T) && column.count >= lanes && !rule.has_hole && rule.highest >= 0;
  if constexpr (sizeof(T) == 4) {
    if (is_plain) return is_any_bad(column, seen_narrow<T>(rule));
  } else {
    const std::int64_t lowest = std::is_signed_v<T> ? rule.lowest : 0;
    if (is_plain && lowest >= -most && rule.highest <= most) return is_any_bad(column, seen_wide(lowest, rule.highest));
  }
  return portable_kernels::find_validate(type_of<T>())(column, rule);
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
