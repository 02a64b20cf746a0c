// Rows, and cells of tables larger than the second-level cache, are fetched before they are needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernel/fetch.hpp"
#include "kernel/kernel.hpp"

namespace strew::kernel {

// How far ahead cells of the table are prefetched: enough rows to hide the memory latency.
constexpr std::size_t prefetch_bytes = 2048;        // of rows
constexpr std::size_t max_prefetch_positions = 24;  // rows or elements
constexpr std::size_t row_begin = 256;              // bytes, from which on it reads ahead

[[gnu::always_inline]] inline void prefetch(const std::byte* row, std::size_t bytes) {
  fetch_lines(row, bytes);
}

// The lines that belong to `count` positions.
[[gnu::always_inline]] inline void fetch(const upcoming& soon, std::size_t position, std::size_t count) {
  fetch_lines(soon.first + position * soon.step, count * soon.step);
}

inline std::size_t positions_ahead(std::size_t row_bytes) {
  const std::size_t rows = prefetch_bytes / (row_bytes + 1) + 1;
  return rows < max_prefetch_positions ? rows : max_prefetch_positions;
}

inline bool is_far(std::int64_t stride, std::int64_t count) {
  std::int64_t bytes = 0;
  return __builtin_mul_overflow(stride, count, &bytes) || bytes > min_far_table;
}

inline bool is_far(const coordinate_rule& rule) {
  return is_far(rule.table_stride, rule.extent);
}

// Any address may be prefetched, so the value is not checked. `added` is added to a negative one.
template <class Index>
inline void prefetch_cell(const std::byte* index, const std::byte* table, std::int64_t added,
                          std::int64_t table_stride) {
  Index value;
  std::memcpy(&value, index, sizeof value);
  const std::int64_t start = value + (value < 0 ? added : 0);
  const auto offset = static_cast<std::uintptr_t>(start) * static_cast<std::uintptr_t>(table_stride);
  fetch_line(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(table) + offset));
}

}  // namespace strew::kernel
