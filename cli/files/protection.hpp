// Files that are protected against writing or have several hard links, which a rename would ignore.
#pragma once

#include "files/result.hpp"
#include "files/target.hpp"

namespace strew::files {

enum class protection { respected, ignored };

// A failure of kind protected_file if the user may not write the file, if its mode lets nobody write (which also
// applies to root), or if it has other hard links, which a rename would leave with the old content.
maybe_failure check_protection(const target& there);

}  // namespace strew::files
