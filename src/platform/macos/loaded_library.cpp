#include "platform/loaded_library.hpp"

#include <dlfcn.h>

#include <string>

namespace strew::platform {

void* find_loaded(const char* name) {
  return dlopen(("lib" + std::string(name) + ".dylib").c_str(), RTLD_NOLOAD | RTLD_LAZY);
}

}  // namespace strew::platform
