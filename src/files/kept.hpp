// What a file hands on to the one that takes its place: mode, owner, group and access control list.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <string>

#include "files/result.hpp"

namespace strew::files {

struct kept_attributes {
  mode_t mode = 0;
  uid_t owner = 0;
  gid_t group = 0;
  std::string acl;

  bool operator==(const kept_attributes&) const = default;
};

result<kept_attributes> attributes_of(const std::string& path, const struct stat& status);

// Gives them to a new file, whatever it had, and lets nobody but its owner open it before it has them all. The system
// may refuse owner and group: the file is then closed to everybody to whom the old one was closed, if need be to others
// too, and sets no ids.
maybe_failure hand_on(const kept_attributes& kept, int file);

}  // namespace strew::files
