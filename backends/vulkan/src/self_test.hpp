// Whether a device adds and multiplies floats as they must be: on pairs that are easily wrong.
#pragma once

#include "src/device.hpp"
#include "src/hard_pairs.hpp"
#include "src/own_commands.hpp"

namespace strew::vulkan {

class self_test {
 public:
  self_test(device_state& of, VkPipelineCache cache, VkQueue queue) : of_(of), cache_(cache), queue_(queue) {}
  ~self_test();
  self_test(const self_test&) = delete;
  self_test& operator=(const self_test&) = delete;

  // Memory and a command buffer of that family.
  maybe_failure open(std::uint32_t family);
  // `is_right`: all results of the probe of a way have the bits of the host.
  maybe_failure run(arithmetic by, int width, bool& is_right);

 private:
  maybe_failure record(VkPipeline pipeline) const;

  device_state& of_;
  VkPipelineCache cache_;
  VkQueue queue_;
  buffer_maker make_;
  device_buffer memory_;
  own_commands commands_;
};

}  // namespace strew::vulkan
