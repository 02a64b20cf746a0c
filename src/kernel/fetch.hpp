// Memory that is asked for before it is needed, and how long before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace strew::kernel {

constexpr std::size_t line_bytes = 64;
constexpr std::size_t max_prefetch_row = 1024;  // bytes; longer rows are prefetched by the hardware
constexpr std::size_t most_slices_ahead = 24;
constexpr std::size_t most_distant_ahead = 64;  // slices of distant tables
constexpr std::size_t most_pairs_ahead = 16;

// Any address may be fetched. To a compiler a function that does nothing else has no effect: GCC leaves out its calls.
// The empty statement has one. tools/layers.py finds fetches that do not go through here.
[[gnu::always_inline]] inline void fetch_line(const void* at) {
  __builtin_prefetch(at);
  asm volatile("");
}
// Into the second cache, which can wait for about three times as many lines as the first one.
[[gnu::always_inline]] inline void fetch_distant_line(const void* at) {
  __builtin_prefetch(at, 0, 2);
  asm volatile("");
}
[[gnu::always_inline]] inline void fetch_line_to_write(const void* at) {
  __builtin_prefetch(at, 1);
  asm volatile("");
}

// The lines of `bytes` from there on, if one begins there; else all but the end of the last one.
[[gnu::always_inline]] inline void fetch_lines(const std::byte* first, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(first);
  for (std::size_t at = 0; at < bytes; at += line_bytes) fetch_line(reinterpret_cast<const void*>(begin + at));
}

// Slices whose units are fetched ahead of those that are reduced; none of long rows, of which each piece is fetched
// while the one before the last is reduced. Those of distant tables are farther ahead, as more are on their way.
constexpr std::size_t slices_ahead(std::size_t row_bytes, bool is_distant) {
  constexpr std::size_t bytes = 8192;  // nearly the same time from 4096 and 16 slices on
  if (row_bytes > max_prefetch_row) return 0;
  if (is_distant) return std::min(2 * bytes / (row_bytes + 1) + 1, most_distant_ahead);
  return std::min(bytes / (row_bytes + 1) + 1, most_slices_ahead);
}

// Pairs whose rows are fetched ahead of those that are multiplied; none of long rows.
constexpr std::size_t pairs_ahead(std::size_t row_bytes) {
  return row_bytes > max_prefetch_row ? 0 : most_pairs_ahead;
}

}  // namespace strew::kernel
