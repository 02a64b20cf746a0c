// The system that a build is for, by name.
#pragma once

#include <string>
#include <string_view>

namespace strew::platform {

std::string_view system_name();
// With its version as the build saw it, "glibc 2.36"; "unknown": its headers do not say.
std::string c_library_name();

}  // namespace strew::platform
