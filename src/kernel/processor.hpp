// What the processor of this machine says of itself, and the tuning parameters that depend on it.
#pragma once

#include <array>
#include <cstdint>

#include "kernel/caches.hpp"
#include "kernel/tuning.hpp"

namespace strew::kernel {

// Processors with like caches and like ways to memory.
enum class processor_family : std::uint8_t { other, x86, intel_server, zen3, zen4, zen5, arm64 };

struct processor {
  bool is_amd = false;
  processor_family family = processor_family::other;
  cache_sizes caches = {};
  std::array<char, 64> name = {};  // as it calls itself, ends with 0
};

processor this_processor();

// The parameters for that processor, from those for any.
tuning tuned_for(const processor& about, tuning any);

}  // namespace strew::kernel
