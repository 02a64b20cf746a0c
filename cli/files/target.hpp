// The existing file at the path of an output.
#pragma once

#include <string>

#include "files/platform/status.hpp"
#include "files/result.hpp"

namespace strew::files {

enum class target_kind {
  nothing,
  file,   // a regular one
  stream  // a pipe or a device
};

struct target {
  target_kind kind;
  std::string path;         // with links resolved
  file_status status = {};  // of what is there
};

// Refuses directories and dangling links.
result<target> find_target(const std::string& path);

}  // namespace strew::files
