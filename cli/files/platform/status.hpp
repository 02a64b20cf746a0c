// What the system says of a file.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace strew::files {

enum class file_kind { regular, folder, link, pipe, socket, device };

// Since 1970.
struct file_time {
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;

  bool operator==(const file_time&) const = default;
};

struct file_status {
  file_kind kind = file_kind::regular;
  std::uint64_t bytes = 0;
  file_time written;                           // its last modification
  std::uint64_t names = 1;                     // hard links
  std::array<std::uint64_t, 3> identity = {};  // of the file itself, under whatever name
  // Who may do what. Where there are no modes: 0444 of a file that is read-only, and 0666.
  unsigned mode = 0;
  std::uint32_t owner = 0;
  std::uint32_t group = 0;
};

// False: errno says why.
bool examine(int file, file_status& status);
bool examine(const std::string& path, file_status& status);
// A link itself, not what it leads to.
bool examine_link(const std::string& path, file_status& status);

// The path with all links resolved; empty: errno says why.
std::string real_path(const std::string& path);
// The same of what is there to be replaced, `link` being what is said of the path itself.
std::string replaced_path(const std::string& path, const file_status& link);

}  // namespace strew::files
