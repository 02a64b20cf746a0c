// Reads of elements by vector gathers, and reductions whose indices are checked in vectors: indices, cells and elements
// are contiguous. The portable kernels do everything else.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/combined_unit.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/prefetch.hpp"
#include "kernel/simd/families.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/simd/fused.cpp"
#include "kernel/simd/highway.hpp"

#include "kernel/simd/floats.hpp"
#include "kernel/simd/vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {
namespace {

// As many indices as there are elements in a vector, or elements as there are indices, whichever is fewer.
template <class Index, std::size_t Width>
constexpr std::size_t lanes = HWY_MAX_BYTES / (sizeof(Index) > Width ? sizeof(Index) : Width);

template <std::size_t Width>
constexpr width_class class_of_width = Width == 1   ? width_class::bytes_1
                                       : Width == 2 ? width_class::bytes_2
                                       : Width == 4 ? width_class::bytes_4
                                                    : width_class::bytes_8;

template <class T>
constexpr scalar scalar_of() {
  if constexpr (std::is_floating_point_v<T>) return sizeof(T) == 4 ? scalar::f32 : scalar::f64;
  if constexpr (std::is_signed_v<T>) return sizeof(T) == 4 ? scalar::i32 : scalar::i64;
  return sizeof(T) == 4 ? scalar::u32 : scalar::u64;
}

template <class Index, std::size_t Width>
fused_kernel portable_read() {
  return portable_kernels::find_fused_move(index_type_of<Index>(), direction::read, class_of_width<Width>);
}

// An invalid value reads the first or the last cell, and leaves bits in `outside`.
template <class D>
HWY_INLINE hn::VFromD<D> clamped(D d, hn::VFromD<D> values, hn::VFromD<D> added, hn::VFromD<D> last,
                                 hn::VFromD<D>& outside) {
  const auto zero = hn::Zero(d);
  const auto starts = hn::Add(values, hn::IfThenElseZero(hn::Lt(values, zero), added));
  const auto made = hn::Min(hn::Max(starts, zero), last);
  outside = hn::Or(outside, hn::Xor(starts, made));
  return made;
}

// A sign bit tells that a value is negative or too large.
template <class D>
HWY_INLINE bool are_starts(D d, hn::VFromD<D> values, hn::VFromD<D> last) {
  return hn::AllFalse(d, hn::Lt(hn::Or(values, hn::Sub(last, values)), hn::Zero(d)));
}

// The starts as integers of the width of the elements, which a gather takes.
template <class To, class V>
HWY_INLINE hn::VFromD<To> resized(To to, V starts) {
  if constexpr (sizeof(hn::TFromD<To>) == sizeof(hn::TFromV<V>)) {
    return starts;
  } else if constexpr (sizeof(hn::TFromD<To>) == 8) {
    return hn::PromoteTo(to, starts);
  } else {
    return narrowed(to, starts);
  }
}

// Cells of one or two bytes are in the low part of the words that begin with them. Words may not extend past the table,
// so the last ones begin before their cells.
template <std::size_t Width, class D>
HWY_INLINE hn::VFromD<D> gather_narrow(D words, const std::int32_t* table, hn::VFromD<D> starts,
                                       hn::VFromD<D> last_word) {
  const auto offsets = Width == 1 ? starts : hn::ShiftLeft<1>(starts);
  const auto at = hn::Min(offsets, last_word);
  const hn::RebindToUnsigned<D> d;
  const auto bits = hn::BitCast(d, hn::ShiftLeft<3>(hn::Sub(offsets, at)));
  return hn::BitCast(words, hn::Shr(hn::BitCast(d, hn::GatherOffset(words, table, at)), bits));
}

struct read_range {
  std::int64_t added;
  std::int64_t last;
  std::int64_t last_word;  // bytes
};

// The lines that belong to `count` positions.
HWY_INLINE void fetch(const upcoming& soon, std::size_t position, std::size_t count) {
  constexpr std::size_t line = 64;
  for (std::size_t at = 0; at < count * soon.step; at += line)
    __builtin_prefetch(soon.first + position * soon.step + at, 0, 3);
}

// Cells that lie apart: `stride` bytes from start to start, `step` from position to position. All of them are within 31
// bits.
struct apart {
  std::int64_t stride;
  std::int64_t step;
};

// Reads vector after vector. `Apart`: cells do not follow one another; then they have 4 or 8 bytes. `Streams`: the
// direct operand begins at a multiple of a vector. Returns whether a value had no start.
template <class Index, std::size_t Width, bool Apart, bool Far, bool Streams>
bool read_vectors(const std::byte* index, const read_range& range, const apart& given, const std::byte* first,
                  std::byte* direct, std::size_t count, upcoming soon) {
  constexpr std::size_t step = lanes<Index, Width>;
  using start = std::conditional_t<Width == 8, std::int64_t, std::int32_t>;
  const hn::CappedTag<Index, step> indices;
  const hn::CappedTag<start, step> starts;
  const apart cells = Apart ? given : apart{Width, 0};
  const auto added = hn::Set(indices, static_cast<Index>(range.added));
  const auto last = hn::Set(indices, static_cast<Index>(range.last));
  const auto stride = hn::Set(starts, static_cast<start>(cells.stride));
  const auto next = hn::Set(starts, static_cast<start>(cells.step * static_cast<std::int64_t>(step)));
  auto columns = times(starts, hn::Iota(starts, start{0}), hn::Set(starts, static_cast<start>(cells.step)));
  const auto* const table = reinterpret_cast<const start*>(first);
  auto outside = hn::Zero(indices);
  for (std::size_t p = 0; p < count; p += step, index += step * sizeof(Index), direct += step * Width) {
    if (Far && p + max_prefetch_positions + step <= count) {
      for (std::size_t ahead = max_prefetch_positions; ahead < max_prefetch_positions + step; ++ahead)
        prefetch_cell<Index>(index + ahead * sizeof(Index), first + static_cast<std::int64_t>(p + ahead) * cells.step,
                             range.added, cells.stride);
    }
    fetch(soon, p, step);
    auto values = load_values_once(indices, index);
    if (!are_starts(indices, values, last)) [[unlikely]]
      values = clamped(indices, values, added, last, outside);
    const auto valid = resized(starts, values);
    if constexpr (Width < 4) {
      const auto last_word = hn::Set(starts, static_cast<start>(range.last_word));
      const hn::Rebind<std::uint32_t, decltype(starts)> words;
      const hn::Rebind<std::conditional_t<Width == 1, std::uint8_t, std::uint16_t>, decltype(starts)> units;
      const auto read = hn::BitCast(words, gather_narrow<Width>(starts, table, valid, last_word));
      store(units, hn::TruncateTo(units, read), direct);
      continue;
    }
    hn::VFromD<decltype(starts)> read;
    if constexpr (Apart) {
      read = hn::GatherOffset(starts, table, hn::Add(columns, times(starts, valid, stride)));
      columns = hn::Add(columns, next);
    } else {
      read = hn::GatherIndex(starts, table, valid);
    }
    if constexpr (Streams) {
      hn::Stream(read, starts, reinterpret_cast<start*>(direct));
    } else {
      store(starts, read, direct);
    }
  }
  return !hn::AllTrue(indices, hn::Eq(outside, hn::Zero(indices)));
}

// The positions before the first one whose unit begins at a multiple of a vector; more than there are if none does.
template <std::size_t Width, std::size_t Step>
std::size_t count_unaligned(const std::byte* direct) {
  constexpr std::size_t vector = Step * Width;
  const std::size_t bytes = (vector - reinterpret_cast<std::uintptr_t>(direct) % vector) % vector;
  return bytes % Width == 0 ? bytes / Width : ~std::size_t{0};
}

// Indices, cells and elements follow one another, and there is a start.
template <class Index, std::size_t Width>
bool is_dense(const index_column& column, const coordinate_rule& rule, const block& work) {
  return column.stride == sizeof(Index) && rule.table_stride == Width && work.direct_step == Width &&
         work.table_step == 0 && work.lines == 1 && rule.extent >= rule.window &&
         rule.extent <= std::numeric_limits<std::int32_t>::max();
}

template <class Index, std::size_t Width>
class reader {
 public:
  static constexpr auto width = static_cast<std::ptrdiff_t>(Width);
  static constexpr std::size_t step = lanes<Index, Width>;

