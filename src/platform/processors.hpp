// The processors of this machine, as the operating system tells of them.
#pragma once

#include <array>
#include <cstdint>

namespace strew::platform {

// The number of the processor that executes this, or no_processor where the system does not say.
int this_processor();
constexpr int no_processor = -1;

// The hardware threads that the process may use: by its affinity, and by its control group where there is such a thing.
// At least 1.
std::int64_t count_processors();

// One cache of data, or of data and instructions.
struct cache {
  std::int64_t level = 0;
  std::int64_t bytes = 0;
  std::int64_t sharers = 0;  // hardware threads that share it; 0: unknown
};
constexpr int most_caches = 16;
using cache_list = std::array<cache, most_caches>;

// Those that the first processor reaches, the nearest first, and how many they are: 0 where the system does not say.
// For processors that do not say it themselves.
int list_caches(cache_list& found);

// As maker and system call the processor; empty where they do not. For processors that do not say it themselves.
using processor_name = std::array<char, 64>;
processor_name name_of_processor();

}  // namespace strew::platform
