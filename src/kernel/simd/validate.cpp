// Checks whether all indices are valid, in columns without gaps; the portable kernels check the others.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

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

// The limits of the values of a vector, from value `first` on, of tuples of `Members`. T is one of 4 bytes, or it is
// int64_t.
template <class T, std::size_t Lanes, std::size_t Members>
struct limits {
  using tag = hn::CappedTag<T, Lanes>;
  using vector = hn::VFromD<tag>;

  limits(const coordinate_rule* rules, std::size_t first) {
    if constexpr (Members == 1) {
      low = hn::Set(tag(), low_of(rules[0]));
      high = hn::Set(tag(), high_of(rules[0]));
    } else {
      T lows[Lanes];
      T highs[Lanes];
      for (std::size_t lane = 0; lane < Lanes; ++lane) {
        lows[lane] = low_of(rules[(first + lane) % Members]);
        highs[lane] = high_of(rules[(first + lane) % Members]);
      }
      low = hn::LoadU(tag(), lows);
      high = hn::LoadU(tag(), highs);
    }
  }

  static T low_of(const coordinate_rule& rule) {
    return static_cast<T>(std::max<std::int64_t>(rule.lowest, std::numeric_limits<T>::min()));
  }
  static T high_of(const coordinate_rule& rule) {
    return static_cast<T>(std::min<std::int64_t>(rule.highest, std::numeric_limits<T>::max()));
  }

  vector low, high;
};

// The least and the greatest value so far.
template <class T, std::size_t Lanes, std::size_t Members>
struct seen_narrow {
  using tag = hn::CappedTag<T, Lanes>;
  using vector = hn::VFromD<tag>;

  explicit seen_narrow(const coordinate_rule* rules, std::size_t first = 0)
      : good(rules, first), least(good.high), greatest(good.low) {}
  HWY_INLINE void see(vector values) {
    least = hn::Min(least, values);
    greatest = hn::Max(greatest, values);
  }
  [[nodiscard]] HWY_INLINE bool is_bad() const {
    const auto bad = hn::Or(hn::Lt(least, good.low), hn::Gt(greatest, good.high));
    return !hn::AllFalse(tag(), bad);
  }

  limits<T, Lanes, Members> good;
  vector least, greatest;
};

// A value below low or above high sets a sign bit, as in the portable kernel; one that is negative, where T has no
// sign, is too large.
template <class T, std::size_t Lanes, std::size_t Members>
struct seen_wide {
  using tag = hn::CappedTag<std::int64_t, Lanes>;
  using vector = hn::VFromD<tag>;

  explicit seen_wide(const coordinate_rule* rules, std::size_t first = 0)
      : good(rules, first), signs(hn::Zero(tag())) {}
  HWY_INLINE void see(vector values) {
    signs = hn::Or3(signs, std::is_signed_v<T> ? hn::Sub(values, good.low) : values, hn::Sub(good.high, values));
  }
  [[nodiscard]] HWY_INLINE bool is_bad() const { return !hn::AllFalse(tag(), hn::Lt(signs, hn::Zero(tag()))); }

  limits<std::int64_t, Lanes, Members> good;
  vector signs;
};

template <class T, std::size_t Lanes, std::size_t Members>
using seen_values = std::conditional_t<sizeof(T) == 4, seen_narrow<T, Lanes, Members>, seen_wide<T, Lanes, Members>>;

// Two records, so that one comparison does not wait for the other. The last vector may overlap the one before it; there
// is at least one.
template <class T, std::size_t Lanes>
bool is_any_bad(const index_column& column, const coordinate_rule& rule) {
  using seen = seen_values<T, Lanes, 1>;
  const typename seen::tag d;
  constexpr std::size_t bytes = Lanes * sizeof(T);
  const std::byte* at = column.first;
  const std::byte* const last = at + column.count * sizeof(T) - bytes;
  seen one(&rule);
  seen two = one;
  for (; at + bytes <= last; at += 2 * bytes) {
    one.see(load(d, at));
    two.see(load(d, at + bytes));
  }
  if (at <= last) one.see(load(d, at));
  two.see(load(d, last));
  return one.is_bad() || two.is_bad();
}

