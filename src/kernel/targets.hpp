// The kernel sets of this build, and the one that this process runs.
#pragma once

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

// The last available target, or with a name the last available one that is not above the target of that name. A name
// that no target has is as none.
const target& choose(const char* name);

// The choice by the environment variable STREW_TARGET, made once.
const target& chosen_target();
inline const kernel_set& chosen_set() {
  return chosen_target().set();
}

}  // namespace strew::kernel
