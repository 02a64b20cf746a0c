// Reads of elements by vector gathers: indices, cells and elements are contiguous. The portable kernels do everything
// else.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/cells_ahead.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/stream.hpp"
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

// A value that became invalid after validation reads the first or the last cell.
template <class D>
HWY_INLINE hn::VFromD<D> clamped(D d, hn::VFromD<D> values, hn::VFromD<D> added, hn::VFromD<D> last) {
  const auto zero = hn::Zero(d);
  const auto starts = hn::Add(values, hn::IfThenElseZero(hn::Lt(values, zero), added));
  return hn::Min(hn::Max(starts, zero), last);
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
    const hn::Rebind<std::uint64_t, To> wide;
    const hn::Rebind<std::uint32_t, To> narrow;
    return hn::BitCast(to, hn::TruncateTo(narrow, hn::BitCast(wide, starts)));
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

// Reads vector after vector. `Streams`: the direct operand begins at a multiple of a vector.
template <class Index, std::size_t Width, bool Far, bool Streams>
void read_vectors(const std::byte* index, const read_range& range, const std::byte* cells, std::byte* direct,
                  std::size_t count) {
  constexpr std::size_t step = lanes<Index, Width>;
  using start = std::conditional_t<Width == 8, std::int64_t, std::int32_t>;
  const hn::CappedTag<Index, step> indices;
  const hn::CappedTag<start, step> starts;
  const auto added = hn::Set(indices, static_cast<Index>(range.added));
  const auto last = hn::Set(indices, static_cast<Index>(range.last));
  const auto* const table = reinterpret_cast<const start*>(cells);
  for (std::size_t p = 0; p < count; p += step, index += step * sizeof(Index), direct += step * Width) {
    if (Far && p + positions_ahead + step <= count) {
      for (std::size_t ahead = positions_ahead; ahead < positions_ahead + step; ++ahead)
        prefetch_cell<Index>(index + ahead * sizeof(Index), cells, range.added, Width);
    }
    auto values = load_values_once(indices, index);
    if (!are_starts(indices, values, last)) [[unlikely]]
      values = clamped(indices, values, added, last);
    const auto valid = resized(starts, values);
    if constexpr (Width < 4) {
      const auto last_word = hn::Set(starts, static_cast<start>(range.last_word));
      const hn::Rebind<std::uint32_t, decltype(starts)> words;
      const hn::Rebind<std::conditional_t<Width == 1, std::uint8_t, std::uint16_t>, decltype(starts)> units;
      const auto read = hn::BitCast(words, gather_narrow<Width>(starts, table, valid, last_word));
      store(units, hn::TruncateTo(units, read), direct);
    } else if constexpr (Streams) {
      hn::Stream(hn::GatherIndex(starts, table, valid), starts, reinterpret_cast<start*>(direct));
    } else {
      store(starts, hn::GatherIndex(starts, table, valid), direct);
    }
  }
  if constexpr (Streams) stream_fence();
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
    const bool is_dense = column_.stride == sizeof(Index) && rule_.table_stride == width &&
                          work_.direct_step == width && work_.table_step == 0 && work_.lines == 1;
    return is_dense && rule_.extent >= rule_.window && rule_.extent <= most / width && rule_.extent >= 4 &&
           column_.count >= step && (Width >= 4 || !is_far(rule_));
  }

  bool read() {
    const std::size_t head = work_.streams && Width >= 4 ? count_unaligned<Width, step>(work_.direct) : ~std::size_t{0};
    if (head >= column_.count) {
      is_far(rule_) ? read_some<true, false>() : read_some<false, false>();
    } else {
      read_portably(head);
      is_far(rule_) ? read_some<true, true>() : read_some<false, true>();
    }
    return read_portably(column_.count);
  }

 private:
  template <bool Far, bool Streams>
  void read_some() {
    const std::size_t count = column_.count / step * step;
    const read_range range{rule_.from_end ? rule_.extent : 0, rule_.extent - rule_.window, rule_.extent * width - 4};
    read_vectors<Index, Width, Far, Streams && Width >= 4>(column_.first, range, work_.table, work_.direct, count);
    advance(count);
  }

  bool read_portably(std::size_t count) {
    const index_column some{column_.first, column_.stride, count};
    const bool skips = count != 0 && portable_read<Index, Width>()(some, rule_, work_);
    advance(count);
    return skips;
  }

  void advance(std::size_t count) {
    column_.first += count * sizeof(Index);
    column_.count -= count;
    work_.direct += count * Width;
  }

  index_column column_;
  const coordinate_rule& rule_;
  block work_;
};

template <class Index, std::size_t Width>
bool read(const index_column& column, const coordinate_rule& rule, const block& work) {
  reader<Index, Width> some(column, rule, work);
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

void set_fused(kernel_set& kernels) {
  set_for<std::int32_t>(kernels);
  set_for<std::int64_t>(kernels);
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
