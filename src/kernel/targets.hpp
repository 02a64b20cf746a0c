// The kernel sets of this build, and the one that this process runs.
#pragma once

#include <cstdint>
#include <span>

#include "kernel/kernel_set.hpp"

namespace strew::kernel {

struct target {
  const char* name;
  bool (*is_available)();  // processor and operating system have all that its kernels are compiled for
  const kernel_set& (*set)();
};

// From the portable one to the most capable one.
std::span<const target> targets();

enum class choice_reason : std::uint8_t {
  best,             // the last available one
  named,            // the one of the name given
  below_named,      // which is not available: the last available one before it
  best_as_unknown,  // no target has the name given: the last available one
};
struct choice {
  const target* chosen;
  choice_reason reason;
};

// Null or an empty name: the best one.
choice choose(const char* name);

// The choice by the environment variable STREW_TARGET, made once.
const choice& chosen_target();
inline const kernel_set& chosen_set() {
  return chosen_target().chosen->set();
}

}  // namespace strew::kernel
