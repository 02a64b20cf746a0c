#include "vulkan/gpu.hpp"

namespace strew::vulkan_tests {

gpu* gpu::find() {
  static const std::unique_ptr<gpu> one = [] {
    std::unique_ptr<gpu> opened(new gpu);
    return opened->open() ? std::move(opened) : nullptr;
  }();
  return one.get();
}

gpu::~gpu() {
  strew_vulkan_device_destroy(made);
}

bool gpu::open() {
  if (!machine.lack().empty()) return false;
  context = machine.context();
  queue = machine.queue();
  family = machine.queue_family();
  commands = machine.commands();
  device = machine.device();
  return strew_vulkan_device_make(&context, queue, family, &made, nullptr) == STREW_STATUS_OK;
}

gpu_buffer gpu::make_buffer(std::uint64_t bytes) {
  const vulkan_buffer& kept = *buffers_.emplace_back(std::make_unique<vulkan_buffer>(machine, bytes, 0));
  VkBufferDeviceAddressInfo where{};
  where.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO;
  where.buffer = kept.handle();
  return {kept.handle(), vkGetBufferDeviceAddress(device, &where), bytes, kept.memory()};
}

}  // namespace strew::vulkan_tests
