// The caches of data that a core of this machine reaches.
#pragma once

#include <cstdint>

namespace strew::kernel {

// In bytes; 0: unknown.
struct cache_sizes {
  std::int64_t first = 0;
  std::int64_t second = 0;
  std::int64_t last = 0;          // the third, or the second where there is none
  std::int64_t last_sharers = 0;  // hardware threads that share one of the last

  friend bool operator==(const cache_sizes&, const cache_sizes&) = default;
};

cache_sizes this_caches();

}  // namespace strew::kernel
