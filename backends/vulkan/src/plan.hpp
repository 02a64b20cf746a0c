// A plan on a device: its tables, where they lie, and the pipelines of its dispatches.
#pragma once

#include <array>
#include <vector>

#include "host/schedule.hpp"
#include "src/device.hpp"

namespace strew::vulkan {

// Pipelines of a dispatch.
struct dispatch_pipelines {
  VkPipeline general = VK_NULL_HANDLE;
  VkPipeline fast = VK_NULL_HANDLE;
};

class plan_state {
 public:
  plan_state(device_state& on, const strew_plan* of) : device(on), source(of) {}
  ~plan_state();
  plan_state(const plan_state&) = delete;
  plan_state& operator=(const plan_state&) = delete;

  // PB6, VK2 to VK4; before anything else.
  maybe_failure open();

  device_state& device;
  const strew_plan* source;
  schedule work;
  std::vector<address> tables;  // of work.tables, on the device
  std::vector<dispatch_pipelines> pipelines;
  std::array<address, side_count> bound = {0, 0};  // first indices of prepared ones; 0: the caller's are read
  std::array<std::uint64_t, side_count> index_bytes = {1, 1};

 private:
  struct bound_indices {
    const void* first;
    strew_problem_reach reach;
  };
  maybe_failure make_pipelines();
  maybe_failure put_tables(const std::array<bound_indices, side_count>& indices);

  strew_vulkan_block block_ = {0, nullptr, nullptr};
};

// Checks a call, begins the command buffer, records and ends it. Nothing has begun where the call is refused.
maybe_failure record_whole(const plan_state& plan, VkCommandBuffer to, const strew_vulkan_call& call);

}  // namespace strew::vulkan

struct strew_vulkan_plan : strew::vulkan::plan_state {
  using plan_state::plan_state;
};
