// Reads of elements by vector gathers: indices, cells and elements are contiguous. The portable kernels do everything
// else.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/index.hpp"
#include "kernel/portable/prefetch.hpp"
#include "kernel/simd/contiguous.hpp"
#include "kernel/simd/families.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/simd/fused.cpp"
#include "kernel/simd/highway.hpp"

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

// Cells that lie apart: `stride` bytes from start to start, `step` from position to position. All of them are within 31
// bits.
struct apart {
  std::int64_t stride;
  std::int64_t step;
};

// Elements at as many valid starts as vectors have.
template <class D, std::size_t Width, bool Apart>
struct gathers {
  using start = hn::TFromD<D>;

  D d;
  const start* table;
  hn::VFromD<D> stride, columns, last_word;

  gathers(D tag, const std::byte* first, const apart& cells, const read_range& range)
      : d(tag),
        table(reinterpret_cast<const start*>(first)),
        stride(hn::Set(d, static_cast<start>(cells.stride))),
        columns(times(d, hn::Iota(d, start{0}), hn::Set(d, static_cast<start>(cells.step)))),
        last_word(hn::Set(d, static_cast<start>(range.last_word))) {}

  // `column`: bytes from the first position to that of the first start.
  template <bool Streams>
  HWY_INLINE void read(hn::VFromD<D> starts, std::int64_t column, std::byte* direct) const {
    if constexpr (Width < 4) {
      const hn::Rebind<std::uint32_t, D> words;
      const hn::Rebind<std::conditional_t<Width == 1, std::uint8_t, std::uint16_t>, D> units;
      const auto found = hn::BitCast(words, gather_narrow<Width>(d, table, starts, last_word));
      store(units, hn::TruncateTo(units, found), direct);
    } else {
      hn::VFromD<D> found;
      if constexpr (Apart) {
        const auto at = hn::Add(columns, hn::Set(d, static_cast<start>(column)));
        found = hn::GatherOffset(d, table, hn::Add(at, times(d, starts, stride)));
      } else {
        found = hn::GatherIndex(d, table, starts);
      }
      if constexpr (Streams) {
        hn::Stream(found, d, reinterpret_cast<start*>(direct));
      } else {
        store(d, found, direct);
      }
    }
  }
};

// The same by loads, without gathers. Indices are read again, and another thread may have modified them meanwhile, so
// none is taken for more than the last start.
template <class Index, std::size_t Width, bool Apart>
HWY_INLINE void read_each(const std::byte* index, std::uint64_t last, const std::byte* table, const apart& cells,
                          std::byte* direct) {
  for (std::size_t k = 0; k < lanes<Index, Width>; ++k) {
    const auto value = static_cast<std::uint64_t>(load_once<Index>(index + k * sizeof(Index)));
    const auto start = static_cast<std::int64_t>(value < last ? value : last);
    const std::int64_t stride = Apart ? cells.stride : static_cast<std::int64_t>(Width);
    const std::int64_t column = Apart ? static_cast<std::int64_t>(k) * cells.step : 0;
    std::memcpy(direct + k * Width, table + start * stride + column, Width);
  }
}

// Whether the first and the last of so many indices differ by little, as those do that step evenly: a processor reads
// ahead of their cells.
template <class Index, std::size_t Count>
HWY_INLINE bool are_close(const std::byte* index) {
  Index first;
  Index last;
  std::memcpy(&first, index, sizeof first);
  std::memcpy(&last, index + (Count - 1) * sizeof(Index), sizeof last);
  const auto apart = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
  return apart + 2 * Count <= 4 * Count;
}

HWY_INLINE std::int64_t column_of(std::size_t position, const apart& cells) {
  return static_cast<std::int64_t>(position) * cells.step;
}

enum class reading_of_cells : std::uint8_t {
  gathered,
  prefetched,  // and gathered
  singly,
};

