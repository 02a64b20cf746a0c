// What lies where an output is to be.
#pragma once

#include <sys/stat.h>

#include <string>

#include "files/result.hpp"

namespace strew::files {

enum class target_kind {
  nothing,
  file,   // a regular one
  stream  // a pipe or a device
};

struct target {
  target_kind kind;
  std::string path;    // of a file behind links, its own
  struct stat status;  // of what is there
};

// Refuses directories and links that lead nowhere.
result<target> find_target(const std::string& path);

}  // namespace strew::files
