#include "platform/system_name.hpp"

#include <AvailabilityMacros.h>

namespace strew::platform {

std::string_view system_name() {
  return "macOS";
}

// The oldest macOS that it runs on: 130300 is 13.3.
std::string c_library_name() {
  constexpr int major = 10'000, minor = 100, least = MAC_OS_X_VERSION_MIN_REQUIRED;
  return "macOS " + std::to_string(least / major) + "." + std::to_string(least % major / minor);
}

}  // namespace strew::platform
