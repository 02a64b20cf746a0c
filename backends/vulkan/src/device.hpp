// What plans on a device share: functions, pipelines, memory, and how it adds and multiplies floats.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "src/functions.hpp"
#include "src/memory.hpp"
#include "src/modules.hpp"
#include "src/requirements.hpp"

namespace strew::vulkan {

class self_test;

class device_state {
 public:
  explicit device_state(const strew_vulkan_context& context);
  ~device_state();
  device_state(const device_state&) = delete;
  device_state& operator=(const device_state&) = delete;

  // Functions, layout and self-test; before anything else.
  maybe_failure open(VkQueue queue, std::uint32_t family, std::int32_t asked);
  // The pipeline of a variant, made when it is asked for first. VK2, VK3.
  maybe_failure pipeline(const variant& of, VkPipeline& to);

  [[nodiscard]] VkDevice handle() const { return device_; }
  [[nodiscard]] buffer_maker maker() const;
  [[nodiscard]] std::string describe();

  functions call;
  capabilities has;
  device_facts facts;  // of what it was made with
  arithmetic_pair floats;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  std::unique_ptr<block_memory> blocks;

 private:
  struct made_pipeline {
    variant of;
    VkPipeline pipeline;
  };
  [[nodiscard]] bool offers(arithmetic way, int width) const;
  maybe_failure choose(self_test& test, int width, std::int32_t asked, arithmetic& way);

  strew_vulkan_context context_;
  VkDevice device_;
  std::mutex mutex_;
  std::vector<made_pipeline> pipelines_;
};

// A pipeline of a module with up to three constants. VK2, VK3.
maybe_failure make_pipeline(const functions& call, VkDevice device, VkPipelineCache cache, VkPipelineLayout layout,
                            const shader_module& from, const std::array<std::uint32_t, 3>& constants, VkPipeline& to);

}  // namespace strew::vulkan

struct strew_vulkan_device : strew::vulkan::device_state {
  using device_state::device_state;
};
