#pragma once

#include <optional>
#include <string>
#include <vector>

#include "options.hpp"

namespace strew::cli {

struct inspect_options {
  common_options common;
  std::vector<std::string> files;
  std::optional<strew_dtype> dtype;  // type to read the elements as
};

// Prints the contents of each file; of a large one only the beginning is read. Of an archive of several arrays that
// names none of them each is a line. A refused file does not stop the others.
int inspect_files(const inspect_options& options);

}  // namespace strew::cli
