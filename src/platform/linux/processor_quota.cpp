#include "platform/linux/processor_quota.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <system_error>

namespace strew::platform {
namespace {

using file_path = std::array<char, 4096>;

// The group of the process, such as /a/b; / where a container sees no other; empty: version 2 is not in use.
file_path group_of(const char* file) {
  file_path group = {};
  std::FILE* const lines = std::fopen(file, "re");
  if (lines == nullptr) return group;
  file_path line;
  while (std::fgets(line.data(), static_cast<int>(line.size()), lines) != nullptr) {
    if (std::strncmp(line.data(), "0::/", 4) != 0) continue;
    line[std::strcspn(line.data(), "\n")] = 0;
    std::memcpy(group.data(), line.data() + 3, std::strlen(line.data() + 3) + 1);
  }
  static_cast<void>(std::fclose(lines));
  return group;
}

// Of one group: microseconds of all processors in each period of so many. 0: there is no limit.
std::int64_t quota_of(const char* groups, const char* group) {
  std::array<char, 8192> file;
  static_cast<void>(std::snprintf(file.data(), file.size(), "%s%s/cpu.max", groups, group));
  std::array<char, 64> line = {};
  if (std::FILE* const limits = std::fopen(file.data(), "re"); limits != nullptr) {
    if (std::fgets(line.data(), static_cast<int>(line.size()), limits) == nullptr) line[0] = 0;
    static_cast<void>(std::fclose(limits));
  }
  const char* const end = line.data() + std::strlen(line.data());
  std::int64_t quota = 0, period = 0;
  const auto first = std::from_chars(line.data(), end, quota);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != ' ') return 0;
  if (std::from_chars(first.ptr + 1, end, period).ec != std::errc()) return 0;
  return quota > 0 && period > 0 ? (quota - 1) / period + 1 : 0;
}

}  // namespace

std::int64_t processor_quota(const char* groups, const char* of_process) {
  file_path group = group_of(of_process);
  std::int64_t least = 0;
  for (char* end = group.data() + std::strlen(group.data()); end != nullptr; end = std::strrchr(group.data(), '/')) {
    *end = 0;
    const std::int64_t here = quota_of(groups, group.data());
    if (here != 0) least = least == 0 ? here : std::min(least, here);
  }
  return least;
}

}  // namespace strew::platform
