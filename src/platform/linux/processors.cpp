#include "platform/processors.hpp"

#include <sched.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "platform/linux/processor_quota.hpp"

namespace strew::platform {
namespace {

// What stands in a file about the first processor; false: there is none.
template <std::size_t Size>
bool read_line(const char* path, char (&text)[Size]) {
  std::FILE* const file = std::fopen(path, "re");
  if (file == nullptr) return false;
  const bool is_read = std::fgets(text, static_cast<int>(Size), file) != nullptr;
  static_cast<void>(std::fclose(file));
  return is_read;
}

template <std::size_t Size>
bool read_line_of_cache(int n, const char* name, char (&text)[Size]) {
  char path[96];
  static_cast<void>(std::snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", n, name));
  return read_line(path, text);
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

// "48K", "2M"
std::int64_t bytes_of(const char* size) {
  constexpr std::int64_t kibibyte = 1024;
  char* unit = nullptr;
  const std::int64_t number = std::strtoll(size, &unit, 10);
  return *unit == 'K' ? number * kibibyte : *unit == 'M' ? number * kibibyte * kibibyte : number;
}

}  // namespace

int this_processor() {
  return sched_getcpu();
}

std::int64_t count_processors() {
  std::int64_t there = std::thread::hardware_concurrency();
  cpu_set_t ours;  // hardware_concurrency() counts those of the machine
  if (sched_getaffinity(0, sizeof ours, &ours) == 0) there = CPU_COUNT(&ours);
  if (const std::int64_t quota = processor_quota(); quota != 0) there = std::min(there, quota);
  return std::max<std::int64_t>(there, 1);
}

int list_caches(cache_list& found) {
  int count = 0;
  char level[16];
  char type[32];
  char size[32];
  char sharers[256];
  for (int n = 0; n < most_caches; ++n) {
    if (!read_line_of_cache(n, "level", level) || !read_line_of_cache(n, "type", type)) break;
    if (std::strncmp(type, "Instruction", 11) == 0 || !read_line_of_cache(n, "size", size)) continue;
    const bool are_listed = read_line_of_cache(n, "shared_cpu_list", sharers);
    found[static_cast<std::size_t>(count++)] = {std::strtoll(level, nullptr, 10), bytes_of(size),
                                                are_listed ? count_listed(sharers) : 0};
  }
  return count;
}

// The register that names maker and part, where the system shows it.
processor_name name_of_processor() {
  processor_name name = {};
  char part[32];
  if (read_line("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1", part))
    static_cast<void>(std::snprintf(name.data(), name.size(), "%s", part));
  return name;
}

}  // namespace strew::platform
