// Makes a crash inside the library print the line of the running case, as any other failure does.
#pragma once

#include <string>

namespace strew::differential {

// `line` is printed by a crash from now on.
void prepare_for_crash(std::string line);

}  // namespace strew::differential
