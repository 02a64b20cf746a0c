// A command buffer of the library's own, for the functions that submit and wait.
#pragma once

#include "src/functions.hpp"

namespace strew::vulkan {

class own_commands {
 public:
  own_commands() = default;
  ~own_commands();
  own_commands(const own_commands&) = delete;
  own_commands& operator=(const own_commands&) = delete;

  // Of a queue of that family; before anything else. VK2, VK3.
  maybe_failure open(const functions& call, VkDevice device, std::uint32_t family);
  // Submits what has been recorded, and waits: it does not run any more, whatever is returned. VK3: it never ran; VK2:
  // nothing is known of what it has written.
  maybe_failure submit(VkQueue queue) const;

  [[nodiscard]] VkCommandBuffer buffer() const { return buffer_; }

 private:
  [[nodiscard]] maybe_failure wait(VkQueue queue) const;

  const functions* call_ = nullptr;
  VkDevice device_ = VK_NULL_HANDLE;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkCommandBuffer buffer_ = VK_NULL_HANDLE;
  VkFence fence_ = VK_NULL_HANDLE;
};

// Begins a command buffer that is submitted once.
maybe_failure begin(const functions& call, VkCommandBuffer commands);

}  // namespace strew::vulkan
