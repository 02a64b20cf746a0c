#include "src/requirements.hpp"

#include <cstddef>
#include <cstring>
#include <new>

namespace strew::vulkan {
namespace {

// A chain of features of Vulkan 1.2, in memory of the caller.
struct feature_chain {
  VkPhysicalDeviceFeatures2 core{};
  VkPhysicalDeviceVulkan11Features of_1_1{};
  VkPhysicalDeviceVulkan12Features of_1_2{};

  feature_chain() {
    core.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    of_1_1.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    of_1_2.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    core.pNext = &of_1_1;
    of_1_1.pNext = &of_1_2;
  }
  feature_chain(const feature_chain&) = delete;
  feature_chain& operator=(const feature_chain&) = delete;
};
static_assert(sizeof(feature_chain) <= sizeof(strew_vulkan_features::storage));

struct feature {
  const char* name;
  VkBool32* (*at)(feature_chain&);
};

constexpr feature features[] = {
    {"shaderInt64", [](feature_chain& f) { return &f.core.features.shaderInt64; }},
    {"shaderInt16", [](feature_chain& f) { return &f.core.features.shaderInt16; }},
    {"storageBuffer16BitAccess", [](feature_chain& f) { return &f.of_1_1.storageBuffer16BitAccess; }},
    {"shaderInt8", [](feature_chain& f) { return &f.of_1_2.shaderInt8; }},
    {"storageBuffer8BitAccess", [](feature_chain& f) { return &f.of_1_2.storageBuffer8BitAccess; }},
    {"scalarBlockLayout", [](feature_chain& f) { return &f.of_1_2.scalarBlockLayout; }},
    {"bufferDeviceAddress", [](feature_chain& f) { return &f.of_1_2.bufferDeviceAddress; }},
    {"timelineSemaphore", [](feature_chain& f) { return &f.of_1_2.timelineSemaphore; }},
};

struct property_chain {
  VkPhysicalDeviceProperties2 core{};
  VkPhysicalDeviceVulkan12Properties of_1_2{};
};
void read_properties(const functions& call, VkPhysicalDevice device, property_chain& to) {
  to.core.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  to.of_1_2.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES;
  to.core.pNext = &to.of_1_2;
  call.GetPhysicalDeviceProperties2(device, &to.core);
}

}  // namespace

maybe_failure check_context(const strew_vulkan_context* context) {
  if (auto bad = check_struct(context, "context")) return bad;
  if (context->instance == nullptr || context->physical_device == nullptr || context->get_instance_proc_addr == nullptr)
    return fail(STREW_STATUS_POINTER, 0, "PT1",
                "the context lacks an instance, a physical device or vkGetInstanceProcAddr");
  if (context->arithmetic < STREW_VULKAN_FASTEST || context->arithmetic > STREW_VULKAN_FLUSHING)
    return fail(STREW_STATUS_ATTRIBUTE, 0, "VK5", "arithmetic is {}, which is none of 0 to 4", context->arithmetic);
  if (context->features != nullptr) {
    if (auto bad = check_struct(context->features, "features")) return bad;
  }
  const strew_vulkan_allocator* allocator = context->allocator;
  if (allocator == nullptr) return std::nullopt;
  if (auto bad = check_struct(allocator, "allocator")) return bad;
  if (allocator->allocate != nullptr && allocator->release != nullptr) return std::nullopt;
  return fail(STREW_STATUS_POINTER, 0, "PT1", "the allocator lacks a function");
}

maybe_failure check_features(const functions& call, VkPhysicalDevice device) {
  property_chain properties;
  read_properties(call, device, properties);
  const VkPhysicalDeviceProperties& of = properties.core.properties;
  if (of.apiVersion < VK_API_VERSION_1_2)
    return fail(STREW_STATUS_ATTRIBUTE, 0, "VK1", "{} has Vulkan {}.{}, and 1.2 is needed", of.deviceName,
                VK_API_VERSION_MAJOR(of.apiVersion), VK_API_VERSION_MINOR(of.apiVersion));
  feature_chain has;
  call.GetPhysicalDeviceFeatures2(device, &has.core);
  for (const feature& one : features)
    if (*one.at(has) == VK_FALSE) return fail(STREW_STATUS_ATTRIBUTE, 0, "VK1", "{} lacks {}", of.deviceName, one.name);
  return std::nullopt;
}

capabilities capabilities_of(const functions& call, VkPhysicalDevice device) {
  property_chain properties;
  read_properties(call, device, properties);
  feature_chain has;
  call.GetPhysicalDeviceFeatures2(device, &has.core);
  const VkPhysicalDeviceVulkan12Properties& of = properties.of_1_2;
  capabilities made;
  made.name = properties.core.properties.deviceName;
  if (of.driverName[0] != '\0') made.name += std::string(", ") + of.driverName + " " + of.driverInfo;
  made.has_float64 = has.core.features.shaderFloat64 != VK_FALSE;
  made.has_atomics_64 = has.of_1_2.shaderBufferInt64Atomics != VK_FALSE;
  made.rounds_32 = of.shaderRoundingModeRTEFloat32 != 0 && of.shaderSignedZeroInfNanPreserveFloat32 != 0;
  made.rounds_64 = of.shaderRoundingModeRTEFloat64 != 0 && of.shaderSignedZeroInfNanPreserveFloat64 != 0;
  made.preserves_32 = of.shaderDenormPreserveFloat32 != 0;
  made.preserves_64 = of.shaderDenormPreserveFloat64 != 0;
  return made;
}

// Its storage, not its chain: that points into the struct of which it is a copy.
bool enables_atomics_64(const strew_vulkan_features* made_with) {
  if (made_with == nullptr || made_with->chain == nullptr) return false;
  VkPhysicalDeviceVulkan12Features of;
  std::memcpy(&of, reinterpret_cast<const unsigned char*>(made_with->storage) + offsetof(feature_chain, of_1_2),
              sizeof of);
  return of.shaderBufferInt64Atomics != VK_FALSE;
}

}  // namespace strew::vulkan

strew_status strew_vulkan_requirements(const strew_vulkan_context* context, strew_vulkan_features* features,
                                       strew_error* error) {
  using namespace strew::vulkan;  // NOLINT(google-build-using-namespace): the C side of this namespace
  return guarded(error, [&]() -> maybe_failure {
    if (auto bad = check_context(context)) return bad;
    if (auto bad = check_struct(features, "place for features")) return bad;
    functions call;
    if (auto bad = load_of_instance(*context, call)) return bad;
    auto* const device = static_cast<VkPhysicalDevice>(context->physical_device);
    if (auto bad = check_features(call, device)) return bad;
    auto* const needed = ::new (static_cast<void*>(features->storage)) feature_chain;
    for (const feature& one : strew::vulkan::features) *one.at(*needed) = VK_TRUE;
    const capabilities has = capabilities_of(call, device);
    needed->core.features.shaderFloat64 = has.has_float64 ? VK_TRUE : VK_FALSE;
    needed->of_1_2.shaderBufferInt64Atomics = has.has_atomics_64 ? VK_TRUE : VK_FALSE;
    features->chain = &needed->core;
    return std::nullopt;
  });
}
