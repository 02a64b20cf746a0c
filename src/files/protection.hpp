// Files that a rename would replace although their owner did not mean them to change.
#pragma once

#include "files/result.hpp"
#include "files/target.hpp"

namespace strew::files {

enum class protection { respected, ignored };

// A failure of kind protected_file if the user may not write what lies there, or if nobody may. Root may write
// everything: there the mode says what is meant.
maybe_failure check_protection(const target& there);

}  // namespace strew::files