// Reads vector after vector. `Apart`: cells do not follow one another; then they have 4 or 8 bytes. `Streams`: the
// direct operand begins at a multiple of a vector. Returns whether a value had no start.
template <class Index, std::size_t Width, bool Apart, bool Streams, reading_of_cells How>
bool read_vectors(const std::byte* index, const read_range& range, const apart& given, const std::byte* first,
                  std::byte* direct, std::size_t count, upcoming soon) {
  constexpr std::size_t step = lanes<Index, Width>;
  const hn::CappedTag<Index, step> indices;
  const hn::CappedTag<std::conditional_t<Width == 8, std::int64_t, std::int32_t>, step> starts;
  const apart cells = Apart ? given : apart{Width, 0};
  const auto added = hn::Set(indices, static_cast<Index>(range.added));
  const auto last = hn::Set(indices, static_cast<Index>(range.last));
  const gathers<std::remove_const_t<decltype(starts)>, Width, Apart> some(starts, first, cells, range);
  auto outside = hn::Zero(indices);
  for (std::size_t p = 0; p < count; p += step, index += step * sizeof(Index), direct += step * Width) {
    if (How == reading_of_cells::prefetched && p + max_prefetch_positions + step <= count) {
      const std::byte* const ahead = index + max_prefetch_positions * sizeof(Index);
      const std::size_t fetched = are_close<Index, step>(ahead) ? 1 : step;
      for (std::size_t k = 0; k < fetched; ++k)
        prefetch_cell<Index>(ahead + k * sizeof(Index), first + column_of(p + max_prefetch_positions + k, cells),
                             range.added, cells.stride);
    }
    fetch(soon, p, step);
    auto values = load_values_once(indices, index);
    const std::int64_t column = column_of(p, cells);
    const bool are_valid = are_starts(indices, values, last);
    if (How == reading_of_cells::singly && are_valid) {
      read_each<Index, Width, Apart>(index, static_cast<std::uint64_t>(range.last), first + column, cells, direct);
      continue;
    }
    if (!are_valid) [[unlikely]]
      values = clamped(indices, values, added, last, outside);
    some.template read<Streams>(resized(starts, values), column, direct);
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
    if (head > column_.count - step) return read_from<false>(0);
    const bool skips = head != 0 && read_as<false>(0, step);
    return read_from<true>(head) || skips;
  }

 private:
  // Bytes of a table of cells of one or two bytes: from larger ones loads one by one are faster.
  static constexpr std::int64_t most_narrow = std::int64_t{8} << 20;

  // Indices and elements follow one another; cells do not.
  [[nodiscard]] bool are_apart() const {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    const bool fit = rule_.extent <= most && rule_.table_stride >= 0 && rule_.table_stride <= most &&
                     work_.table_step >= 0 && work_.table_step <= max_gathered_step && column_.count <= most;
    return fit && column_.stride == sizeof(Index) && work_.direct_step == width && work_.lines == 1 &&
           rule_.extent >= rule_.window &&
           rule_.extent * rule_.table_stride + static_cast<std::int64_t>(column_.count) * work_.table_step <= most;
  }

  // Positions that do not fill a vector are read again with some before them.
  template <bool Streams>
  [[nodiscard]] bool read_from(std::size_t first) const {
    const std::size_t count = (column_.count - first) / step * step;
    const bool skips = read_as<Streams>(first, count);
    return (first + count != column_.count && read_as<false>(column_.count - step, step)) || skips;
  }

  template <bool Streams>
  [[nodiscard]] bool read_as(std::size_t first, std::size_t count) const {
    if constexpr (!Streams) {
      if (work_.is_near && !work_.suits_gathers) return read_some<false, reading_of_cells::singly>(first, count);
    }
    return is_far(rule_) && !work_.is_near ? read_some<Streams, reading_of_cells::prefetched>(first, count)
                                           : read_some<Streams, reading_of_cells::gathered>(first, count);
  }

  template <bool Streams, reading_of_cells How>
  [[nodiscard]] bool read_some(std::size_t first, std::size_t count) const {
    constexpr bool streams = Streams && Width >= 4;
    const read_range range{rule_.from_end ? rule_.extent : 0, rule_.extent - rule_.window, rule_.extent * width - 4};
    const apart cells{rule_.table_stride, work_.table_step};
    const std::byte* const index = column_.first + first * sizeof(Index);
    std::byte* const direct = work_.direct + first * Width;
    const upcoming soon = soon_from(first);
    if (rule_.table_stride == width && work_.table_step == 0)
      return read_vectors<Index, Width, false, streams, How>(index, range, cells, work_.table, direct, count, soon);
    if constexpr (Width >= 4)
      return read_vectors<Index, Width, true, streams, How>(index, range, cells, table_from(first), direct, count,
                                                            soon);
    return false;
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

template <class Index>
void set_for(kernel_set& kernels) {
  constexpr index_type type = index_type_of<Index>();
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
