#include "vulkan/gpu.hpp"

namespace strew::vulkan_tests {
namespace {

VkInstance make_instance() {
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = VK_API_VERSION_1_2;
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  VkInstance created = VK_NULL_HANDLE;
  return vkCreateInstance(&info, nullptr, &created) == VK_SUCCESS ? created : VK_NULL_HANDLE;
}

std::uint32_t memory_type(VkPhysicalDevice device, std::uint32_t allowed) {
  VkPhysicalDeviceMemoryProperties all;
  vkGetPhysicalDeviceMemoryProperties(device, &all);
  constexpr VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  std::uint32_t type = 0;
  while ((allowed >> type & 1U) == 0 || (all.memoryTypes[type].propertyFlags & wanted) != wanted) ++type;
  return type;
}

}  // namespace

gpu* gpu::find() {
  static const std::unique_ptr<gpu> one = [] {
    std::unique_ptr<gpu> opened(new gpu);
    return opened->open() ? std::move(opened) : nullptr;
  }();
  return one.get();
}

gpu::~gpu() {
  strew_vulkan_device_destroy(made);
  for (const gpu_buffer& one : buffers_) {
    vkDestroyBuffer(device, one.buffer, nullptr);
    vkFreeMemory(device, one.memory, nullptr);
  }
  if (pool_ != VK_NULL_HANDLE) vkDestroyCommandPool(device, pool_, nullptr);
  if (device != VK_NULL_HANDLE) vkDestroyDevice(device, nullptr);
  if (instance_ != VK_NULL_HANDLE) vkDestroyInstance(instance_, nullptr);
}

bool gpu::open() {
  instance_ = make_instance();
  std::uint32_t one = 1;
  if (instance_ == VK_NULL_HANDLE || vkEnumeratePhysicalDevices(instance_, &one, &physical_) < 0 || one == 0)
    return false;
  context.instance = instance_;
  context.physical_device = physical_;
  context.get_instance_proc_addr = reinterpret_cast<decltype(context.get_instance_proc_addr)>(&vkGetInstanceProcAddr);
  strew_vulkan_features features = STREW_VULKAN_FEATURES_INIT;
  if (strew_vulkan_requirements(&context, &features, nullptr) != STREW_STATUS_OK) return false;
  constexpr float priority = 1;
  VkDeviceQueueCreateInfo queues{};
  queues.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queues.queueCount = 1;
  queues.pQueuePriorities = &priority;
  VkDeviceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = features.chain;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queues;
  if (vkCreateDevice(physical_, &info, nullptr, &device) != VK_SUCCESS) return false;
  vkGetDeviceQueue(device, family, 0, &queue);
  context.device = device;
  VkCommandPoolCreateInfo pool{};
  pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  vkCreateCommandPool(device, &pool, nullptr, &pool_);
  VkCommandBufferAllocateInfo buffers{};
  buffers.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  buffers.commandPool = pool_;
  buffers.commandBufferCount = 1;
  vkAllocateCommandBuffers(device, &buffers, &commands);
  return strew_vulkan_device_make(&context, queue, family, &made, nullptr) == STREW_STATUS_OK;
}

gpu_buffer gpu::make_buffer(std::uint64_t bytes) {
  gpu_buffer made_buffer;
  made_buffer.bytes = bytes;
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = bytes;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
  vkCreateBuffer(device, &info, nullptr, &made_buffer.buffer);
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(device, made_buffer.buffer, &needs);
  VkMemoryAllocateFlagsInfo flags{};
  flags.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  VkMemoryAllocateInfo memory{};
  memory.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  memory.pNext = &flags;
  memory.allocationSize = needs.size;
  memory.memoryTypeIndex = memory_type(physical_, needs.memoryTypeBits);
  vkAllocateMemory(device, &memory, nullptr, &made_buffer.memory);
  vkBindBufferMemory(device, made_buffer.buffer, made_buffer.memory, 0);
  vkMapMemory(device, made_buffer.memory, 0, VK_WHOLE_SIZE, 0, reinterpret_cast<void**>(&made_buffer.mapped));
  VkBufferDeviceAddressInfo where{};
  where.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO;
  where.buffer = made_buffer.buffer;
  made_buffer.address = vkGetBufferDeviceAddress(device, &where);
  std::memset(made_buffer.mapped, 0, bytes);
  return buffers_.emplace_back(made_buffer);
}

VkCommandBuffer gpu::begin() {
  VkCommandBufferBeginInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  vkBeginCommandBuffer(commands, &info);
  return commands;
}

void gpu::submit() {
  vkEndCommandBuffer(commands);
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  vkQueueSubmit(queue, 1, &info, VK_NULL_HANDLE);
  vkQueueWaitIdle(queue);
}

}  // namespace strew::vulkan_tests
