#include "kernel/caches.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
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

// What stands in a file about cache n of the first processor; empty: there is none.
template <std::size_t Size>
bool read_line(int n, const char* name, char (&text)[Size]) {
  char path[96];
  std::snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", n, name);
  std::FILE* const file = std::fopen(path, "re");
  if (file == nullptr) return false;
  const bool is_read = std::fgets(text, static_cast<int>(Size), file) != nullptr;
  std::fclose(file);
  return is_read;
}

// "0-3,8": five.
std::int64_t count_listed(const char* list) {
  std::int64_t count = 0;
  while (*list >= '0' && *list <= '9') {
    char* end = nullptr;
    const long first = std::strtol(list, &end, 10);
    const long last = *end == '-' ? std::strtol(end + 1, &end, 10) : first;
    count += last - first + 1;
    list = *end == ',' ? end + 1 : end;
  }
  return count;
}

void read_system(cache_sizes& found) {
  constexpr int most = 16;
  constexpr std::int64_t kibibyte = 1024;
  char level[16];
  char type[32];
  char size[32];
  char sharers[256];
  for (int n = 0; n < most && read_line(n, "level", level) && read_line(n, "type", type); ++n) {
    if (std::strncmp(type, "Instruction", 11) == 0 || !read_line(n, "size", size)) continue;
    char* unit = nullptr;
    const std::int64_t number = std::strtoll(size, &unit, 10);
    const std::int64_t bytes = *unit == 'K' ? number * kibibyte : *unit == 'M' ? number * kibibyte * kibibyte : number;
    add_cache(found, std::strtoll(level, nullptr, 10), bytes,
              read_line(n, "shared_cpu_list", sharers) ? count_listed(sharers) : 0);
  }
}

#endif

}  // namespace

cache_sizes this_caches() {
  cache_sizes found;
#if defined(__x86_64__)
  constexpr unsigned of_amd = 0x8000001D;
  constexpr unsigned of_intel = 4;
  const bool is_amd = __builtin_cpu_is("amd") != 0;
  read_leaf(is_amd ? of_amd : of_intel, found);
#else
  read_system(found);
#endif
  return found;
}

}  // namespace strew::kernel
