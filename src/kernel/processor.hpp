// What a processor with x86's instructions says of itself, and the tuning parameters that depend on it.
#pragma once

#include <cstdint>

#include "kernel/tuning.hpp"

namespace strew::kernel {

struct processor {
  bool is_amd = false;
  std::int64_t last_cache = 0;  // bytes of the cache that some cores share; 0: unknown
};

processor this_processor();

// The parameters for that processor, from those for any.
tuning tuned_for(const processor& about, tuning any);

}  // namespace strew::kernel
