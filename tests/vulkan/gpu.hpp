// A Vulkan device as a program of its own has one: what strew::vulkan is given. Null where there is no driver.
#pragma once

#include <strew/vulkan.h>
#include <vulkan/vulkan.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "examples/vulkan_machine.hpp"

namespace strew::vulkan_tests {

struct gpu_buffer {
  VkBuffer buffer = VK_NULL_HANDLE;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  unsigned char* mapped = nullptr;

  [[nodiscard]] strew_vulkan_place at(std::uint64_t offset = 0) const { return {address, 0, offset}; }
  [[nodiscard]] strew_vulkan_place by_handle(std::uint64_t offset = 0) const {
    return {0, reinterpret_cast<std::uint64_t>(buffer), offset};
  }
  template <class T>
  void put(const std::vector<T>& from, std::uint64_t offset = 0) const {
    std::memcpy(mapped + offset, from.data(), from.size() * sizeof(T));
  }
  template <class T>
  [[nodiscard]] std::vector<T> get(std::size_t count, std::uint64_t offset = 0) const {
    std::vector<T> made(count);
    std::memcpy(made.data(), mapped + offset, count * sizeof(T));
    return made;
  }
};

class gpu {
 public:
  // The process's own; null: there is no device that is accepted.
  static gpu* find();
  ~gpu();
  gpu(const gpu&) = delete;
  gpu& operator=(const gpu&) = delete;

  [[nodiscard]] gpu_buffer make_buffer(std::uint64_t bytes);
  // Bytes of a buffer that lives as long as the device.
  template <class T>
  gpu_buffer buffer_of(const std::vector<T>& from) {
    const gpu_buffer filled = make_buffer(from.size() * sizeof(T) + 64);
    filled.put(from);
    return filled;
  }
  // What has been recorded into `commands`; waits for it.
  void submit() { machine.execute(); }

  vulkan_machine machine;
  strew_vulkan_context context = STREW_VULKAN_CONTEXT_INIT;
  VkQueue queue = VK_NULL_HANDLE;
  std::uint32_t family = 0;
  VkCommandBuffer commands = VK_NULL_HANDLE;  // always begun
  VkDevice device = VK_NULL_HANDLE;
  strew_vulkan_device* made = nullptr;  // of the context

 private:
  gpu() = default;
  bool open();

  std::vector<std::unique_ptr<vulkan_buffer>> buffers_;
};

}  // namespace strew::vulkan_tests
