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
};

result<kept_attributes> attributes_of(const std::string& path, const struct stat& status);

// Gives them to a new file that only its owner may open so far. The system may refuse owner and group: the file is then
// closed to everybody to whom the old one was closed, if need be to others too, and sets no ids.
maybe_failure hand_on(const kept_attributes& kept, int file);

}  // namespace strew::files
