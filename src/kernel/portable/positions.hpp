// The loop over the positions of a block that all kernels share. Always inlined: a kernel for another target could not
// inline what it does for a position into a loop that is compiled for every machine.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernel/kernel.hpp"
#include "kernel/portable/prefetch.hpp"

namespace strew::kernel {

// Calls visit(address in the table, address in the direct operand) for each position that is not skipped, or for each
// listed one: a list contains none to skip. If all are skipped, the operands may be null. Written memory must not alias
// the block, so its fields are read once.
template <class Visit>
[[gnu::always_inline]] inline void for_each_position(const block& work, const Visit& visit) {
  std::byte* const table = work.table;
  std::byte* const direct = work.direct;
  const std::int64_t* const offsets = work.offsets;
  const std::uint8_t* const skip_mask = work.skip_mask;
  const auto positions = static_cast<std::ptrdiff_t>(work.positions);
  const std::ptrdiff_t stride = work.direct_stride;
  if (const std::uint32_t* const places = work.places; places != nullptr) {
    if (const std::uint32_t* const cells = work.cells; cells != nullptr) {
      const std::ptrdiff_t step = work.cell_stride;
      for (std::ptrdiff_t p = 0; p < positions; ++p) visit(table + cells[p] * step, direct + places[p] * stride);
      return;
    }
    for (std::ptrdiff_t p = 0; p < positions; ++p) visit(table + offsets[p], direct + places[p] * stride);
    return;
  }
  if (skip_mask == nullptr) {
    for (std::ptrdiff_t p = 0; p < positions; ++p) visit(table + offsets[p], direct + p * stride);
    return;
  }
  for (std::ptrdiff_t p = 0; p < positions; ++p) {
    if (skip_mask[p] == 0) visit(table + offsets[p], direct + p * stride);
  }
}

// The same for positions that are neither skipped nor listed, while what is read after the block is fetched.
template <class Visit>
[[gnu::always_inline]] inline void for_each_fetching(const block& work, const Visit& visit) {
  std::byte* const table = work.table;
  std::byte* const direct = work.direct;
  const std::int64_t* const offsets = work.offsets;
  const upcoming soon = work.soon[0];
  const std::size_t positions = work.positions;
  const std::ptrdiff_t stride = work.direct_stride;
  constexpr std::size_t at_once = 4;
  std::size_t p = 0;
  for (; p + at_once <= positions; p += at_once) {
    fetch(soon, p, at_once);
    for (std::size_t i = p; i < p + at_once; ++i)
      visit(table + offsets[i], direct + static_cast<std::ptrdiff_t>(i) * stride);
  }
  fetch(soon, p, positions - p);
  for (; p < positions; ++p) visit(table + offsets[p], direct + static_cast<std::ptrdiff_t>(p) * stride);
}

// The same for listed positions whose cells are in order: of the direct operand the beginning of a row is prefetched,
// where the processor goes on by itself.
template <class Visit>
[[gnu::always_inline]] inline void for_each_ordered(const block& work, std::size_t row_bytes, const Visit& visit) {
  std::byte* const table = work.table;
  std::byte* const direct = work.direct;
  const std::int64_t* const offsets = work.offsets;
  const std::uint32_t* const places = work.places;
  const auto positions = static_cast<std::ptrdiff_t>(work.positions);
  const std::ptrdiff_t stride = work.direct_stride;
  const std::size_t bytes = row_bytes < row_begin ? row_bytes : row_begin;
  const auto ahead = static_cast<std::ptrdiff_t>(positions_ahead(bytes));
  for (std::ptrdiff_t p = 0; p < positions; ++p) {
    if (p + ahead < positions) prefetch(direct + places[p + ahead] * stride, bytes);
    visit(table + offsets[p], direct + places[p] * stride);
  }
}

// The same, with the rows of the table prefetched.
template <class Visit>
[[gnu::always_inline]] inline void for_each_row(const block& work, std::size_t row_bytes, const Visit& visit) {
  if (work.places != nullptr && work.in_order) return for_each_ordered(work, row_bytes, visit);
  if (work.skip_mask != nullptr || row_bytes > max_prefetch_row || work.is_near) return for_each_position(work, visit);
  std::byte* const table = work.table;
  std::byte* const direct = work.direct;
  const std::int64_t* const offsets = work.offsets;
  const auto positions = static_cast<std::ptrdiff_t>(work.positions);
  const std::ptrdiff_t stride = work.direct_stride;
  const auto ahead = static_cast<std::ptrdiff_t>(positions_ahead(row_bytes));
  if (const std::uint32_t* const places = work.places; places != nullptr) {
    for (std::ptrdiff_t p = 0; p < positions; ++p) {
      if (p + ahead < positions) {
        prefetch(table + offsets[p + ahead], row_bytes);
        prefetch(direct + places[p + ahead] * stride, row_bytes);
      }
      visit(table + offsets[p], direct + places[p] * stride);
    }
    return;
  }
  for (std::ptrdiff_t p = 0; p < positions; ++p) {
    if (p + ahead < positions) prefetch(table + offsets[p + ahead], row_bytes);
    visit(table + offsets[p], direct + p * stride);
  }
}

// Calls visit(accumulators, units, slice) for each slice of units of `width` bytes, which are prefetched where they are
// side by side and few.
template <class Visit>
[[gnu::always_inline]] inline void for_each_slice(const slice_block& work, std::size_t width, const Visit& visit) {
  const std::size_t bytes = work.count * width;
  const bool is_dense = work.count == 1 || work.step == static_cast<std::ptrdiff_t>(width);
  const std::size_t ahead = is_dense && bytes <= max_prefetch_row ? positions_ahead(bytes) : work.slices;
  for (std::size_t s = 0; s < work.slices; ++s) {
    if (s + ahead < work.slices) prefetch(work.units + work.from[s + ahead], bytes);
    visit(work.accumulators + work.to[s], work.units + work.from[s], s);
  }
}

}  // namespace strew::kernel
