#include "platform/loaded_library.hpp"

#include "platform/windows/api.hpp"

namespace strew::platform {

bool stay_loaded(const void* address) {
  HMODULE self = nullptr;
  return GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                            static_cast<LPCWSTR>(address), &self) != 0;
}

void* find_loaded(const char* name) {
  return GetModuleHandleA(name);
}

void* load(const char* file) {
  return LoadLibraryA(file);
}

void* find_symbol(void* library, const char* name) {
  return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(library), name));
}

}  // namespace strew::platform
