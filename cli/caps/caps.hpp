// strew caps: the capabilities of this build of the library, queried from it.
#pragma once

#include "options.hpp"

namespace strew::cli {

struct caps_options {
  common_options common;
  bool directml = false;  // the feature levels of that frontend instead
  bool tuning = false;    // the tuning parameters instead
  bool targets = false;   // the kernel sets instead
  bool devices = false;   // the Vulkan devices instead
  bool build = false;     // how the library was built instead
};

int print_caps(const caps_options& options);

}  // namespace strew::cli
