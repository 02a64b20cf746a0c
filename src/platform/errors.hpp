// Numbers of what the system refused: errno, whose values are wider on Windows than those of the C library.
#pragma once

#include <string>

namespace strew::platform {

// "No such file or directory".
std::string error_text(int number);

// Whether disk, memory or a limit of the process is exhausted.
bool is_exhaustion(int number);

}  // namespace strew::platform
