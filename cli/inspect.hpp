#pragma once

#include <string>
#include <vector>

#include "options.hpp"

namespace strew::cli {

// Says what is in each file; reads headers only. A file that is refused does not hide the others.
int inspect_files(const std::vector<std::string>& files, const common_options& options);

}  // namespace strew::cli
