#include "platform/system_name.hpp"

#include <version>

namespace strew::platform {

std::string_view system_name() {
  return "Linux";
}

std::string c_library_name() {
#if defined(__GLIBC__)
  return "glibc " + std::to_string(__GLIBC__) + "." + std::to_string(__GLIBC_MINOR__);
#else
  return "unknown";  // musl does not say
#endif
}

}  // namespace strew::platform
