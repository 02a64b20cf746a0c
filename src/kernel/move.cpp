// Bytes from here to there, by width.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernel/kernel.hpp"

namespace strew::kernel {
namespace {

constexpr std::size_t any_width = 0;

// A fixed Width lets the compiler turn the copy into one load and one store; any_width takes it from the block.
template <std::size_t Width, bool ToTable>
void move(const block& work) {
  const std::size_t width = Width == any_width ? work.width : Width;
  for (std::size_t p = 0; p < work.positions; ++p) {
    if (work.nothing[p] != 0) continue;
    std::byte* table = work.table + work.offsets[p];
    std::byte* direct = work.direct + static_cast<std::ptrdiff_t>(p) * work.direct_stride;
    for (std::size_t i = 0; i < work.count; ++i) {
      const auto step = static_cast<std::ptrdiff_t>(i);
      std::byte* from = ToTable ? direct + step * work.direct_step : table + step * work.table_step;
      std::byte* to = ToTable ? table + step * work.table_step : direct + step * work.direct_step;
      std::memcpy(to, from, width);
    }
  }
}

// One position after the other: the units of a block are written in the order of the contract.
template <bool ToTable>
block_kernel find_move(std::size_t width) {
  switch (width) {
#define STREW_WIDTH(bytes) \
  case bytes:              \
    return &move<bytes, ToTable>;
#include "kernel/kernels.def"
#undef STREW_WIDTH
    default:
      return &move<any_width, ToTable>;
  }
}

void fill(const block& work, const std::byte* pattern, std::size_t pattern_bytes) {
  for (std::size_t p = 0; p < work.positions; ++p) {
    if (work.nothing[p] == 0) continue;
    std::byte* direct = work.direct + static_cast<std::ptrdiff_t>(p) * work.direct_stride;
    for (std::size_t i = 0; i < work.count; ++i) {
      std::byte* unit = direct + static_cast<std::ptrdiff_t>(i) * work.direct_step;
      for (std::size_t done = 0; done < work.width; done += pattern_bytes)
        std::memcpy(unit + done, pattern, pattern_bytes);
    }
  }
}

}  // namespace

block_kernel find_read(std::size_t width) {
  return find_move<false>(width);
}
block_kernel find_write(std::size_t width) {
  return find_move<true>(width);
}
fill_kernel find_fill() {
  return &fill;
}

bool has_own_width(std::size_t width) {
  constexpr std::array widths = {
#define STREW_WIDTH(bytes) std::size_t{bytes},
#include "kernel/kernels.def"
#undef STREW_WIDTH
  };
  for (const std::size_t own : widths) {
    if (own == width) return true;
  }
  return false;
}

}  // namespace strew::kernel
