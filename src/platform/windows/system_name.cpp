#include "platform/system_name.hpp"

#if defined(__MINGW32__)
#include <_mingw.h>
#endif

namespace strew::platform {

std::string_view system_name() {
  return "Windows";
}

std::string c_library_name() {
#if defined(__MINGW64_VERSION_MAJOR)
  constexpr const char* runtime =
#if defined(_UCRT)
      "ucrt";
#else
      "msvcrt";
#endif
  return "mingw-w64 " + std::to_string(__MINGW64_VERSION_MAJOR) + "." + std::to_string(__MINGW64_VERSION_MINOR) + ", " +
         runtime;
#elif defined(_MSC_VER)
  return "ucrt, MSVC " + std::to_string(_MSC_VER);
#else
  return "unknown";
#endif
}

}  // namespace strew::platform
