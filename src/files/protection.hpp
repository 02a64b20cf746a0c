// Files that are not meant to change, or to change in all places at once, and that a rename would replace all the same.
#pragma once

#include "files/result.hpp"
#include "files/target.hpp"

namespace strew::files {

enum class protection { respected, ignored };

// A failure of kind protected_file if the user may not write what lies there, if nobody may (root may write everything:
// there the mode says what is meant), or if it has other names, which a rename would leave with the old file.
maybe_failure check_protection(const target& there);

}  // namespace strew::files
