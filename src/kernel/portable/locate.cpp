// The segments that hold numbered positions, by the offsets at which these begin: searched for the first position, then
// followed. Each offset is read once, by a single load, so that a segment is in range whoever modifies them.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernel/kernel.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/index.hpp"

namespace strew::kernel {
namespace {

template <class T>
std::int64_t offset_at(const offset_column& column, std::int64_t n) {
  return as_signed(load_once<T>(column.first + n * column.stride));
}

// The last segment that begins at or before a number; -1 if none does.
template <class T>
std::int64_t find_segment(const offset_column& column, std::int64_t number) {
  std::int64_t low = 0;
  std::int64_t high = column.count;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    offset_at<T>(column, middle) <= number ? low = middle + 1 : high = middle;
  }
  return low - 1;
}

// Positions from `number` on that come before `end`; one at least.
std::size_t count_before(std::int64_t end, std::int64_t number, std::int64_t step, std::size_t most) {
  if (end == std::numeric_limits<std::int64_t>::max()) return most;
  if (step == 0 || end <= number) return 1;
  const std::int64_t between = end - number - 1;
  return std::min(most, static_cast<std::size_t>(step == 1 ? between : between / step) + 1);  // division is slow
}

template <class T>
bool locate(const offset_column& column, std::int64_t number, std::int64_t step, std::size_t positions,
            std::int64_t* offsets, std::uint8_t* skip_mask) {
  constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
  std::int64_t segment = find_segment<T>(column, number);
  const auto next = [&] { return segment + 1 < column.count ? offset_at<T>(column, segment + 1) : never; };
  std::int64_t end = next();
  bool skips = false;
  for (std::size_t p = 0; p < positions;) {
    while (end <= number) {
      ++segment;
      end = next();
    }
    const std::size_t count = count_before(end, number, step, positions - p);
    const bool is_held = segment >= 0 && segment < column.segments;
    const std::int64_t place = is_held ? segment * column.table_stride : 0;
    for (std::size_t i = p; i < p + count; ++i) offsets[i] += place;
    if (!is_held) std::fill_n(skip_mask + p, count, std::uint8_t{1});
    skips |= !is_held;
    p += count;
    number += static_cast<std::int64_t>(count) * step;
  }
  return skips;
}

}  // namespace

namespace portable_kernels {

locate_kernel find_locate(index_type type) {
  constexpr std::array table = {
#define STREW_INDEX_TYPE(name, type) &locate<type>,
#include "kernel/kernels.def"
#undef STREW_INDEX_TYPE
  };
  return table[static_cast<std::size_t>(type)];
}

}  // namespace portable_kernels
}  // namespace strew::kernel
