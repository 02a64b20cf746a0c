// A device of the library's own, and executions on arrays in host memory.
#pragma once

#include <memory>

#include "src/device.hpp"
#include "src/loader.hpp"
#include "src/own_commands.hpp"

namespace strew::vulkan {

class host_state {
 public:
  host_state() = default;
  ~host_state();
  host_state(const host_state&) = delete;
  host_state& operator=(const host_state&) = delete;

  maybe_failure open(const strew_vulkan_host_options& options, bool is_any);
  // Submits a call and waits for it; the record it has left.
  maybe_failure run(const strew_vulkan_plan& plan, strew_vulkan_call call);

  own_instance instance;
  std::unique_ptr<strew_vulkan_device> device;
  buffer_maker make;
  PFN_vkGetMemoryHostPointerPropertiesEXT host_pointers = nullptr;  // null: operands are copied
  std::uint64_t page = 4096;  // addresses and sizes that are imported are multiples of it

 private:
  maybe_failure choose(const strew_vulkan_host_options& options, bool is_any, strew_vulkan_context& context);
  maybe_failure make_device(const strew_vulkan_host_options& options, strew_vulkan_context& context);
  maybe_failure make_commands();

  VkDevice handle_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  std::uint32_t family_ = 0;
  std::unique_ptr<own_commands> commands_;
  device_buffer record_;
};

}  // namespace strew::vulkan

struct strew_vulkan_host : strew::vulkan::host_state {};
