// strew caps --directml: the feature levels of DirectML's operators, as the door's own tables have them.
#pragma once

#include "caps.hpp"

namespace strew::cli {

// Refused as a usage error where strew was built without its doors.
int print_directml_levels(const caps_options& options);

}  // namespace strew::cli