  reader(const index_column& column, const coordinate_rule& rule, const block& work)
      : column_(column), rule_(rule), work_(work) {}

  // There is at least one vector of cells, all of which a gather can address.
  [[nodiscard]] bool suits() const {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    if (column_.count < step || rule_.extent < 4) return false;
    if (!is_dense<Index, Width>(column_, rule_, work_)) return Width >= 4 && are_apart();
    return rule_.extent <= (Width >= 4 ? most : most_narrow) / width;
  }

  [[nodiscard]] bool read() const {
    const std::size_t head = work_.streams && Width >= 4 ? count_unaligned<Width, step>(work_.direct) : ~std::size_t{0};
    if (head >= column_.count) return read_from<false>(0);
    const bool skips = head != 0 && read_portably(0, head);
    return read_from<true>(head) || skips;
  }

 private:
  // Bytes of a table of cells of one or two bytes: from larger ones loads one by one are faster.
  static constexpr std::int64_t most_narrow = std::int64_t{8} << 20;
  // Positions farther apart are in pages of their own: a gather waits for one after the other.
  static constexpr std::ptrdiff_t most_apart = 256;

  // Indices and elements follow one another; cells do not.
  [[nodiscard]] bool are_apart() const {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    const bool fit = rule_.extent <= most && rule_.table_stride >= 0 && rule_.table_stride <= most &&
                     work_.table_step >= 0 && work_.table_step <= most_apart && column_.count <= most;
    return fit && column_.stride == sizeof(Index) && work_.direct_step == width && work_.lines == 1 &&
           rule_.extent >= rule_.window &&
           rule_.extent * rule_.table_stride + static_cast<std::int64_t>(column_.count) * work_.table_step <= most;
  }

