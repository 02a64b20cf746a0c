// What a physical device must have, and what it promises of floats.
#pragma once

#include <string>

#include "src/functions.hpp"

namespace strew::vulkan {

struct capabilities {
  std::string name;  // of the device, with its driver
  bool has_float64 = false;
  bool has_atomics_64 = false;
  // RoundingModeRTE with SignedZeroInfNanPreserve, and DenormPreserve, by width.
  bool rounds_32 = false;
  bool rounds_64 = false;
  bool preserves_32 = false;
  bool preserves_64 = false;
};

maybe_failure check_context(const strew_vulkan_context* context);
capabilities capabilities_of(const functions& call, VkPhysicalDevice device);
// Whether what a device was made with has shaderBufferInt64Atomics; null: no.
bool enables_atomics_64(const strew_vulkan_features* made_with);
// VK1 by the name of a feature.
maybe_failure check_features(const functions& call, VkPhysicalDevice device);

}  // namespace strew::vulkan
