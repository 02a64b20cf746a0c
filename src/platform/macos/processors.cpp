#include "platform/processors.hpp"

#include <sys/sysctl.h>

#include <algorithm>
#include <cstddef>
#include <thread>

namespace strew::platform {
namespace {

// 0: the system has no number of that name.
std::int64_t number_of(const char* name) {
  std::int64_t value = 0;
  std::size_t bytes = sizeof value;
  return sysctlbyname(name, &value, &bytes, nullptr, 0) == 0 ? value : 0;
}

}  // namespace

int this_processor() {
  return no_processor;
}

std::int64_t count_processors() {
  return std::max<std::int64_t>(std::thread::hardware_concurrency(), 1);
}

// Of the fast cores, where there are two kinds (level 0).
int list_caches(cache_list& found) {
  const std::int64_t first = std::max(number_of("hw.perflevel0.l1dcachesize"), number_of("hw.l1dcachesize"));
  const std::int64_t second = std::max(number_of("hw.perflevel0.l2cachesize"), number_of("hw.l2cachesize"));
  const std::int64_t third = number_of("hw.l3cachesize");
  int count = 0;
  const auto add = [&](std::int64_t level, std::int64_t bytes, std::int64_t sharers) {
    if (bytes != 0) found[static_cast<std::size_t>(count++)] = {level, bytes, sharers};
  };
  add(1, first, 1);
  add(2, second, number_of("hw.perflevel0.cpusperl2"));
  add(3, third, 0);
  return count;
}

processor_name name_of_processor() {
  processor_name name = {};
  std::size_t bytes = name.size() - 1;
  if (sysctlbyname("machdep.cpu.brand_string", name.data(), &bytes, nullptr, 0) != 0) return {};
  return name;
}

}  // namespace strew::platform
