// The POSIX access control list of a file, as bytes that only the system reads. Without Linux there is none.
#pragma once

#include <string>

#include "files/result.hpp"

namespace strew::files {

// Empty: the file has none beside its mode.
result<std::string> acl_of(const std::string& path);

// The file has this list afterwards, or none, whatever its directory gave it. Sets the rights of group and others too.
maybe_failure set_acl(int file, const std::string& acl);

}  // namespace strew::files
