// Memory of a device that the host sees, in which tables of plans lie.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "src/functions.hpp"

namespace strew::vulkan {

// A buffer with memory of its own: mapped, coherent, with an address.
struct device_buffer {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  void* mapped = nullptr;
};

// Makes and frees buffers; any number of threads.
class buffer_maker {
 public:
  buffer_maker() = default;
  buffer_maker(const functions& call, VkPhysicalDevice physical, VkDevice device);

  // VK3.
  maybe_failure make(std::uint64_t bytes, device_buffer& to) const;
  // On memory of the host: whole pages of it, which stay where they are as long as the buffer. VK2, VK3.
  maybe_failure import(void* first, std::uint64_t bytes, PFN_vkGetMemoryHostPointerPropertiesEXT properties,
                       device_buffer& to) const;
  void free(device_buffer& buffer) const;

 private:
  maybe_failure make(std::uint64_t bytes, const void* of_buffer, const void* of_memory, std::uint32_t types,
                     device_buffer& to) const;
  [[nodiscard]] bool find_type(std::uint32_t allowed, std::uint32_t& type) const;

  const functions* call_ = nullptr;
  VkDevice device_ = VK_NULL_HANDLE;
  VkPhysicalDeviceMemoryProperties types_ = {};
};

// Blocks of the caller's allocator, or of buffers that many small blocks share, as devices have few allocations.
class block_memory {
 public:
  block_memory(buffer_maker make, const strew_vulkan_allocator* given);
  ~block_memory();
  block_memory(const block_memory&) = delete;
  block_memory& operator=(const block_memory&) = delete;

  maybe_failure allocate(std::uint64_t bytes, strew_vulkan_block& to);
  void release(const strew_vulkan_block& block);

 private:
  // Blocks one behind the other; it begins again when none of them is left.
  struct chunk {
    device_buffer buffer;
    std::uint64_t used = 0;
    std::uint64_t blocks = 0;
  };
  static void take(chunk& from, std::uint64_t bytes, strew_vulkan_block& to);

  buffer_maker make_;
  strew_vulkan_allocator given_ = STREW_VULKAN_ALLOCATOR_INIT;
  std::mutex mutex_;
  std::vector<std::unique_ptr<chunk>> chunks_;
};

}  // namespace strew::vulkan
