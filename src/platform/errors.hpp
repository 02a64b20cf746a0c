// Numbers of what the system refused: errno, whose values are wider on Windows than those of the C library.
#pragma once

#include <cerrno>
#include <string>

namespace strew::platform {

// "No such file or directory".
std::string error_text(int number);

// EDQUOT, which not every C library knows.
extern const int quota_exceeded;

// Whether disk, memory or a limit of the process is exhausted.
inline bool is_exhaustion(int number) {
  return number == ENOSPC || number == quota_exceeded || number == EFBIG || number == ENOMEM || number == EMFILE ||
         number == ENFILE;
}

}  // namespace strew::platform
