#include "src/host.hpp"

#include <cstring>
#include <string>
#include <vector>

#include "src/plan.hpp"
#include "src/text.hpp"

namespace strew::vulkan {
namespace {

bool has_extension(const own_instance& instance, VkPhysicalDevice device, const char* name) {
  const auto list = instance.find<PFN_vkEnumerateDeviceExtensionProperties>("vkEnumerateDeviceExtensionProperties");
  std::uint32_t count = 0;
  if (list(device, nullptr, &count, nullptr) < 0) return false;
  std::vector<VkExtensionProperties> all(count);
  if (list(device, nullptr, &count, all.data()) < 0) return false;
  return std::any_of(all.begin(), all.end(),
                     [name](const auto& one) { return std::strcmp(one.extensionName, name) == 0; });
}

// Devices that read the memory of the host as fast as their own; others read copies.
bool shares_memory(const own_instance& instance, VkPhysicalDevice device, std::uint64_t& page) {
  VkPhysicalDeviceExternalMemoryHostPropertiesEXT imports{};
  imports.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT;
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &imports;
  if (!has_extension(instance, device, VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME)) return false;
  instance.find<PFN_vkGetPhysicalDeviceProperties2>("vkGetPhysicalDeviceProperties2")(device, &properties);
  page = imports.minImportedHostPointerAlignment;
  const VkPhysicalDeviceType type = properties.properties.deviceType;
  return type == VK_PHYSICAL_DEVICE_TYPE_CPU || type == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
}

bool find_family(const functions& call, VkPhysicalDevice device, std::uint32_t& family) {
  std::uint32_t count = 0;
  call.GetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  call.GetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  for (family = 0; family < count; ++family)
    if ((families[family].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0) return true;
  return false;
}

}  // namespace

host_state::~host_state() {
  if (handle_ == VK_NULL_HANDLE) return;
  commands_ = nullptr;
  if (device != nullptr) make.free(record_);
  device = nullptr;
  instance.find<PFN_vkDestroyDevice>("vkDestroyDevice")(handle_, nullptr);
}

maybe_failure host_state::choose(const strew_vulkan_host_options& options, bool is_any, strew_vulkan_context& context) {
  std::vector<VkPhysicalDevice> devices;
  if (auto bad = instance.list(devices)) return bad;
  if (options.device >= devices.size())
    return fail(STREW_STATUS_ATTRIBUTE, 0, "VK7", "device {} is asked for, and the loader has {}", options.device,
                devices.size());
  functions call;
  if (auto bad = load_of_instance(instance.context(), call)) return bad;
  maybe_failure first;
  for (std::size_t n = options.device; n < devices.size(); ++n) {
    context.physical_device = devices[n];
    auto bad = check_features(call, devices[n]);
    if (!bad && !find_family(call, devices[n], family_))
      bad = fail(STREW_STATUS_ATTRIBUTE, 0, "VK1", "no queue of the device computes");
    if (!bad) return std::nullopt;
    if (!first) first = bad;
    if (!is_any) break;
  }
  return first;
}

maybe_failure host_state::make_device(const strew_vulkan_host_options& options, strew_vulkan_context& context) {
  strew_vulkan_features features = STREW_VULKAN_FEATURES_INIT;
  const auto require = [&](strew_error* error) { return strew_vulkan_requirements(&context, &features, error); };
  if (auto bad = by_engine(require)) return bad;
  auto* const physical = static_cast<VkPhysicalDevice>(context.physical_device);
  constexpr float priority = 1;
  constexpr const char* extension = VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME;
  const bool imports = shares_memory(instance, physical, page);
  VkDeviceQueueCreateInfo queue{};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueFamilyIndex = family_;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = features.chain;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.enabledExtensionCount = imports ? 1 : 0;
  info.ppEnabledExtensionNames = &extension;
  const auto create = instance.find<PFN_vkCreateDevice>("vkCreateDevice");
  if (auto bad = check_made(create(physical, &info, nullptr, &handle_), "vkCreateDevice", handle_)) return bad;
  instance.find<PFN_vkGetDeviceQueue>("vkGetDeviceQueue")(handle_, family_, 0, &queue_);
  if (imports)
    host_pointers = instance.find<PFN_vkGetMemoryHostPointerPropertiesEXT>("vkGetMemoryHostPointerPropertiesEXT");
  context.device = handle_;
  context.features = &features;
  context.arithmetic = options.arithmetic;
  strew_vulkan_device* made = nullptr;
  auto bad =
      by_engine([&](strew_error* error) { return strew_vulkan_device_make(&context, queue_, family_, &made, error); });
  device.reset(made);
  return bad;
}

maybe_failure host_state::make_commands() {
  make = device->maker();
  commands_ = std::make_unique<own_commands>();
  return first_failure([&] { return make.make(STREW_VULKAN_RECORD_BYTES, record_); },
                       [&] { return commands_->open(device->call, handle_, family_); });
}

maybe_failure host_state::open(const strew_vulkan_host_options& options, bool is_any) {
  strew_vulkan_context context;
  return first_failure([&] { return instance.open(options.validates != 0, options.get_instance_proc_addr); },
                       [&] {
                         context = instance.context();
                         return choose(options, is_any, context);
                       },
                       [&] { return make_device(options, context); }, [&] { return make_commands(); });
}

maybe_failure host_state::run(const strew_vulkan_plan& plan, strew_vulkan_call call) {
  call.record.address = record_.address;
  return first_failure(
      [&] { return record_whole(plan, commands_->buffer(), call); }, [&] { return commands_->submit(queue_); },
      [&] { return by_engine([&](strew_error* e) { return strew_vulkan_result(&plan, record_.mapped, e); }); });
}

namespace {

// One line for each device, and why it would be refused.
maybe_failure list_devices(std::string& to) {
  own_instance instance;
  std::vector<VkPhysicalDevice> devices;
  if (auto bad = instance.open(false, nullptr)) return bad;
  if (auto bad = instance.list(devices)) return bad;
  functions call;
  if (auto bad = load_of_instance(instance.context(), call)) return bad;
  for (std::size_t n = 0; n < devices.size(); ++n) {
    const maybe_failure reason = check_features(call, devices[n]);
    to += std::to_string(n) + ": " + capabilities_of(call, devices[n]).name;
    if (reason) to += std::string("; refused: ") + reason->message;
    to += "\n";
  }
  return std::nullopt;
}

}  // namespace
}  // namespace strew::vulkan

strew_status strew_vulkan_host_make(const strew_vulkan_host_options* options, strew_vulkan_host** host,
                                    strew_error* error) {
  using namespace strew::vulkan;  // NOLINT(google-build-using-namespace): the C side of this namespace
  return guarded(error, [&]() -> maybe_failure {
    constexpr strew_vulkan_host_options defaults = STREW_VULKAN_HOST_OPTIONS_INIT;
    if (options != nullptr) {
      if (auto bad = check_struct(options, "options")) return bad;
    }
    if (host == nullptr) return fail(STREW_STATUS_POINTER, 0, "PT1", "the place for what is made is null");
    auto made = std::make_unique<strew_vulkan_host>();
    if (auto bad = made->open(options == nullptr ? defaults : *options, options == nullptr)) return bad;
    *host = made.release();
    return std::nullopt;
  });
}

void strew_vulkan_host_destroy(strew_vulkan_host* host) {
  delete host;
}
strew_vulkan_device* strew_vulkan_host_device(const strew_vulkan_host* host) {
  return host == nullptr ? nullptr : host->device.get();
}

strew_status strew_vulkan_devices(char* text, std::size_t capacity, std::size_t* length, strew_error* error) {
  using namespace strew::vulkan;  // NOLINT(google-build-using-namespace): the C side of this namespace
  return guarded(error, [&]() -> maybe_failure {
    std::string made;
    if (auto bad = list_devices(made)) return bad;
    const std::size_t all = put_text(made, text, capacity);
    if (length != nullptr) *length = all;
    return std::nullopt;
  });
}

std::size_t strew_vulkan_host_messages(const strew_vulkan_host* host, char* text, std::size_t capacity) {
  std::string made;
  if (host != nullptr)
    for (const std::string& one : host->instance.messages) made += one + "\n";
  return strew::vulkan::put_text(made, text, capacity);
}
