// Limits that a control group of Linux (version 2) sets, as container runtimes do.
#pragma once

#include <cstdint>

namespace strew::platform {

// Processors whose whole time the process may use, rounded up: the least that its control group or one around it is
// allowed; 0: any number. `groups`: where the file system of groups is; `of_process`: the file that names the group.
std::int64_t processor_quota(const char* groups = "/sys/fs/cgroup", const char* of_process = "/proc/self/cgroup");

}  // namespace strew::platform
