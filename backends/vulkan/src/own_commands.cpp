#include "src/own_commands.hpp"

namespace strew::vulkan {

own_commands::~own_commands() {
  if (fence_ != VK_NULL_HANDLE) call_->DestroyFence(device_, fence_, nullptr);
  if (pool_ != VK_NULL_HANDLE) call_->DestroyCommandPool(device_, pool_, nullptr);
}

maybe_failure own_commands::open(const functions& call, VkDevice device, std::uint32_t family) {
  call_ = &call;
  device_ = device;
  VkCommandPoolCreateInfo pool{};
  pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  pool.queueFamilyIndex = family;
  VkCommandBufferAllocateInfo commands{};
  commands.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  commands.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  commands.commandBufferCount = 1;
  VkFenceCreateInfo fence{};
  fence.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  return first_failure(
      [&] { return check_made(call.CreateCommandPool(device, &pool, nullptr, &pool_), "vkCreateCommandPool", pool_); },
      [&] {
        commands.commandPool = pool_;
        return check(call.AllocateCommandBuffers(device, &commands, &buffer_), "vkAllocateCommandBuffers");
      },
      [&] { return check_made(call.CreateFence(device, &fence, nullptr, &fence_), "vkCreateFence", fence_); });
}

// The fence is reset before, as one that a failure has left may be signalled.
maybe_failure own_commands::submit(VkQueue queue) const {
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &buffer_;
  return first_failure([&] { return check(call_->ResetFences(device_, 1, &fence_), "vkResetFences"); },
                       [&] { return check(call_->QueueSubmit(queue, 1, &info, fence_), "vkQueueSubmit"); },
                       [&] { return wait(queue); });
}

// A wait may fail while commands run on what is freed next: then all of the queue is waited for.
maybe_failure own_commands::wait(VkQueue queue) const {
  constexpr std::uint64_t forever = ~std::uint64_t{0};
  const VkResult waited = call_->WaitForFences(device_, 1, &fence_, VK_TRUE, forever);
  if (waited == VK_SUCCESS) return std::nullopt;
  const VkResult idle = call_->QueueWaitIdle(queue);
  if (idle == VK_SUCCESS && waited != VK_ERROR_DEVICE_LOST) return std::nullopt;
  return check_submitted(waited, "vkWaitForFences");
}

maybe_failure begin(const functions& call, VkCommandBuffer commands) {
  VkCommandBufferBeginInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  return check(call.BeginCommandBuffer(commands, &info), "vkBeginCommandBuffer");
}

}  // namespace strew::vulkan
