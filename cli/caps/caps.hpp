// strew caps: what this build of the library can do, found out by asking it.
#pragma once

#include "options.hpp"

namespace strew::cli {

struct caps_options {
  common_options common;
  bool directml = false;  // the feature levels of that frontend instead
  bool tuning = false;    // the numbers that the library is tuned with instead
};

int print_caps(const caps_options& options);

}  // namespace strew::cli
