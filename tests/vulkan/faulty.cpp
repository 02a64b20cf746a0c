#include "vulkan/faulty.hpp"

#include <cstring>
#include <tuple>
#include <type_traits>

namespace strew::vulkan_tests {
namespace {

using any_function = void (*)();

#define STREW_CHECKED(X)               \
  X(AllocateCommandBuffers)            \
  X(AllocateMemory)                    \
  X(BeginCommandBuffer)                \
  X(BindBufferMemory)                  \
  X(CreateBuffer)                      \
  X(CreateCommandPool)                 \
  X(CreateComputePipelines)            \
  X(CreateDevice)                      \
  X(CreateFence)                       \
  X(CreateInstance)                    \
  X(CreatePipelineLayout)              \
  X(CreateShaderModule)                \
  X(EndCommandBuffer)                  \
  X(EnumeratePhysicalDevices)          \
  X(GetMemoryHostPointerPropertiesEXT) \
  X(MapMemory)                         \
  X(QueueSubmit)                       \
  X(QueueWaitIdle)                     \
  X(ResetFences)                       \
  X(WaitForFences)
#define STREW_DESTROYING(X) \
  X(DestroyBuffer)          \
  X(DestroyCommandPool)     \
  X(DestroyDevice)          \
  X(DestroyFence)           \
  X(DestroyInstance)        \
  X(DestroyPipeline)        \
  X(DestroyPipelineLayout)  \
  X(DestroyShaderModule)    \
  X(FreeMemory)

// "Buffer" of vkCreateBuffer and vkDestroyBuffer; "" of what makes and destroys nothing.
std::string kind_of(const std::string& function) {
  if (function == "vkCreateComputePipelines") return "Pipeline";
  if (function == "vkAllocateMemory") return "Memory";
  for (const char* const verb : {"vkCreate", "vkDestroy", "vkFree"})
    if (function.rfind(verb, 0) == 0) return function.substr(std::string(verb).size());
  return "";
}

template <std::size_t FromEnd, class... Values>
auto from_end(Values... values) {
  return std::get<sizeof...(Values) - FromEnd>(std::make_tuple(values...));
}

// What a function leaves where a handle would be is not defined when it fails, but for pipelines.
constexpr std::uint64_t garbage = 0xDEAD0000BEEF0000;

// Where a function that makes something leaves its handle; other functions are compiled, and do not come here.
template <class Last>
constexpr bool is_place = std::is_pointer_v<Last> && !std::is_const_v<std::remove_pointer_t<Last>>;

template <class Last>
std::uint64_t handle_at(Last place) {
  std::uint64_t handle = 0;
  if constexpr (is_place<Last>) std::memcpy(&handle, reinterpret_cast<const void*>(place), sizeof handle);
  return handle;
}
template <class Last>
void put_handle(std::uint64_t handle, Last place) {
  if constexpr (is_place<Last>) std::memcpy(reinterpret_cast<void*>(place), &handle, sizeof handle);
}

template <class Name, class Function>
struct wrapped;

template <class Name, class... Values>
struct wrapped<Name, VkResult(VKAPI_PTR*)(Values...)> {
  static inline VkResult(VKAPI_PTR* real)(Values...) = nullptr;

  static VKAPI_ATTR VkResult VKAPI_CALL call(Values... values) {
    const std::string name = Name::text;
    const std::string kind = kind_of(name);
    const VkResult bad = faulty::next(name);
    const VkResult result = bad == VK_SUCCESS ? real(values...) : bad;
    if (kind.empty()) return result;
    if (result == VK_SUCCESS)
      faulty::make(name, handle_at(from_end<1>(values...)));
    else
      put_handle(kind == "Pipeline" ? 0 : garbage, from_end<1>(values...));
    return result;
  }
};

template <class Name, class... Values>
struct wrapped<Name, void(VKAPI_PTR*)(Values...)> {
  static inline void(VKAPI_PTR* real)(Values...) = nullptr;

  static VKAPI_ATTR void VKAPI_CALL call(Values... values) {
    const auto handle = reinterpret_cast<std::uint64_t>(from_end<2>(values...));
    if (faulty::destroy(Name::text, handle)) real(values...);
  }
};

#define STREW_NAMED(name)                           \
  struct name_of_##name {                           \
    static constexpr const char* text = "vk" #name; \
  };                                                \
  using wrapped_##name = wrapped<name_of_##name, PFN_vk##name>;
STREW_CHECKED(STREW_NAMED)
STREW_DESTROYING(STREW_NAMED)
#undef STREW_NAMED

any_function find_of_device(VkDevice device, const char* name);

VkResult VKAPI_CALL no_extensions(VkPhysicalDevice, const char*, std::uint32_t* count, VkExtensionProperties*) {
  *count = 0;
  return VK_SUCCESS;
}

any_function wrap(any_function real, const std::string& name) {
  if (real == nullptr) return nullptr;
  if (name == "vkGetDeviceProcAddr") return reinterpret_cast<any_function>(&find_of_device);
  if (name == "vkEnumerateDeviceExtensionProperties" && faulty::hides_host_memory())
    return reinterpret_cast<any_function>(&no_extensions);
#define STREW_WRAP(function)                                             \
  if (name == "vk" #function) {                                          \
    wrapped_##function::real = reinterpret_cast<PFN_vk##function>(real); \
    return reinterpret_cast<any_function>(&wrapped_##function::call);    \
  }
  STREW_CHECKED(STREW_WRAP)
  STREW_DESTROYING(STREW_WRAP)
#undef STREW_WRAP
  return real;
}

any_function find_of_device(VkDevice device, const char* name) {
  return wrap(vkGetDeviceProcAddr(device, name), name);
}

}  // namespace

any_function faulty::find(void* instance, const char* name) {
  return wrap(vkGetInstanceProcAddr(static_cast<VkInstance>(instance), name), name);
}

void faulty::expect(const fault& what) {
  fault_ = what;
  calls_ = 0;
  failed_ = false;
}

VkResult faulty::next(const std::string& function) {
  if (function != fault_.function || fault_.at == 0) return VK_SUCCESS;
  ++calls_;
  if (calls_ != fault_.at && !(fault_.stays && calls_ > fault_.at)) return VK_SUCCESS;
  failed_ = true;
  return fault_.result;
}

void faulty::make(const std::string& function, std::uint64_t handle) {
  alive_[kind_of(function)].insert(handle);
}

bool faulty::destroy(const std::string& function, std::uint64_t handle) {
  if (handle == 0) return false;
  if (alive_[kind_of(function)].erase(handle) == 1) return true;
  strangers_ += function + " ";
  return false;
}

std::string faulty::alive() {
  std::string made;
  for (const auto& [kind, handles] : alive_)
    if (!handles.empty()) made += kind + " " + std::to_string(handles.size()) + " ";
  return made;
}

}  // namespace strew::vulkan_tests
