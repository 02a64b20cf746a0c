// Reads of elements of 4 and 8 bytes from small tables, by vector gathers: indices, cells and elements are contiguous.
// The portable kernels do everything else.
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/simd/families.hpp"
#include "kernel/tuning.hpp"

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

template <class Index, std::size_t Width>
void read_vectors(const index_column& column, const coordinate_rule& rule, const block& work, std::size_t count) {
  constexpr std::size_t step = lanes<Index, Width>;
  using start = std::conditional_t<Width == 8, std::int64_t, std::int32_t>;
  const hn::CappedTag<Index, step> indices;
  const hn::CappedTag<start, step> starts;
  const auto added = hn::Set(indices, static_cast<Index>(rule.from_end ? rule.extent : 0));
  const auto last = hn::Set(indices, static_cast<Index>(rule.extent - rule.window));
  const auto* const table = reinterpret_cast<const start*>(work.table);
  for (std::size_t p = 0; p < count; p += step) {
    auto values = load_values_once(indices, column.first + p * sizeof(Index));
    if (!are_starts(indices, values, last)) [[unlikely]]
      values = clamped(indices, values, added, last);
    store(starts, hn::GatherIndex(starts, table, resized(starts, values)), work.direct + p * Width);
  }
}

template <class Index, std::size_t Width>
bool read(const index_column& column, const coordinate_rule& rule, const block& work) {
  constexpr auto width = static_cast<std::ptrdiff_t>(Width);
  constexpr std::size_t step = lanes<Index, Width>;
  constexpr std::int64_t most = tuned.min_far_table / width;  // cells; larger tables are prefetched
  constexpr width_class own_width = Width == 4 ? width_class::bytes_4 : width_class::bytes_8;
  const fused_kernel portable_read =
      portable_kernels::find_fused_move(index_type_of<Index>(), direction::read, own_width);
  const bool is_dense = column.stride == sizeof(Index) && rule.table_stride == width && work.direct_step == width &&
                        work.table_step == 0 && work.lines == 1;
  if (!is_dense || rule.extent < rule.window || rule.extent > most || column.count < step)
    return portable_read(column, rule, work);
  const std::size_t count = column.count / step * step;
  read_vectors<Index, Width>(column, rule, work, count);
  if (count == column.count) return false;
  block rest = work;
  rest.direct += count * Width;
  return portable_read({column.first + count * sizeof(Index), column.stride, column.count - count}, rule, rest);
}

}  // namespace

void set_fused(kernel_set& kernels) {
  kernels.fused_move(index_type::i32, direction::read, width_class::bytes_4) = &read<std::int32_t, 4>;
  kernels.fused_move(index_type::i32, direction::read, width_class::bytes_8) = &read<std::int32_t, 8>;
  kernels.fused_move(index_type::i64, direction::read, width_class::bytes_4) = &read<std::int64_t, 4>;
  kernels.fused_move(index_type::i64, direction::read, width_class::bytes_8) = &read<std::int64_t, 8>;
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
