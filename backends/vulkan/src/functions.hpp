// Functions of Vulkan as the caller's vkGetInstanceProcAddr finds them: nothing is linked.
#pragma once

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

#include "src/failure.hpp"
#include "strew/vulkan.h"

namespace strew::vulkan {

struct functions {
#define STREW_VULKAN_OF_INSTANCE(name) PFN_vk##name name = nullptr;
#define STREW_VULKAN_OF_DEVICE(name) PFN_vk##name name = nullptr;
#include "src/functions.def"
#undef STREW_VULKAN_OF_INSTANCE
#undef STREW_VULKAN_OF_DEVICE
};

// VK2: a function is missing.
maybe_failure load_of_instance(const strew_vulkan_context& context, functions& to);
maybe_failure load_of_device(const strew_vulkan_context& context, functions& to);

// VK2, VK3: what a call returned, unless it succeeded.
maybe_failure check(VkResult result, const char* call);
// VK2 whatever it returned: of commands that have been submitted, so that nothing is known of what they write.
maybe_failure check_submitted(VkResult result, const char* call);

// The same of what makes a handle, which is null then: functions leave any number there when they fail.
template <class Handle>
maybe_failure check_made(VkResult result, const char* call, Handle& handle) {
  if (result < VK_SUCCESS) handle = VK_NULL_HANDLE;
  return check(result, call);
}

// Handles that are not dispatchable, as numbers of the C interface. They are pointers where pointers have 64 bits.
template <class Handle>
Handle handle_of(std::uint64_t number) {
  return reinterpret_cast<Handle>(number);  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace strew::vulkan
