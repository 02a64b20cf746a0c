// Functions of Vulkan of which one fails at one of its calls, and a list of all objects that are made and destroyed by
// them: what a driver does that runs out of memory, or whose device is lost.
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace strew::vulkan_tests {

struct fault {
  std::string function;  // "vkAllocateMemory"
  VkResult result = VK_ERROR_DEVICE_LOST;
  std::uint64_t at = 0;  // its number among the calls of the function, from 1 on; 0: none fails
  bool stays = false;    // all that follow fail too
};

// Of the process: functions have no context.
class faulty {
 public:
  // vkGetInstanceProcAddr, as a context takes it.
  static void (*find(void* instance, const char* name))();

  // From here on calls are counted.
  static void expect(const fault& what);
  static bool has_failed() { return failed_; }
  static void hide_host_memory(bool hides) { hides_ = hides; }

  // "Buffer 2, Memory 2": what is made and not destroyed; of one kind how many.
  [[nodiscard]] static std::string alive();
  [[nodiscard]] static std::size_t count(const std::string& kind) { return alive_[kind].size(); }
  // What was destroyed and had not been made, since this was asked last.
  [[nodiscard]] static std::string take_strangers() { return std::exchange(strangers_, ""); }

  // Of the functions themselves: the result by which this call fails; what is made and destroyed.
  static VkResult next(const std::string& function);
  static void make(const std::string& function, std::uint64_t handle);
  static bool destroy(const std::string& function, std::uint64_t handle);
  static bool hides_host_memory() { return hides_; }

 private:
  static inline fault fault_;
  static inline std::uint64_t calls_ = 0;
  static inline bool failed_ = false;
  static inline bool hides_ = false;
  static inline std::map<std::string, std::set<std::uint64_t>> alive_;
  static inline std::string strangers_;
};

// Every function that the library calls and that may fail.
inline constexpr const char* failing_functions[] = {"vkAllocateCommandBuffers",
                                                    "vkAllocateMemory",
                                                    "vkBeginCommandBuffer",
                                                    "vkBindBufferMemory",
                                                    "vkCreateBuffer",
                                                    "vkCreateCommandPool",
                                                    "vkCreateComputePipelines",
                                                    "vkCreateDevice",
                                                    "vkCreateFence",
                                                    "vkCreateInstance",
                                                    "vkCreatePipelineLayout",
                                                    "vkCreateShaderModule",
                                                    "vkEndCommandBuffer",
                                                    "vkMapMemory",
                                                    "vkQueueSubmit",
                                                    "vkResetFences",
                                                    "vkWaitForFences",
                                                    "vkEnumeratePhysicalDevices",
                                                    "vkGetMemoryHostPointerPropertiesEXT"};

}  // namespace strew::vulkan_tests
