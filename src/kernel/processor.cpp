#include "kernel/processor.hpp"

#include <cpuid.h>

#include <algorithm>

namespace strew::kernel {
namespace {

// Of the third level, as AMD's processors describe their caches: of the cores that share it, not of the whole socket.
std::int64_t last_cache_of_amd() {
  constexpr unsigned caches = 0x8000001D;
  constexpr unsigned third = 3;
  unsigned a = 0;
  unsigned ways = 0;
  unsigned sets = 0;
  unsigned d = 0;
  if (__get_cpuid_count(caches, third, &a, &ways, &sets, &d) == 0 || (a & 0x1fU) == 0) return 0;
  const auto line = static_cast<std::int64_t>(ways & 0xfffU) + 1;
  const auto partitions = static_cast<std::int64_t>(ways >> 12U & 0x3ffU) + 1;
  return line * partitions * (static_cast<std::int64_t>(ways >> 22U) + 1) * (static_cast<std::int64_t>(sets) + 1);
}

}  // namespace

processor this_processor() {
  processor made;
  made.is_amd = __builtin_cpu_is("amd") != 0;
  if (made.is_amd) made.last_cache = last_cache_of_amd();
  return made;
}

// Measured on Zen 4 and 5 beside Sapphire Rapids (docs/performance.md): loads from a vector that was just stored wait
// until it is in the cache, the last cache takes stores as fast as the first ones give them, and rows that have to fill
// lines with others are stored faster through it.
tuning tuned_for(const processor& about, tuning any) {
  if (!about.is_amd) return any;
  constexpr std::int64_t never = std::int64_t{1} << 40U;
  any.min_staged_row = never;
  any.staged_starts = 0;
  any.max_alone_tasks = 3;
  any.min_streamed_bytes = std::max(any.min_streamed_bytes, about.last_cache);
  return any;
}

}  // namespace strew::kernel
