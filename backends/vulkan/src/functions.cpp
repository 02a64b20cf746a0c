#include "src/functions.hpp"

namespace strew::vulkan {
namespace {

const char* name_of(VkResult result) {
  switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
      return "VK_ERROR_OUT_OF_HOST_MEMORY";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      return "VK_ERROR_OUT_OF_DEVICE_MEMORY";
    case VK_ERROR_INITIALIZATION_FAILED:
      return "VK_ERROR_INITIALIZATION_FAILED";
    case VK_ERROR_DEVICE_LOST:
      return "VK_ERROR_DEVICE_LOST";
    case VK_ERROR_MEMORY_MAP_FAILED:
      return "VK_ERROR_MEMORY_MAP_FAILED";
    case VK_ERROR_LAYER_NOT_PRESENT:
      return "VK_ERROR_LAYER_NOT_PRESENT";
    case VK_ERROR_EXTENSION_NOT_PRESENT:
      return "VK_ERROR_EXTENSION_NOT_PRESENT";
    case VK_ERROR_FEATURE_NOT_PRESENT:
      return "VK_ERROR_FEATURE_NOT_PRESENT";
    case VK_ERROR_INCOMPATIBLE_DRIVER:
      return "VK_ERROR_INCOMPATIBLE_DRIVER";
    case VK_ERROR_TOO_MANY_OBJECTS:
      return "VK_ERROR_TOO_MANY_OBJECTS";
    case VK_ERROR_INVALID_EXTERNAL_HANDLE:
      return "VK_ERROR_INVALID_EXTERNAL_HANDLE";
    case VK_TIMEOUT:
      return "VK_TIMEOUT";
    default:
      return "a VkResult";
  }
}

bool is_of_memory(VkResult result) {
  return result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY ||
         result == VK_ERROR_MEMORY_MAP_FAILED || result == VK_ERROR_TOO_MANY_OBJECTS;
}

}  // namespace

maybe_failure load_of_instance(const strew_vulkan_context& context, functions& to) {
#define STREW_VULKAN_OF_INSTANCE(name)                                                                    \
  to.name = reinterpret_cast<PFN_vk##name>(context.get_instance_proc_addr(context.instance, "vk" #name)); \
  if (to.name == nullptr) return fail(STREW_STATUS_POINTER, 0, "VK2", "the instance has no function vk" #name);
#define STREW_VULKAN_OF_DEVICE(name)
#include "src/functions.def"
#undef STREW_VULKAN_OF_INSTANCE
#undef STREW_VULKAN_OF_DEVICE
  return std::nullopt;
}

maybe_failure load_of_device(const strew_vulkan_context& context, functions& to) {
  auto* const device = static_cast<VkDevice>(context.device);
#define STREW_VULKAN_OF_INSTANCE(name)
#define STREW_VULKAN_OF_DEVICE(name)                                                  \
  to.name = reinterpret_cast<PFN_vk##name>(to.GetDeviceProcAddr(device, "vk" #name)); \
  if (to.name == nullptr) return fail(STREW_STATUS_POINTER, 0, "VK2", "the device has no function vk" #name);
#include "src/functions.def"
#undef STREW_VULKAN_OF_INSTANCE
#undef STREW_VULKAN_OF_DEVICE
  return std::nullopt;
}

maybe_failure check(VkResult result, const char* call) {
  if (result >= VK_SUCCESS) return std::nullopt;
  if (is_of_memory(result))
    return fail(STREW_STATUS_MEMORY, 0, "VK3", "{} returned {} ({})", call, name_of(result), static_cast<int>(result));
  return check_submitted(result, call);
}

maybe_failure check_submitted(VkResult result, const char* call) {
  if (result >= VK_SUCCESS) return std::nullopt;
  return fail(STREW_STATUS_CANCELLED, 0, "VK2", "{} returned {} ({})", call, name_of(result), static_cast<int>(result));
}

}  // namespace strew::vulkan
