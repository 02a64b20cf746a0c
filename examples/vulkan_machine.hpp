// A Vulkan device of a program's own, with one queue and one command buffer, and buffers that the host sees.
#ifndef STREW_EXAMPLES_VULKAN_MACHINE_HPP
#define STREW_EXAMPLES_VULKAN_MACHINE_HPP

#include <strew/vulkan.h>
#include <vulkan/vulkan.h>

#include <cstdint>
#include <string>
#include <vector>

class vulkan_machine {
 public:
  // The first device that strew accepts.
  vulkan_machine();
  ~vulkan_machine();
  vulkan_machine(const vulkan_machine&) = delete;
  vulkan_machine& operator=(const vulkan_machine&) = delete;

  // Why there is none: the other functions are for one that is there.
  [[nodiscard]] const std::string& lack() const { return lack_; }
  [[nodiscard]] std::string name() const;

  [[nodiscard]] strew_vulkan_context context() const;
  [[nodiscard]] VkDevice device() const { return device_; }
  [[nodiscard]] VkQueue queue() const { return queue_; }
  [[nodiscard]] std::uint32_t queue_family() const { return family_; }
  [[nodiscard]] std::uint32_t memory_type(std::uint32_t allowed) const;

  // A command buffer that has begun; execute ends it, submits it, waits and begins it anew.
  [[nodiscard]] VkCommandBuffer commands() const { return commands_; }
  void execute();

 private:
  void open();
  bool choose(VkPhysicalDevice candidate);
  void begin();

  std::string lack_;
  strew_vulkan_features features_ = STREW_VULKAN_FEATURES_INIT;
  VkInstance instance_ = VK_NULL_HANDLE;
  VkPhysicalDevice physical_ = VK_NULL_HANDLE;
  VkDevice device_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  std::uint32_t family_ = 0;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
};

// Memory of the device that the host sees, filled with one byte.
class vulkan_buffer {
 public:
  vulkan_buffer(const vulkan_machine& of, std::uint64_t bytes, unsigned char filled = 0xA5);
  ~vulkan_buffer();
  vulkan_buffer(const vulkan_buffer&) = delete;
  vulkan_buffer& operator=(const vulkan_buffer&) = delete;

  [[nodiscard]] VkBuffer handle() const { return buffer_; }
  [[nodiscard]] unsigned char* memory() const { return mapped_; }
  [[nodiscard]] std::uint64_t size() const { return bytes_; }
  [[nodiscard]] std::vector<unsigned char> image() const { return {mapped_, mapped_ + bytes_}; }

 private:
  VkDevice device_;
  std::uint64_t bytes_;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  unsigned char* mapped_ = nullptr;
};

#endif
