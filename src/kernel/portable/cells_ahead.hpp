// Cells of tables larger than the second-level cache are fetched before they are needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernel/kernel.hpp"
#include "kernel/tuning.hpp"

namespace strew::kernel {

constexpr std::size_t positions_ahead = tuning::max_prefetch_positions;

inline bool is_far(std::int64_t stride, std::int64_t count) {
  std::int64_t bytes = 0;
  return __builtin_mul_overflow(stride, count, &bytes) || bytes > tuning::min_far_table;
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
  __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(table) + offset));
}

}  // namespace strew::kernel
