// Distributes the units of a line to the lists of the owners of their cells, a vector of units at a time.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "kernel/kernel.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/simd/families.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/simd/split.cpp"
#include "kernel/simd/highway.hpp"

#include "kernel/simd/vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {
namespace {

template <std::size_t Width>
constexpr std::size_t lanes = HWY_MAX_BYTES / Width;

template <std::size_t Width>
using start_tag = hn::CappedTag<std::int32_t, lanes<Width>>;
template <std::size_t Width>
using unit_tag = hn::CappedTag<std::conditional_t<Width == 8, std::int64_t, std::int32_t>, lanes<Width>>;

template <class V>
struct starts {
  V values;
  bool skips;  // some have none; those are -1
};

template <class D>
HWY_INLINE starts<hn::VFromD<D>> valid(D d, hn::VFromD<D> values, const coordinate_rule& rule) {
  using T = hn::TFromD<D>;
  const auto added = hn::Set(d, static_cast<T>(rule.from_end ? rule.extent : 0));
  const auto last = hn::Set(d, static_cast<T>(rule.extent - rule.window));
  const auto counted = hn::Add(values, hn::IfThenElseZero(hn::Lt(values, hn::Zero(d)), added));
  const auto is_bad = hn::Lt(hn::Or(counted, hn::Sub(last, counted)), hn::Zero(d));
  if (hn::AllFalse(d, is_bad)) [[likely]]
    return {counted, false};
  return {hn::IfThenElse(is_bad, hn::Set(d, static_cast<T>(-1)), counted), true};
}

// As many starts as a vector has units.
template <class Index, std::size_t Width>
HWY_INLINE starts<hn::VFromD<start_tag<Width>>> load_starts(const std::byte* index, const coordinate_rule& rule) {
  const start_tag<Width> d;
  if constexpr (sizeof(Index) == 4) {
    return valid(d, load_values_once(d, index), rule);
  } else if constexpr (Width == 8) {
    const hn::Rebind<std::int64_t, start_tag<Width>> wide;
    const auto made = valid(wide, load_values_once(wide, index), rule);
    return {narrowed(d, made.values), made.skips};
  } else {
    const hn::ScalableTag<std::int64_t> wide;
    const hn::Half<start_tag<Width>> half;
    const auto low = valid(wide, load_values_once(wide, index), rule);
    const auto high = valid(wide, load_values_once(wide, index + lanes<Width> / 2 * sizeof(Index)), rule);
    return {hn::Combine(d, narrowed(half, high.values), narrowed(half, low.values)), low.skips || high.skips};
  }
}

// An owner's list while it is filled: in registers, since a store might change what is read through a pointer.
template <std::size_t Width>
class appender {
 public:
  HWY_INLINE explicit appender(const owner_list& list)
      : low_(hn::Set(starts(), static_cast<std::int32_t>(list.low))),
        last_(hn::Set(starts(), static_cast<std::int32_t>(list.last) ^ sign)),
        starts_(reinterpret_cast<std::byte*>(list.starts + list.count)),
        units_(list.units + list.count * Width) {}

  HWY_INLINE void append(hn::VFromD<start_tag<Width>> values, hn::VFromD<unit_tag<Width>> units) {
    const auto mine = owned(values);
    store(starts(), to_the_front(starts(), values, mine), starts_);
    if constexpr (Width == 4) {
      store(unit_tag<Width>(), to_the_front(unit_tag<Width>(), units, mine), units_);
    } else {
      const auto wide = hn::MaskFromVec(hn::PromoteTo(unit_tag<Width>(), hn::VecFromMask(starts(), mine)));
      store(unit_tag<Width>(), to_the_front(unit_tag<Width>(), units, wide), units_);
    }
    const std::size_t count = hn::CountTrue(starts(), mine);
    starts_ += count * sizeof(std::int32_t);
    units_ += count * Width;
  }
  HWY_INLINE void finish(owner_list& list) const { list.count = static_cast<std::size_t>(units_ - list.units) / Width; }

 private:
  using starts = start_tag<Width>;
  static constexpr std::int32_t sign = std::numeric_limits<std::int32_t>::min();

  // Unsigned numbers compare as signed ones with the other sign bit.
  HWY_INLINE hn::Mask<starts> owned(hn::VFromD<starts> values) const {
    const auto distance = hn::Xor(hn::Sub(values, low_), hn::Set(starts(), sign));
    return hn::AndNot(hn::Lt(values, hn::Zero(starts())), hn::Not(hn::Lt(last_, distance)));
  }

  hn::VFromD<starts> low_, last_;
  std::byte* starts_;
  std::byte* units_;
};

// Whole vectors, to the lists of some owners.
template <class Index, std::size_t Width, std::size_t... Owners>
bool split_vectors(const std::byte* index, const coordinate_rule& rule, const std::byte* units, std::size_t count,
                   owner_list* owners, std::index_sequence<Owners...> /*owners*/) {
  constexpr std::size_t step = lanes<Width>;
  appender<Width> all[] = {appender<Width>(owners[Owners])...};
  bool skips = false;
  for (std::size_t p = 0; p < count; p += step, index += step * sizeof(Index), units += step * Width) {
    const auto found = load_starts<Index, Width>(index, rule);
    const auto some = load(unit_tag<Width>(), units);
    skips |= found.skips;
    (all[Owners].append(found.values, some), ...);
  }
  (all[Owners].finish(owners[Owners]), ...);
  return skips;
}

// Few owners, two at a time: what is loaded again comes from the first-level cache if the line is short, so it is cut.
template <class Index, std::size_t Width>
bool split(const index_column& column, const coordinate_rule& rule, const std::byte* units, owner_list* owners,
           std::size_t owner_count) {
  constexpr std::size_t piece = 1024;
  constexpr std::size_t step = lanes<Width>;
  constexpr std::size_t most_in_vectors = 8;
  const std::size_t whole = owner_count > most_in_vectors || rule.extent < rule.window ? 0 : column.count / step * step;
  const std::byte* index = column.first;
  bool skips = false;
  for (std::size_t p = 0; p < whole; p += piece) {
    const std::size_t count = whole - p < piece ? whole - p : piece;
    std::size_t n = 0;
    for (; n + 2 <= owner_count; n += 2)
      skips |= split_vectors<Index, Width>(index, rule, units, count, owners + n, std::make_index_sequence<2>());
    if (n < owner_count)
      skips |= split_vectors<Index, Width>(index, rule, units, count, owners + n, std::make_index_sequence<1>());
    index += count * sizeof(Index);
    units += count * Width;
  }
  constexpr width_class width = Width == 4 ? width_class::bytes_4 : width_class::bytes_8;
  const split_kernel portable_split = portable_kernels::find_split(index_type_of<Index>(), width);
  return portable_split({index, column.stride, column.count - whole}, rule, units, owners, owner_count) || skips;
}

template <class Index>
void set_for(kernel_set& kernels) {
  kernels.split(index_type_of<Index>(), width_class::bytes_4) = &split<Index, 4>;
  kernels.split(index_type_of<Index>(), width_class::bytes_8) = &split<Index, 8>;
}

}  // namespace

void set_split(kernel_set& kernels) {
  set_for<std::int32_t>(kernels);
  set_for<std::int64_t>(kernels);
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
