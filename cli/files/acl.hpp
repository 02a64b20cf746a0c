// The POSIX access control list of a file, as opaque bytes. Linux only.
#pragma once

#include <string>

#include "files/result.hpp"

namespace strew::files {

// Empty: the file has none in addition to its mode.
result<std::string> acl_of(const std::string& path);

// Sets this list, or removes an inherited one. Also sets the permissions of group and others.
maybe_failure set_acl(int file, const std::string& acl);

}  // namespace strew::files
