#include "directml/host_backend.hpp"

#include <cstddef>
#include <cstring>

namespace strew::frontends::directml {
namespace {

void* memory_of(const strew_directml_range& range) {
  if (range.buffer == nullptr) return nullptr;
  return static_cast<std::byte*>(range.buffer) + range.offset;
}

std::uint64_t address_on_host(void*, void* buffer) {
  return reinterpret_cast<std::uintptr_t>(buffer);
}

// What is made of a plan is the plan.
strew_status compile_on_host(void*, const strew_plan* plan, void** compiled, std::uint64_t* temporary_bytes,
                             strew_error*) {
  *compiled = const_cast<strew_plan*>(plan);  // NOLINT(cppcoreguidelines-pro-type-const-cast): const again in dispatch
  *temporary_bytes = strew_plan_workspace(plan);
  return STREW_STATUS_OK;
}

void destroy_on_host(void*, void*) {}

strew_status dispatch_on_host(void* context, void* compiled, void*, const strew_directml_operands* on,
                              strew_error* error) {
  strew_execution execution = static_cast<const settings*>(context)->execution;
  if (on->temporary.buffer != nullptr) {
    execution.workspace = memory_of(on->temporary);
    execution.workspace_bytes = on->temporary.bytes;
  }
  return strew_execute(static_cast<const strew_plan*>(compiled), memory_of(on->inputs[0]), memory_of(on->inputs[1]),
                       memory_of(on->inputs[2]), memory_of(on->output), &execution, error);
}

strew_status copy_on_host(void*, void*, const strew_directml_range* from, const strew_directml_range* to,
                          strew_error*) {
  std::memcpy(memory_of(*to), memory_of(*from), from->bytes);
  return STREW_STATUS_OK;
}

}  // namespace

strew_directml_backend host_backend(const settings& with) noexcept {
  strew_directml_backend made = STREW_DIRECTML_BACKEND_INIT;
  made.context = const_cast<settings*>(&with);  // NOLINT(cppcoreguidelines-pro-type-const-cast): const in dispatch
  made.address_of = address_on_host;
  made.compile = compile_on_host;
  made.destroy = destroy_on_host;
  made.dispatch = dispatch_on_host;
  made.copy = copy_on_host;
  return made;
}

}  // namespace strew::frontends::directml
