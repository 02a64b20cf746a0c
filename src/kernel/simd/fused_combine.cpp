// Reductions of elements whose indices are checked in vectors: indices, cells and elements are contiguous. The portable
// kernels do everything else.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/combined_unit.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/prefetch.hpp"
#include "kernel/simd/contiguous.hpp"
#include "kernel/simd/families.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/simd/fused_combine.cpp"
#include "kernel/simd/highway.hpp"

#include "kernel/simd/floats.hpp"
#include "kernel/simd/vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {
namespace {

// Starts are found for as many positions as this at once.
constexpr std::size_t group = 16;
// Positions that are combined one by one where they are not staged, before it is seen again whether all have one cell.
constexpr std::size_t alone = 128;

// Combines with the cells of valid starts. Where all values are the same one, with a copy of its cell; in vectors if
// the order makes no difference.
template <class Index, class T, combination How>
class combiner {
 public:
  using tag = hn::ScalableTag<Index>;
  using one = combined_unit<T, How>;

  combiner(const coordinate_rule& rule, std::byte* table)
      : table_(table), last_(hn::Set(tag(), static_cast<Index>(rule.extent - rule.window))) {}

  // A group; false if some value is not a start.
  bool apply(const std::byte* index, const std::byte* units) {
    if (!load_starts(index)) return false;
    for (std::size_t k = 0; k < group; ++k) one::apply(cell(starts_[k]), units + k * sizeof(T));
    return true;
  }

  // Whether the values of a group are all the same one.
  static bool is_same(const std::byte* index) {
    Index first;
    std::memcpy(&first, index, sizeof first);
    return is_same(index, first);
  }

  // Groups of `count` as long as all their values are that of the first one; returns the positions.
  std::size_t apply_same(const std::byte* index, const std::byte* units, std::size_t count) {
    const Index start = starts_[0];
    if (!is_same(index, start)) return 0;
    chain all(value(cell(start), 0));
    std::size_t done = 0;
    for (; done + group <= count && is_same(index + done * sizeof(Index), start); done += group)
      all.add(units + done * sizeof(T));
    const T made = all.value();
    std::memcpy(cell(start), &made, sizeof made);
    return done;
  }

 private:
  bool load_starts(const std::byte* index) {
    constexpr std::size_t step = lanes_of<tag>;
    auto all = hn::Zero(tag());
    for (std::size_t k = 0; k < group; k += step) {
      const auto values = load_values_once(tag(), index + k * sizeof(Index));
      all = hn::Or(all, hn::Or(values, hn::Sub(last_, values)));
      hn::StoreU(values, tag(), starts_ + k);
    }
    return hn::AllFalse(tag(), hn::Lt(all, hn::Zero(tag())));
  }
  static bool is_same(const std::byte* index, Index start) {
    constexpr std::size_t step = lanes_of<tag>;
    auto other = hn::Zero(tag());
    const auto same = hn::Set(tag(), start);
    for (std::size_t k = 0; k < group; k += step)
      other = hn::Or(other, hn::Xor(load_values_once(tag(), index + k * sizeof(Index)), same));
    return hn::AllTrue(tag(), hn::Eq(other, hn::Zero(tag())));
  }

  // Groups of units combined with one value, in order.
  class in_order {
   public:
    explicit in_order(T first) : value_(first) {}
    void add(const std::byte* units) {
      for (std::size_t k = 0; k < group; ++k) value_ = one::combined(value_, combiner::value(units, k));
    }
    [[nodiscard]] T value() const { return value_; }

   private:
    T value_;
  };
  // The same where the order makes no difference: units in a lane are combined, then the lanes.
  class in_lanes {
   public:
    explicit in_lanes(T first) : values_(hn::Set(lanes(), first)), first_(first) {}
    void add(const std::byte* units) {
      for (std::size_t k = 0; k < group; k += step) {
        const auto some = HWY_NAMESPACE::load(lanes(), units + k * sizeof(T));
        values_ = is_begun_ ? combined_lanes<How>(lanes(), values_, some) : some;
        is_begun_ = true;
      }
    }
    [[nodiscard]] T value() const {
      alignas(HWY_MAX_BYTES) T all[step];
      hn::Store(values_, lanes(), all);
      T made = first_;
      for (const T each : all) made = one::combined(made, each);
      return made;
    }

   private:
    using lanes = hn::CappedTag<T, group>;
    static constexpr std::size_t step = lanes_of<lanes>;
    hn::VFromD<lanes> values_;
    T first_;
    bool is_begun_ = false;
  };
  static constexpr bool has_lanes = How != combination::mul || sizeof(T) >= 4;  // of products
  static constexpr bool is_free = std::is_integral_v<T> || is_ordering(How);
  using chain = std::conditional_t<is_free && has_lanes, in_lanes, in_order>;

  [[nodiscard]] std::byte* cell(Index start) const { return table_ + static_cast<std::size_t>(start) * sizeof(T); }
  static T value(const std::byte* units, std::size_t k) {
    T made;
    std::memcpy(&made, units + k * sizeof(T), sizeof made);
    return made;
  }

  std::byte* table_;
  hn::VFromD<tag> last_;
  alignas(HWY_MAX_BYTES) Index starts_[group];
};

template <class Index, class T, combination How>
bool combine(const index_column& column, const coordinate_rule& rule, const block& work) {
  const auto portably = portable_kernels::find_fused_combine(index_type_of<Index>(), scalar_of<T>(), How);
  const bool suits = column.count >= 2 * group && is_dense<Index, sizeof(T)>(column, rule, work);
  if (!suits || (is_far(rule) && !work.is_near && !work.in_order)) return portably(column, rule, work);
  const std::size_t count = column.count / group * group;
  combiner<Index, T, How> table(rule, work.table);
  index_column rest = column;
  block left = work;
  const auto advance = [&](std::size_t positions) {
    rest.first += positions * sizeof(Index);
    left.direct += positions * sizeof(T);
    rest.count -= positions;
  };
  bool skips = false;
  for (std::size_t p = 0; p < count;) {
    const bool is_alone = !work.stages_starts && !work.in_order && !table.is_same(rest.first);
    std::size_t done = is_alone ? (count - p < alone ? count - p : alone) : group;
    for (const upcoming& one : work.soon) fetch(one, p, done);
    if (is_alone || !table.apply(rest.first, left.direct)) {
      skips |= portably({rest.first, rest.stride, done}, rule, left);
    } else if (p + 2 * group <= count) {
      done += table.apply_same(rest.first + group * sizeof(Index), left.direct + group * sizeof(T), count - p - group);
    }
    p += done;
    advance(done);
  }
  return (rest.count != 0 && portably(rest, rule, left)) || skips;
}

template <class Index>
void set_for(kernel_set& kernels) {
  constexpr index_type type = index_type_of<Index>();
  for (const scalar element : {scalar::f32, scalar::f64, scalar::i8, scalar::u8, scalar::i16, scalar::u16, scalar::i32,
                               scalar::u32, scalar::i64, scalar::u64})
    for (const combination how : {combination::add, combination::mul, combination::min, combination::max})
      kernels.fused_combine(type, element, how) = with_fused_combination(
          element, how, []<class T, combination How>() -> fused_kernel { return &combine<Index, T, How>; });
}

}  // namespace

// On NEON loads one by one are the portable kernels.
void set_fused_combine(kernel_set& kernels) {
  if constexpr (HWY_TARGET == HWY_NEON) return;
  set_for<std::int32_t>(kernels);
  set_for<std::int64_t>(kernels);
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
