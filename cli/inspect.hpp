#pragma once

#include <optional>
#include <string>
#include <vector>

#include "options.hpp"

namespace strew::cli {

struct inspect_options {
  common_options common;
  std::vector<std::string> files;
  std::optional<strew_dtype> dtype;  // what the elements are read as
};

// Says what is in each file; of a large one only the beginning is read. A file that is refused does not hide the
// others.
int inspect_files(const inspect_options& options);

}  // namespace strew::cli
