// A crash inside the library prints the line of the case that was running, as any other failure does.
#pragma once

#include <string>

namespace strew::differential {

// `line` is what a crash prints from now on.
void prepare_for_crash(std::string line);

}  // namespace strew::differential
