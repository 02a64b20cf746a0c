// Resolves index values to byte offsets in columns of tuples without gaps, as the portable kernel does. The product of
// a start and a stride is one of 32-bit numbers; where they may be larger, and for the modulo of wrap, the portable
// kernels remain.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

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

// Marks the lanes without a start; there are few.
template <class T>
void mark(hn::Mask<value_tag<T>> valid, std::uint8_t* skip_mask) {
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(value_tag<T>(), valid, bits);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if ((bits[0] >> lane & 1U) == 0) skip_mask[lane] = 1;
  }
}

// One member of a tuple.
template <class T>
struct member {
  explicit member(const coordinate_rule& rule) : range(rule), stride(hn::Set(offset_tag(), rule.table_stride)) {}

  range_of_starts<T> range;
  offset_vector stride;
};

// An implicit constructor would not be compiled for the target.
template <class T, std::size_t Members>
struct value_vectors {
  hn::VFromD<value_tag<T>> all[Members];

  HWY_INLINE value_vectors() {}  // NOLINT(modernize-use-equals-default)
  HWY_INLINE hn::VFromD<value_tag<T>>& operator[](std::size_t n) { return all[n]; }
  HWY_INLINE const hn::VFromD<value_tag<T>>& operator[](std::size_t n) const { return all[n]; }
};

// Each member of as many tuples as a vector has lanes, as load_values_once().
template <class T, std::size_t Members>
HWY_INLINE value_vectors<T, Members> load_tuples_once(const std::byte* at) {
  const value_tag<T> d;
  const auto* const values = reinterpret_cast<const T*>(at);
  value_vectors<T, Members> made;
  if constexpr (Members == 1) made[0] = load(d, at);
  if constexpr (Members == 2) hn::LoadInterleaved2(d, values, made[0], made[1]);
  if constexpr (Members == 3) hn::LoadInterleaved3(d, values, made[0], made[1], made[2]);
  if constexpr (Members == 4) hn::LoadInterleaved4(d, values, made[0], made[1], made[2], made[3]);
  for (auto& one : made.all) keep_in_register(one);
  return made;
}

// Whole vectors of positions; returns whether one was skipped, or clamped and to be reported.
template <class T, mode How, std::size_t... Members>
bool resolve_vectors(const std::byte* tuples, const coordinate_rule* rules, std::size_t count, std::int64_t* offsets,
                     std::uint8_t* skip_mask, std::index_sequence<Members...> /*members*/) {
  const offset_tag d;
  const value_tag<T> v;
  const member<T> all[] = {member<T>(rules[Members])...};
  bool skips = false;
  [[maybe_unused]] auto outside = hn::Zero(v);
  for (std::size_t p = 0; p < count; p += lanes) {
    auto values = load_tuples_once<T, sizeof...(Members)>(tuples + p * sizeof...(Members) * sizeof(T));
    ((values[Members] = all[Members].range.counted_from_end(values[Members])), ...);
    if constexpr (How != mode::skip) {
      [[maybe_unused]] const auto given = values;
      ((values[Members] = all[Members].range.clamped(values[Members])), ...);
      if constexpr (How == mode::checked) ((outside = hn::Or(outside, hn::Xor(given[Members], values[Members]))), ...);
    } else {
      auto valid = all[0].range.valid(values[0]);
      ((valid = hn::And(valid, all[Members].range.valid(values[Members]))), ...);
      if (!hn::AllTrue(v, valid)) [[unlikely]] {
        mark<T>(valid, skip_mask + p);
        skips = true;
        ((values[Members] = hn::IfThenElseZero(valid, values[Members])), ...);
      }
    }
    auto sum = hn::LoadU(d, offsets + p);
    ((sum = hn::Add(sum, times(d, as_offsets(values[Members]), all[Members].stride))), ...);
    hn::StoreU(sum, d, offsets + p);
  }
  if constexpr (How == mode::checked) return !hn::AllTrue(v, hn::Eq(outside, hn::Zero(v)));
  return skips;
}

// Products of 32-bit numbers.
HWY_INLINE bool are_plain(const coordinate_rule* rules, std::size_t members) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  bool are = true;
  for (std::size_t k = 0; k < members; ++k) {
    const coordinate_rule& rule = rules[k];
    are &= rule.extent >= rule.window && rule.extent <= most && rule.table_stride >= 0 && rule.table_stride <= most;
  }
  return are;
}

// The whole vectors by `resolve_vectors`, the rest portably.
template <class T, mode How, std::size_t Members>
bool resolve_plain(const index_column& column, const coordinate_rule* rules, std::int64_t* offsets,
                   std::uint8_t* skip_mask) {
  const std::size_t count = column.count / lanes * lanes;
  const bool skips =
      resolve_vectors<T, How>(column.first, rules, count, offsets, skip_mask, std::make_index_sequence<Members>());
  if (count == column.count) return skips;
  const auto done = static_cast<std::ptrdiff_t>(count) * column.stride;
  const index_column rest{column.first + done, column.stride, column.count - count};
  const resolve_kernel portable_resolve = portable_kernels::find_resolve(index_type_of<T>(), How);
  return portable_resolve(rest, rules, Members, offsets + count, skip_mask + count) || skips;
}

template <class T, mode How>
bool resolve(const index_column& column, const coordinate_rule* rules, std::size_t members, std::int64_t* offsets,
             std::uint8_t* skip_mask) {
  const bool is_dense = column.stride == static_cast<std::ptrdiff_t>(members * sizeof(T));
  if (is_dense && column.count >= lanes && are_plain(rules, members)) {
    if (members == 1) return resolve_plain<T, How, 1>(column, rules, offsets, skip_mask);
    if (members == 2) return resolve_plain<T, How, 2>(column, rules, offsets, skip_mask);
    if (members == 3) return resolve_plain<T, How, 3>(column, rules, offsets, skip_mask);
    if (members == 4) return resolve_plain<T, How, 4>(column, rules, offsets, skip_mask);
  }
  return portable_kernels::find_resolve(index_type_of<T>(), How)(column, rules, members, offsets, skip_mask);
}

template <class T>
void set_for(kernel_set& kernels) {
  kernels.resolve(index_type_of<T>(), mode::skip) = &resolve<T, mode::skip>;
  kernels.resolve(index_type_of<T>(), mode::clamp) = &resolve<T, mode::clamp>;
  kernels.resolve(index_type_of<T>(), mode::checked) = &resolve<T, mode::checked>;
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
