// The threads of this process, as the system counts them.
#pragma once

#include <sys/types.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

namespace strew::testing {

inline std::vector<pid_t> threads_of_this_process() {
  std::vector<pid_t> made;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task"))
    made.push_back(std::atoi(entry.path().filename().c_str()));
  return made;
}

}  // namespace strew::testing
