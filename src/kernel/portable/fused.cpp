// Resolve and move in one loop, for the most frequent types of indices and elements: offsets and values stay in
// registers.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernel/kernel.hpp"
#include "kernel/portable/combined_unit.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/index.hpp"
#include "kernel/portable/prefetch.hpp"

namespace strew::kernel {
namespace {

template <std::size_t Width>
struct read_unit {
  static constexpr bool clamps = true;  // an invalid value: see resolve
  static constexpr std::size_t width = Width;
  static void apply(std::byte* table, std::byte* direct) { std::memcpy(direct, table, Width); }
};

template <std::size_t Width>
struct write_unit {
  static constexpr bool clamps = false;
  static constexpr std::size_t width = Width;
  static void apply(std::byte* table, std::byte* direct) { std::memcpy(table, direct, Width); }
};

struct range_of_starts {
  std::int64_t last;
  std::int64_t added;  // added to negative values
};

// Rarely called: few values are negative, and fewer are invalid. Returns false if there is no start; the nearest one
// takes its place.
inline bool fix_up(std::int64_t& start, const range_of_starts& range) {
  if (start < 0) start += range.added;
  if (start >= 0 && start <= range.last) return true;
  start = start < 0 ? 0 : range.last;
  return false;
}

inline bool is_first_guess(std::int64_t start, const range_of_starts& range) {
  return static_cast<std::uint64_t>(start) <= static_cast<std::uint64_t>(range.last);
}

// How far ahead of a position the one is whose cell is fetched.
struct distance {
  std::size_t positions;  // within the column
  std::ptrdiff_t index;
  std::ptrdiff_t table;
};

// Indices, cells and units are contiguous, so that one loop counter addresses all of them.
template <class Unit>
bool is_dense(const index_column& column, std::size_t index_bytes, const coordinate_rule& rule, const block& work) {
  constexpr auto width = static_cast<std::ptrdiff_t>(Unit::width);
  return column.stride == static_cast<std::ptrdiff_t>(index_bytes) && rule.table_stride == width &&
         work.direct_step == width && work.table_step == 0;
}

// Reads, so many of whose indices are checked at once. Returns the positions before the first ones of which some have
// to be fixed up, or that are fewer.
template <class Index, class Unit>
inline std::size_t read_groups(const std::byte* index, const range_of_starts& range, std::byte* table,
                               std::byte* direct, std::size_t count) {
  constexpr std::size_t group = 8;
  std::size_t p = 0;
  for (; p + group <= count; p += group) {
    std::int64_t starts[group];
    std::uint64_t signs = 0;  // the highest bit: of a value that is negative or too large
    for (std::size_t k = 0; k < group; ++k) {
      starts[k] = load_once<Index>(index + (p + k) * sizeof(Index));
      const auto value = static_cast<std::uint64_t>(starts[k]);
      signs |= value | (static_cast<std::uint64_t>(range.last) - value);
    }
    if (signs >> 63U != 0) [[unlikely]]
      break;
    for (std::size_t k = 0; k < group; ++k)
      Unit::apply(table + static_cast<std::size_t>(starts[k]) * Unit::width, direct + (p + k) * Unit::width);
  }
  return p;
}

template <class Index, class Unit, bool Far>
inline bool fused_dense(const index_column& column, const range_of_starts& given, const block& work,
                        const distance& ahead) {
  const range_of_starts range = given;
  const std::byte* const index = column.first;
  std::byte* const table = work.table;
  std::byte* const direct = work.direct;
  const std::size_t count = column.count;
  bool skips = false;
  std::size_t p = 0;
  if constexpr (Unit::clamps && !Far) p = read_groups<Index, Unit>(index, range, table, direct, count);
  for (; p < count; ++p) {
    if constexpr (Far)
      prefetch_cell<Index>(index + p * sizeof(Index) + ahead.index, table + ahead.table, range.added, Unit::width);
    std::int64_t start = load_once<Index>(index + p * sizeof(Index));
    if (!is_first_guess(start, range)) [[unlikely]] {
      if (!fix_up(start, range)) {
        skips = true;
        if constexpr (!Unit::clamps) continue;
      }
    }
    Unit::apply(table + static_cast<std::size_t>(start) * Unit::width, direct + p * Unit::width);
  }
  return skips;
}

template <class Index, class Unit, bool Far>
inline bool fused_strided(const index_column& column, const coordinate_rule& rule, const range_of_starts& given,
                          const block& work, const distance& ahead) {
  const range_of_starts range = given;
  const std::int64_t table_stride = rule.table_stride;
  const std::ptrdiff_t stride = column.stride;
  const std::ptrdiff_t table_step = work.table_step;
  const std::ptrdiff_t direct_step = work.direct_step;
  const std::size_t count = column.count;
  const std::size_t fetched = Far && count > ahead.positions ? count - ahead.positions : 0;
  const std::byte* index = column.first;
  std::byte* table = work.table;
  std::byte* direct = work.direct;
  bool skips = false;
  for (std::size_t p = 0; p < count; ++p, index += stride, table += table_step, direct += direct_step) {
    if (Far && p < fetched) prefetch_cell<Index>(index + ahead.index, table + ahead.table, range.added, table_stride);
    std::int64_t start = load_once<Index>(index);
    if (!is_first_guess(start, range)) [[unlikely]] {
      if (!fix_up(start, range)) {
        skips = true;
        if constexpr (!Unit::clamps) continue;
      }
    }
    Unit::apply(table + start * table_stride, direct);
  }
  return skips;
}

template <class Index, class Unit>
bool fused_line(const index_column& column, const coordinate_rule& rule, const block& work) {
  const range_of_starts range{rule.extent - rule.window, rule.from_end ? rule.extent : 0};
  const bool has_far_cells = is_far(rule) || is_far(work.table_step, static_cast<std::int64_t>(column.count));
  if (has_far_cells && !work.is_near && !work.in_order) {
    constexpr auto places = static_cast<std::ptrdiff_t>(max_prefetch_positions);
    const distance ahead{max_prefetch_positions, places * column.stride, places * work.table_step};
    return fused_strided<Index, Unit, true>(column, rule, range, work, ahead);
  }
  if (is_dense<Unit>(column, sizeof(Index), rule, work))
    return fused_dense<Index, Unit, false>(column, range, work, {});
  return fused_strided<Index, Unit, false>(column, rule, range, work, {});
}

// Cells of lines that are far apart are fetched some lines ahead.
template <class Index, class Unit, bool Far>
inline bool fused_one(const index_column& column, const coordinate_rule& rule, const range_of_starts& range,
                      const block& work, const distance& ahead) {
  return is_dense<Unit>(column, sizeof(Index), rule, work)
             ? fused_dense<Index, Unit, Far>(column, range, work, ahead)
             : fused_strided<Index, Unit, Far>(column, rule, range, work, ahead);
}

template <class Index, class Unit>
bool fused_lines(index_column column, const coordinate_rule& rule, block work) {
  const range_of_starts range{rule.extent - rule.window, rule.from_end ? rule.extent : 0};
  const auto count = static_cast<std::ptrdiff_t>(column.count);
  const std::size_t lines_ahead = max_prefetch_positions / (column.count + 1) + 1;
  const auto places = static_cast<std::ptrdiff_t>(lines_ahead);
  const distance ahead{0, places * count * column.stride, places * work.line_step};
  const std::size_t fetching = work.has_far_lines && work.lines > lines_ahead ? work.lines - lines_ahead : 0;
  bool skips = false;
  for (std::size_t line = 0; line < work.lines; ++line) {
    skips |= line < fetching ? fused_one<Index, Unit, true>(column, rule, range, work, ahead)
                             : fused_one<Index, Unit, false>(column, rule, range, work, {});
    column.first += count * column.stride;
    work.direct += count * work.direct_step;
    work.table += work.line_step;
  }
  return skips;
}

template <class Index, class Unit>
bool fused(const index_column& column, const coordinate_rule& rule, const block& work) {
  if (rule.extent < rule.window) return column.count > 0;
  return work.lines == 1 ? fused_line<Index, Unit>(column, rule, work) : fused_lines<Index, Unit>(column, rule, work);
}

template <class Index>
fused_kernel fused_move(direction way, width_class width) {
  switch (width) {
#define STREW_WIDTH(bytes)         \
  case width_class::bytes_##bytes: \
    return way == direction::write ? &fused<Index, write_unit<bytes>> : &fused<Index, read_unit<bytes>>;
#include "kernel/kernels.def"
#undef STREW_WIDTH
    default:
      return nullptr;
  }
}

template <class Index>
fused_kernel fused_combine(scalar element, combination how) {
  return with_fused_combination(
      element, how, []<class T, combination How>() -> fused_kernel { return &fused<Index, combined_unit<T, How>>; });
}

}  // namespace

namespace portable_kernels {

fused_kernel find_fused_move(index_type type, direction way, width_class width) {
  if (type == index_type::i64) return fused_move<std::int64_t>(way, width);
  if (type == index_type::i32) return fused_move<std::int32_t>(way, width);
  return nullptr;
}

fused_kernel find_fused_combine(index_type type, scalar element, combination how) {
  if (type == index_type::i64) return fused_combine<std::int64_t>(element, how);
  if (type == index_type::i32) return fused_combine<std::int32_t>(element, how);
  return nullptr;
}

}  // namespace portable_kernels
}  // namespace strew::kernel
