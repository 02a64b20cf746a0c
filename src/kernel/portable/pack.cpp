// Packs index values as 32-bit window starts. Prepared indices are copied with it.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/index.hpp"

namespace strew::kernel {
namespace {

constexpr std::size_t block_size = 512;

template <class T>
using block_of = std::array<T, block_size>;

// The values as they are now: what is checked and what is stored are one value, even if the caller's changes meanwhile.
template <class T>
void take(const std::byte* first, std::ptrdiff_t stride, std::size_t count, block_of<T>& values) {
  if (stride == sizeof(T)) {
    std::memcpy(values.data(), first, count * sizeof(T));
    __asm__ volatile("" : : "r"(values.data()) : "memory");  // they are not read from `first` again
  } else {
    for (std::size_t p = 0; p < count; ++p, first += stride) values[p] = load_once<T>(first);
  }
}

// In unsigned arithmetic of at least 32 bits: a start below 0 or above `last` sets a sign bit. Values of an unsigned
// type that are too large have that bit, so nothing is added to them.
template <class T>
bool pack_block(const block_of<T>& values, std::size_t count, const coordinate_rule& rule, std::int32_t* starts,
                std::ptrdiff_t step) {
  using number = std::conditional_t<sizeof(T) == sizeof(std::int64_t), std::int64_t, std::int32_t>;
  using word = std::make_unsigned_t<number>;
  const auto added = static_cast<word>(std::is_signed_v<T> && rule.from_end ? rule.extent : 0);
  const auto last = static_cast<word>(rule.extent - rule.window);
  word signs = 0;
  const auto start_of = [&](T value) {
    const auto given = static_cast<number>(value);
    const word start = static_cast<word>(given) + (given < 0 ? added : 0);
    signs |= start | (last - start);
    return static_cast<std::int32_t>(start);
  };
  if (step == 1) {
    for (std::size_t p = 0; p < count; ++p) starts[p] = start_of(values[p]);
  } else {
    for (std::size_t p = 0; p < count; ++p) starts[static_cast<std::ptrdiff_t>(p) * step] = start_of(values[p]);
  }
  return signs > static_cast<word>(std::numeric_limits<number>::max());
}

template <class T>
bool pack(const index_column& column, const coordinate_rule& rule, std::int32_t* starts, std::ptrdiff_t step) {
  if (rule.extent < rule.window) return column.count > 0;
  block_of<T> values;
  const std::byte* first = column.first;
  for (std::size_t done = 0; done < column.count; done += block_size) {
    const std::size_t count = std::min(column.count - done, block_size);
    take<T>(first, column.stride, count, values);
    if (pack_block<T>(values, count, rule, starts, step)) return true;
    first += static_cast<std::ptrdiff_t>(count) * column.stride;
    starts += static_cast<std::ptrdiff_t>(count) * step;
  }
  return false;
}

}  // namespace

namespace portable_kernels {

pack_kernel find_pack(index_type type) {
  constexpr std::array table = {
#define STREW_INDEX_TYPE(name, type) &pack<type>,
#include "kernel/kernels.def"
#undef STREW_INDEX_TYPE
  };
  return table[static_cast<std::size_t>(type)];
}

}  // namespace portable_kernels
}  // namespace strew::kernel