// A record for each vector of as many tuples as a vector has lanes: its values have the same members again and again.
template <class T, std::size_t Lanes, std::size_t... Vectors>
bool is_any_tuple_bad(const index_column& column, const coordinate_rule* rules, std::index_sequence<Vectors...>) {
  constexpr std::size_t members = sizeof...(Vectors);
  using seen = seen_values<T, Lanes, members>;
  const typename seen::tag d;
  constexpr std::size_t bytes = Lanes * sizeof(T);
  seen all[] = {seen(rules, Vectors * Lanes)...};
  const std::byte* const last = column.first + (column.count - Lanes) * members * sizeof(T);
  for (const std::byte* at = column.first; at < last; at += members * bytes)
    (all[Vectors].see(load(d, at + Vectors * bytes)), ...);
  (all[Vectors].see(load(d, last + Vectors * bytes)), ...);
  return (all[Vectors].is_bad() || ...);
}

// Short columns use the longest vector that fits; the shortest ones are left to the portable kernel.
template <class T, std::size_t Lanes>
HWY_INLINE bool validate_plain(const index_column& column, const coordinate_rule& rule) {
  if (column.count >= Lanes) return is_any_bad<T, Lanes>(column, rule);
  if constexpr (Lanes * sizeof(T) > 16) {
    return validate_plain<T, Lanes / 2>(column, rule);
  } else {
    return portable_kernels::find_validate(index_type_of<T>())(column, &rule, 1);
  }
}

template <class T>
constexpr std::size_t most_lanes = lanes_of<hn::ScalableTag<T>>;

template <class T>
HWY_INLINE bool is_plain(const coordinate_rule& rule) {
  constexpr std::int64_t most = std::int64_t{1} << 61U;
  const bool fits = sizeof(T) == 4 || (rule.lowest >= -most && rule.highest <= most);
  return !rule.has_hole && rule.highest >= 0 && fits;
}

template <class T>
HWY_INLINE bool are_plain(const coordinate_rule* rules, std::size_t members) {
  bool are = true;
  for (std::size_t k = 0; k < members; ++k) are &= is_plain<T>(rules[k]);
  return are;
}

template <class T>
bool validate_tuples(const index_column& column, const coordinate_rule* rules, std::size_t members) {
  const bool is_dense = column.stride == static_cast<std::ptrdiff_t>(members * sizeof(T));
  if (is_dense && column.count >= most_lanes<T> && are_plain<T>(rules, members)) {
    if (members == 2) return is_any_tuple_bad<T, most_lanes<T>>(column, rules, std::make_index_sequence<2>());
    if (members == 3) return is_any_tuple_bad<T, most_lanes<T>>(column, rules, std::make_index_sequence<3>());
    if (members == 4) return is_any_tuple_bad<T, most_lanes<T>>(column, rules, std::make_index_sequence<4>());
  }
  return portable_kernels::find_validate(index_type_of<T>())(column, rules, members);
}

template <class T>
bool validate(const index_column& column, const coordinate_rule* rules, std::size_t members) {
  if (members != 1) return validate_tuples<T>(column, rules, members);
  if (column.stride == sizeof(T) && is_plain<T>(*rules)) return validate_plain<T, most_lanes<T>>(column, *rules);
  return portable_kernels::find_validate(index_type_of<T>())(column, rules, 1);
}

// Each vector is compared with the one that begins a value later.
template <class T>
bool ascends(const index_column& column) {
  const hn::ScalableTag<T> d;
  constexpr std::size_t lanes = most_lanes<T>;
  const ascends_kernel portable_ascends = portable_kernels::find_ascends(index_type_of<T>());
  if (column.stride != sizeof(T) || column.count <= lanes) return portable_ascends(column);
  auto least = hn::Zero(d);  // of the differences; they do not overflow where no value is negative
  auto negative = hn::Zero(d);
  const std::byte* at = column.first;
  const std::byte* const last = at + (column.count - 1 - lanes) * sizeof(T);
  const auto see = [&](const std::byte* first) HWY_ATTR {
    const auto values = load(d, first);
    const auto next = load(d, first + sizeof(T));
    negative = hn::Or(negative, hn::Or(values, next));
    least = hn::Or(least, hn::Sub(next, values));
  };
  for (; at < last; at += lanes * sizeof(T)) see(at);
  see(last);
  if (hn::AllFalse(d, hn::Lt(hn::Or(least, negative), hn::Zero(d)))) return true;
  return portable_ascends(column);  // it does not, or some value is negative
}

}  // namespace

void set_validate(kernel_set& kernels) {
  kernels.ascends(index_type::i32) = &ascends<std::int32_t>;
  kernels.ascends(index_type::i64) = &ascends<std::int64_t>;
  kernels.validate(index_type::i32) = &validate<std::int32_t>;
  kernels.validate(index_type::u32) = &validate<std::uint32_t>;
  kernels.validate(index_type::i64) = &validate<std::int64_t>;
  kernels.validate(index_type::u64) = &validate<std::uint64_t>;
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
