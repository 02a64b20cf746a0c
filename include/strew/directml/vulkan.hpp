// DirectML's objects on a Vulkan device: buffers are VkBuffers, RecordDispatch records into a VkCommandBuffer. Link
// with strew::directml_vulkan. No header of Vulkan is needed here. docs/frontends/directml.md#on-a-vulkan-device has a
// program.
//
// For processors whose pointers have 64 bits, where a VkBuffer is one: it is the Buffer of a DML_BUFFER_BINDING as it
// is. Buffers have the usages STORAGE_BUFFER and SHADER_DEVICE_ADDRESS; those that an initializer copies TRANSFER_SRC,
// persistent resources TRANSFER_DST too. Offset and SizeInBytes are those of host memory. A temporary resource begins
// at an address that is a multiple of 256.
#ifndef STREW_DIRECTML_VULKAN_HPP
#define STREW_DIRECTML_VULKAN_HPP

#include <cstdint>

#include "strew/directml/backend.hpp"
#include "strew/vulkan.h"

extern "C" {

// Creates a device on a VkDevice with what strew_vulkan_requirements asks for. `vulkan`, `queue`, `queue_family`: as of
// strew_vulkan_device_make, which is called here, and is the only one that submits and waits. What it refuses, with its
// rules VK1 to VK5; all that strew_directml_create_device_on refuses.
//
// Each dispatch writes STREW_VULKAN_RECORD_BYTES to the beginning of its temporary resource, which every operator has
// here. After its commands have completed, strew_directml_dispatch_result tells from a copy of these bytes, or from
// themselves if the host sees them, what became of it.
[[nodiscard]] STREW_API std::int32_t strew_directml_create_device_on_vulkan(const strew_directml_options* options,
                                                                            const strew_vulkan_context* vulkan,
                                                                            void* queue, std::uint32_t queue_family,
                                                                            const void* interface_id, void** device);

}  // extern "C"

// The same for IID_PPV_ARGS.
[[nodiscard]] inline std::int32_t strew_directml_create_device_on_vulkan(const strew_directml_options* options,
                                                                         const strew_vulkan_context* vulkan,
                                                                         void* queue, std::uint32_t queue_family,
                                                                         const strew::directml::detail::guid& riid,
                                                                         void** device) noexcept {
  return strew_directml_create_device_on_vulkan(options, vulkan, queue, queue_family, static_cast<const void*>(&riid),
                                                device);
}

namespace strew {
namespace directml {

// A VkCommandBuffer as the first argument of RecordDispatch.
inline ID3D12CommandList* vulkan_commands(void* command_buffer) noexcept {
  return reinterpret_cast<ID3D12CommandList*>(command_buffer);
}

}  // namespace directml
}  // namespace strew

#endif
