#include "platform/processors.hpp"

#include <algorithm>
#include <bit>
#include <thread>

#include "platform/windows/api.hpp"

namespace strew::platform {

int this_processor() {
  PROCESSOR_NUMBER number = {};
  GetCurrentProcessorNumberEx(&number);
  constexpr int in_a_group = 64;
  return number.Group * in_a_group + number.Number;
}

// The affinity is that of the process within its group of processors; where it runs in several groups the system tells
// none (0), and it may use all of them.
std::int64_t count_processors() {
  std::int64_t there = std::thread::hardware_concurrency();
  DWORD_PTR ours = 0, machine = 0;
  if (GetProcessAffinityMask(GetCurrentProcess(), &ours, &machine) != 0 && ours != 0)
    there = std::popcount(static_cast<std::uint64_t>(ours));
  return std::max<std::int64_t>(there, 1);
}

// x86-64 says it itself.
int list_caches(cache_list& /*found*/) {
  return 0;
}

processor_name name_of_processor() {
  return {};
}

}  // namespace strew::platform
