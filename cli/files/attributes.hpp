// The attributes that a replaced file passes on: mode, owner and group. Where there are none of these the system passes
// on what there is (files/platform/replace.hpp).
#pragma once

#include <cstdint>
#include <string>

#include "files/platform/status.hpp"
#include "files/result.hpp"

namespace strew::files {

struct file_attributes {
  unsigned mode = 0;
  std::uint32_t owner = 0;
  std::uint32_t group = 0;

  bool operator==(const file_attributes&) const = default;
};

// Of a file with an access control list, which is not passed on, the mode has the owner's permissions alone: the
// group's bits say nothing about the group there.
result<file_attributes> attributes_of(const std::string& path, const file_status& status);

// Sets them on a new file; until all are set only its owner can open it. If the system refuses owner or group, the file
// is closed at least to everyone to whom the old one was closed, and has no set-id bits.
maybe_failure hand_on(const file_attributes& kept, int file);

}  // namespace strew::files
