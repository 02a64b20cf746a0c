#include "platform/loaded_library.hpp"

#include <dlfcn.h>

namespace strew::platform {

bool stay_loaded(const void* address) {
  Dl_info found = {};
  return dladdr(address, &found) != 0 && dlopen(found.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE) != nullptr;
}

void* load(const char* file) {
  return dlopen(file, RTLD_NOW | RTLD_LOCAL);
}

void* find_symbol(void* library, const char* name) {
  return dlsym(library, name);
}

}  // namespace strew::platform