  template <bool Streams>
  [[nodiscard]] bool read_from(std::size_t first) const {
    const std::size_t count = (column_.count - first) / step * step;
    const std::size_t rest = column_.count - first - count;
    const bool fetches = is_far(rule_) && !work_.is_near;
    const bool skips = fetches ? read_some<true, Streams>(first, count) : read_some<false, Streams>(first, count);
    return (rest != 0 && read_portably(first + count, rest)) || skips;
  }

  template <bool Far, bool Streams>
  [[nodiscard]] bool read_some(std::size_t first, std::size_t count) const {
    constexpr bool streams = Streams && Width >= 4;
    const read_range range{rule_.from_end ? rule_.extent : 0, rule_.extent - rule_.window, rule_.extent * width - 4};
    const apart cells{rule_.table_stride, work_.table_step};
    const std::byte* const index = column_.first + first * sizeof(Index);
    std::byte* const direct = work_.direct + first * Width;
    const upcoming soon = soon_from(first);
    if (rule_.table_stride == width && work_.table_step == 0)
      return read_vectors<Index, Width, false, Far, streams>(index, range, cells, work_.table, direct, count, soon);
    if constexpr (Width >= 4)
      return read_vectors<Index, Width, true, Far, streams>(index, range, cells, table_from(first), direct, count,
                                                            soon);
    return false;
  }

  // The block is copied only here: a small call has just written it, and its loads would wait for that.
  [[gnu::noinline]] bool read_portably(std::size_t first, std::size_t count) const {
    block some = work_;
    some.direct += first * Width;
    some.table = table_from(first);
    some.soon[0] = soon_from(first);
    return portable_read<Index, Width>()({column_.first + first * sizeof(Index), column_.stride, count}, rule_, some);
  }

  [[nodiscard]] std::byte* table_from(std::size_t first) const {
    return work_.table + static_cast<std::ptrdiff_t>(first) * work_.table_step;
  }
  [[nodiscard]] upcoming soon_from(std::size_t first) const {
    return {work_.soon[0].first + first * work_.soon[0].step, work_.soon[0].step};
  }

  const index_column& column_;
  const coordinate_rule& rule_;
  const block& work_;
};

template <class Index, std::size_t Width>
bool read(const index_column& column, const coordinate_rule& rule, const block& work) {
  const reader<Index, Width> some(column, rule, work);
  return some.suits() ? some.read() : portable_read<Index, Width>()(column, rule, work);
}

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
    for (std::size_t k = 0; k < group; ++k) one::apply(cell(starts_[k]), unit(units, k));
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
    using lanes = hn::ScalableTag<T>;
    static constexpr std::size_t step = lanes_of<lanes>;
    hn::VFromD<lanes> values_;
    T first_;
    bool is_begun_ = false;
  };
  using chain = std::conditional_t<std::is_integral_v<T> || is_ordering(How), in_lanes, in_order>;

  [[nodiscard]] std::byte* cell(Index start) const { return table_ + static_cast<std::size_t>(start) * sizeof(T); }
  static std::byte* unit(const std::byte* units, std::size_t k) {
    return const_cast<std::byte*>(units) + k * sizeof(T);
  }
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
  for (const scalar element : {scalar::f32, scalar::f64, scalar::i32, scalar::u32, scalar::i64, scalar::u64})
    for (const combination how : {combination::add, combination::mul, combination::min, combination::max})
      kernels.fused_combine(type, element, how) = with_fused_combination(
          element, how, []<class T, combination How>() -> fused_kernel { return &combine<Index, T, How>; });
  kernels.fused_move(type, direction::read, width_class::bytes_1) = &read<Index, 1>;
  kernels.fused_move(type, direction::read, width_class::bytes_2) = &read<Index, 2>;
  kernels.fused_move(type, direction::read, width_class::bytes_4) = &read<Index, 4>;
  kernels.fused_move(type, direction::read, width_class::bytes_8) = &read<Index, 8>;
}

}  // namespace

// NEON has no gathers: loads one by one are the portable kernels.
void set_fused(kernel_set& kernels) {
  if constexpr (HWY_TARGET == HWY_NEON) return;
  set_for<std::int32_t>(kernels);
  set_for<std::int64_t>(kernels);
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
