#include "kernel/caches.hpp"

#if defined(__x86_64__)
#include <cpuid.h>

#include "platform/x86.hpp"
#else
#include "platform/processors.hpp"
#endif

namespace strew::kernel {
namespace {

// One cache of data, or of data and instructions.
void add_cache(cache_sizes& found, std::int64_t level, std::int64_t bytes, std::int64_t sharers) {
  if (level == 1) found.first = bytes;
  if (level == 2) found.second = bytes;
  if (level != 2 && level != 3) return;
  found.last = bytes;
  found.last_sharers = sharers;
}

#if defined(__x86_64__)

// Leaves 4 and 8000001D have one layout; each lists the caches from the nearest one on.
bool read_leaf(unsigned leaf, cache_sizes& found) {
  constexpr unsigned most = 16;
  constexpr unsigned instructions = 2;
  for (unsigned n = 0; n < most; ++n) {
    unsigned a = 0;
    unsigned ways = 0;
    unsigned sets = 0;
    unsigned d = 0;
    if (__get_cpuid_count(leaf, n, &a, &ways, &sets, &d) == 0 || (a & 0x1fU) == 0) break;
    if ((a & 0x1fU) == instructions) continue;
    const auto line = static_cast<std::int64_t>(ways & 0xfffU) + 1;
    const auto partitions = static_cast<std::int64_t>(ways >> 12U & 0x3ffU) + 1;
    const std::int64_t bytes =
        line * partitions * (static_cast<std::int64_t>(ways >> 22U) + 1) * (static_cast<std::int64_t>(sets) + 1);
    add_cache(found, a >> 5U & 0x7U, bytes, static_cast<std::int64_t>(a >> 14U & 0xfffU) + 1);
  }
  return found.first != 0;
}

#else

void read_system(cache_sizes& found) {
  platform::cache_list caches;
  const int count = platform::list_caches(caches);
  for (int n = 0; n < count; ++n) {
    const platform::cache& one = caches[static_cast<std::size_t>(n)];
    add_cache(found, one.level, one.bytes, one.sharers);
  }
}

#endif

}  // namespace

cache_sizes this_caches() {
  cache_sizes found;
#if defined(__x86_64__)
  constexpr unsigned of_amd = 0x8000001D;
  constexpr unsigned of_intel = 4;
  const bool is_amd = platform::is_of_amd();
  read_leaf(is_amd ? of_amd : of_intel, found);
#else
  read_system(found);
#endif
  return found;
}

}  // namespace strew::kernel
