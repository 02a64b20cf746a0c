// The loader of Vulkan that is on the machine, an instance, and a device of its own.
#pragma once

#include <string>
#include <vector>

#include "src/functions.hpp"

namespace strew::vulkan {

// An instance through libvulkan.so.1, which is loaded when it is made, or through a loader of the caller.
class own_instance {
 public:
  using find_function = decltype(strew_vulkan_context::get_instance_proc_addr);

  own_instance() = default;
  ~own_instance();
  own_instance(const own_instance&) = delete;
  own_instance& operator=(const own_instance&) = delete;

  // VK2, VK7. `validates`: with Khronos' validation layer and its checks of synchronisation. `given`: null, or the
  // caller's vkGetInstanceProcAddr, instead of that of the library.
  maybe_failure open(bool validates, find_function given);
  maybe_failure list(std::vector<VkPhysicalDevice>& devices) const;

  // The address of a function of the instance.
  template <class Function>
  Function find(const char* name) const {
    return reinterpret_cast<Function>(find_(static_cast<void*>(instance_), name));
  }
  [[nodiscard]] strew_vulkan_context context() const;

  std::vector<std::string> messages;  // of the layer

 private:
  find_function find_ = nullptr;
  VkInstance instance_ = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
};

}  // namespace strew::vulkan
