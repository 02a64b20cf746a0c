#include "platform/loaded_library.hpp"

#include <dlfcn.h>

namespace strew::platform {

bool stay_loaded(const void* address) {
  Dl_info found = {};
  return dladdr(address, &found) != 0 && dlopen(found.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE) != nullptr;
}

void* find_loaded(const char* name) {
  return dlopen(name, RTLD_NOLOAD | RTLD_LAZY);
}

void* load(const char* name) {
  return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

void* find_symbol(void* library, const char* name) {
  return dlsym(library, name);
}

}  // namespace strew::platform
