#include "torch/shim.hpp"

#include <stdexcept>
#include <string>

#include "platform/loaded_library.hpp"

namespace strew::torch {

shim libtorch;

namespace {

template <class Function>
bool find(const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(find_in_libtorch(name));
  return function != nullptr;
}

}  // namespace

void* find_in_libtorch(const char* name) {
  static void* const library = platform::find_loaded("torch_cpu");  // never closed: its functions are registered there
  return library == nullptr ? nullptr : platform::find_symbol(library, name);
}

const char* load_shim() {
  if (find_in_libtorch("aoti_torch_abi_version") == nullptr)
    return "libtorch_cpu is not loaded in this process: import torch first";
  bool has_all = find("aoti_torch_dtype_element_size", libtorch.aoti_torch_dtype_element_size);
#define STREW_TORCH_FIND(name, parameters) has_all = find(#name, libtorch.name) && has_all;
  STREW_TORCH_FUNCTIONS(STREW_TORCH_FIND)
#undef STREW_TORCH_FIND
  return has_all ? nullptr : "the libtorch_cpu of this process is older than PyTorch 2.10, the first version supported";
}

void require(std::int32_t status, const char* function) {
  if (status == 0) return;
  std::string message = std::string(function) + " of libtorch failed";
  if (void* const reason = find_in_libtorch("torch_exception_get_what_without_backtrace"))
    message += std::string(": ") + reinterpret_cast<const char* (*)()>(reason)();
  throw std::runtime_error(message);
}

}  // namespace strew::torch
