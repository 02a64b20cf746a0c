// Copies planes of units between strided operands: contiguous rows, one row of units, transposes in tiles.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernel/kernel.hpp"
#include "kernel/portable/bytes.hpp"
#include "kernel/portable/find.hpp"

namespace strew::kernel {
namespace {

// A tile fits into the first-level cache, on the source and the destination side.
constexpr std::size_t tile_side = 16;  // rows and columns

void copy_rows(const plane& work) {
  const std::size_t length = work.columns * work.width;
  with_row_length(length, [&]<row_length Length>() {
    const plane local = work;
    std::byte* to = local.to;
    const std::byte* from = local.from;
    for (std::size_t r = 0; r < local.rows; ++r, to += local.to_row, from += local.from_row)
      copy_row<Length>(to, from, length);
  });
}

// One unit in all columns of a row: a table that is all one value.
constexpr std::size_t repeated_bytes = 64;    // of a row, so that it pays
constexpr std::size_t repeated_block = 4096;  // read again and again, in the first-level cache

void repeat_unit(std::byte* to, const std::byte* unit, std::size_t width, std::size_t length) {
  if (std::all_of(unit, unit + width, [&](std::byte each) { return each == *unit; })) {
    std::memset(to, static_cast<int>(*unit), length);
    return;
  }
  std::memcpy(to, unit, width);
  for (std::size_t done = width; done < length;) {
    const std::size_t more = std::min({done, length - done, std::max(repeated_block / width * width, width)});
    std::memcpy(to + done, to, more);
    done += more;
  }
}

void repeat_units(const plane& work) {
  std::byte* to = work.to;
  const std::byte* from = work.from;
  for (std::size_t r = 0; r < work.rows; ++r, to += work.to_row, from += work.from_row)
    repeat_unit(to, from, work.width, work.columns * work.width);
}

template <std::size_t Width>
void copy_tile(const plane& work, std::size_t row, std::size_t column) {
  const plane local = work;
  const std::size_t width = Width == any_width ? local.width : Width;
  const std::size_t rows = std::min(tile_side, local.rows - row);
  const std::size_t columns = std::min(tile_side, local.columns - column);
  const auto r0 = static_cast<std::ptrdiff_t>(row);
  const auto c0 = static_cast<std::ptrdiff_t>(column);
  std::byte* to_row = local.to + r0 * local.to_row + c0 * local.to_column;
  const std::byte* from_row = local.from + r0 * local.from_row + c0 * local.from_column;
  for (std::size_t r = 0; r < rows; ++r, to_row += local.to_row, from_row += local.from_row) {
    std::byte* to = to_row;
    const std::byte* from = from_row;
    for (std::size_t c = 0; c < columns; ++c, to += local.to_column, from += local.from_column)
      std::memcpy(to, from, width);
  }
}

template <std::size_t Width>
void copy_one_row(const plane& work) {
  const plane local = work;
  const std::size_t width = Width == any_width ? local.width : Width;
  std::byte* to = local.to;
  const std::byte* from = local.from;
  for (std::size_t c = 0; c < local.columns; ++c, to += local.to_column, from += local.from_column)
    std::memcpy(to, from, width);
}

template <std::size_t Width>
void copy(const plane& work) {
  const auto width = static_cast<std::ptrdiff_t>(work.width);
  if (work.to_column == width && work.from_column == width) return copy_rows(work);
  const bool is_repeated = work.to_column == width && work.from_column == 0 && width != 0;
  if (is_repeated && work.columns * work.width >= repeated_bytes) return repeat_units(work);
  if (work.rows == 1) return copy_one_row<Width>(work);
  for (std::size_t column = 0; column < work.columns; column += tile_side) {
    for (std::size_t row = 0; row < work.rows; row += tile_side) copy_tile<Width>(work, row, column);
  }
}

}  // namespace

namespace portable_kernels {

copy_kernel find_copy(width_class width) {
  switch (width) {
#define STREW_WIDTH(bytes)         \
  case width_class::bytes_##bytes: \
    return &copy<bytes>;
#include "kernel/kernels.def"
#undef STREW_WIDTH
    default:
      return &copy<any_width>;
  }
}

}  // namespace portable_kernels
}  // namespace strew::kernel
