#include "vulkan_machine.hpp"

#include <cstring>
#include <stdexcept>

namespace {

void require(VkResult result, const char* call) {
  if (result != VK_SUCCESS) throw std::runtime_error(std::string(call) + " returned " + std::to_string(result));
}

void (*find_function(void* instance, const char* name))() {
  return vkGetInstanceProcAddr(static_cast<VkInstance>(instance), name);
}

VkInstance make_instance() {
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = VK_API_VERSION_1_2;
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  VkInstance made = VK_NULL_HANDLE;
  return vkCreateInstance(&info, nullptr, &made) == VK_SUCCESS ? made : VK_NULL_HANDLE;
}

}  // namespace

vulkan_machine::vulkan_machine() {
  instance_ = make_instance();
  lack_ = "no device of Vulkan is there";
  if (instance_ == VK_NULL_HANDLE) return;
  std::uint32_t count = 0;
  vkEnumeratePhysicalDevices(instance_, &count, nullptr);
  std::vector<VkPhysicalDevice> found(count);
  vkEnumeratePhysicalDevices(instance_, &count, found.data());
  for (VkPhysicalDevice candidate : found) {
    if (!choose(candidate)) continue;
    lack_.clear();
    open();
    return;
  }
}

vulkan_machine::~vulkan_machine() {
  if (device_ != VK_NULL_HANDLE) {
    vkDestroyCommandPool(device_, pool_, nullptr);
    vkDestroyDevice(device_, nullptr);
  }
  if (instance_ != VK_NULL_HANDLE) vkDestroyInstance(instance_, nullptr);
}

std::string vulkan_machine::name() const {
  VkPhysicalDeviceProperties properties;
  vkGetPhysicalDeviceProperties(physical_, &properties);
  return properties.deviceName;
}

strew_vulkan_context vulkan_machine::context() const {
  strew_vulkan_context made = STREW_VULKAN_CONTEXT_INIT;
  made.instance = instance_;
  made.physical_device = physical_;
  made.device = device_;
  made.get_instance_proc_addr = find_function;
  if (device_ != VK_NULL_HANDLE) made.features = &features_;
  return made;
}

bool vulkan_machine::choose(VkPhysicalDevice candidate) {
  physical_ = candidate;
  strew_error error = STREW_ERROR_INIT;
  const strew_vulkan_context given = context();
  if (strew_vulkan_requirements(&given, &features_, &error) != STREW_STATUS_OK) {
    lack_ = error.message;
    return false;
  }
  std::uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(candidate, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(candidate, &count, families.data());
  for (family_ = 0; family_ < count; ++family_)
    if ((families[family_].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0) return true;
  return false;
}

void vulkan_machine::open() {
  const float priority = 1;
  VkDeviceQueueCreateInfo one_queue{};
  one_queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  one_queue.queueFamilyIndex = family_;
  one_queue.queueCount = 1;
  one_queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = features_.chain;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &one_queue;
  require(vkCreateDevice(physical_, &info, nullptr, &device_), "vkCreateDevice");
  vkGetDeviceQueue(device_, family_, 0, &queue_);
  VkCommandPoolCreateInfo pool{};
  pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  pool.queueFamilyIndex = family_;
  require(vkCreateCommandPool(device_, &pool, nullptr, &pool_), "vkCreateCommandPool");
  VkCommandBufferAllocateInfo one{};
  one.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  one.commandPool = pool_;
  one.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  one.commandBufferCount = 1;
  require(vkAllocateCommandBuffers(device_, &one, &commands_), "vkAllocateCommandBuffers");
  begin();
}

void vulkan_machine::begin() {
  VkCommandBufferBeginInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  require(vkBeginCommandBuffer(commands_, &info), "vkBeginCommandBuffer");
}

void vulkan_machine::execute() {
  require(vkEndCommandBuffer(commands_), "vkEndCommandBuffer");
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands_;
  require(vkQueueSubmit(queue_, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
  require(vkQueueWaitIdle(queue_), "vkQueueWaitIdle");
  begin();
}

std::uint32_t vulkan_machine::memory_type(std::uint32_t allowed) const {
  VkPhysicalDeviceMemoryProperties all;
  vkGetPhysicalDeviceMemoryProperties(physical_, &all);
  constexpr VkMemoryPropertyFlags seen = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  for (const VkMemoryPropertyFlags wanted : {seen | VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, seen})
    for (std::uint32_t n = 0; n < all.memoryTypeCount; ++n)
      if ((allowed >> n & 1U) != 0 && (all.memoryTypes[n].propertyFlags & wanted) == wanted) return n;
  throw std::runtime_error("no memory of the device is seen by the host");
}

vulkan_buffer::vulkan_buffer(const vulkan_machine& of, std::uint64_t bytes, unsigned char filled)
    : device_(of.device()), bytes_(bytes) {
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = bytes;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT |
               VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  require(vkCreateBuffer(device_, &info, nullptr, &buffer_), "vkCreateBuffer");
  VkMemoryRequirements needed;
  vkGetBufferMemoryRequirements(device_, buffer_, &needed);
  VkMemoryAllocateFlagsInfo flags{};
  flags.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  VkMemoryAllocateInfo memory{};
  memory.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  memory.pNext = &flags;
  memory.allocationSize = needed.size;
  memory.memoryTypeIndex = of.memory_type(needed.memoryTypeBits);
  require(vkAllocateMemory(device_, &memory, nullptr, &memory_), "vkAllocateMemory");
  require(vkBindBufferMemory(device_, buffer_, memory_, 0), "vkBindBufferMemory");
  void* mapped = nullptr;
  require(vkMapMemory(device_, memory_, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
  mapped_ = static_cast<unsigned char*>(mapped);
  std::memset(mapped_, filled, bytes);
}

vulkan_buffer::~vulkan_buffer() {
  vkDestroyBuffer(device_, buffer_, nullptr);
  vkFreeMemory(device_, memory_, nullptr);
}
