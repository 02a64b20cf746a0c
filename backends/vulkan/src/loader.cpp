#include "src/loader.hpp"

#include "platform/loaded_library.hpp"

namespace strew::vulkan {
namespace {

constexpr const char* layer = "VK_LAYER_KHRONOS_validation";
constexpr const char* debug_extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;

VkBool32 VKAPI_CALL note(VkDebugUtilsMessageSeverityFlagBitsEXT /*severity*/, VkDebugUtilsMessageTypeFlagsEXT /*types*/,
                         const VkDebugUtilsMessengerCallbackDataEXT* data, void* to) {
  static_cast<std::vector<std::string>*>(to)->emplace_back(data->pMessage);
  return VK_FALSE;
}

VkDebugUtilsMessengerCreateInfoEXT messenger_info(std::vector<std::string>& to) {
  VkDebugUtilsMessengerCreateInfoEXT made{};
  made.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  made.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  made.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT;
  made.pfnUserCallback = note;
  made.pUserData = &to;
  return made;
}

own_instance::find_function find_library() {
  void* const library = platform::load("libvulkan.so.1");
  if (library == nullptr) return nullptr;
  return reinterpret_cast<own_instance::find_function>(platform::find_symbol(library, "vkGetInstanceProcAddr"));
}

}  // namespace

own_instance::~own_instance() {
  if (messenger_ != VK_NULL_HANDLE)
    find<PFN_vkDestroyDebugUtilsMessengerEXT>("vkDestroyDebugUtilsMessengerEXT")(instance_, messenger_, nullptr);
  if (instance_ != VK_NULL_HANDLE) find<PFN_vkDestroyInstance>("vkDestroyInstance")(instance_, nullptr);
  // The library stays: drivers leave threads and handlers of the end of the process behind.
}

maybe_failure own_instance::open(bool validates, find_function given) {
  find_ = given != nullptr ? given : find_library();
  if (find_ == nullptr)
    return fail(STREW_STATUS_ATTRIBUTE, 0, "VK7",
                "libvulkan.so.1 was not found; Debian: apt install libvulkan1, and a driver");
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = VK_API_VERSION_1_2;
  const VkDebugUtilsMessengerCreateInfoEXT listens = messenger_info(messages);
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  constexpr VkValidationFeatureEnableEXT synchronisation = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
  VkValidationFeaturesEXT features{};
  features.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT;
  features.enabledValidationFeatureCount = 1;
  features.pEnabledValidationFeatures = &synchronisation;
  if (validates) {
    info.pNext = &features;
    info.enabledLayerCount = info.enabledExtensionCount = 1;
    info.ppEnabledLayerNames = &layer;
    info.ppEnabledExtensionNames = &debug_extension;
  }
  const auto create = reinterpret_cast<PFN_vkCreateInstance>(find_(nullptr, "vkCreateInstance"));
  const VkResult made = create(&info, nullptr, &instance_);
  if (made == VK_ERROR_INCOMPATIBLE_DRIVER) {
    instance_ = VK_NULL_HANDLE;
    return fail(STREW_STATUS_ATTRIBUTE, 0, "VK7",
                "libvulkan.so.1 found no driver; Debian: apt install mesa-vulkan-drivers, or that of the device");
  }
  if (auto bad = check_made(made, "vkCreateInstance", instance_)) return bad;
  if (!validates) return std::nullopt;
  const auto listen = find<PFN_vkCreateDebugUtilsMessengerEXT>("vkCreateDebugUtilsMessengerEXT");
  return check_made(listen(instance_, &listens, nullptr, &messenger_), "vkCreateDebugUtilsMessengerEXT", messenger_);
}

maybe_failure own_instance::list(std::vector<VkPhysicalDevice>& devices) const {
  const auto enumerate = find<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices");
  std::uint32_t count = 0;
  if (auto bad = check(enumerate(instance_, &count, nullptr), "vkEnumeratePhysicalDevices")) return bad;
  devices.resize(count);
  return check(enumerate(instance_, &count, devices.data()), "vkEnumeratePhysicalDevices");
}

strew_vulkan_context own_instance::context() const {
  strew_vulkan_context made = STREW_VULKAN_CONTEXT_INIT;
  made.instance = instance_;
  made.get_instance_proc_addr = find_;
  return made;
}

}  // namespace strew::vulkan
