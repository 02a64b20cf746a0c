#include "platform/system_name.hpp"

#include <version>

namespace strew::platform {

std::string_view system_name() {
  return "Linux";
}

std::string c_library_name() {
#if defined(__GLIBC__)
  return "glibc " + std::to_string(__GLIBC__) + "." + std::to_string(__GLIBC_MINOR__);
#elif defined(STREW_MUSL)  // by CMakeLists.txt
  return "musl";
#else
  return "unknown";
#endif
}

}  // namespace strew::platform
