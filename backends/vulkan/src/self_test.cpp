#include "src/self_test.hpp"

#include <algorithm>
#include <cstring>

namespace strew::vulkan {
namespace {

constexpr std::uint64_t list_bytes = hard_pair_count * 8;  // left, right, sums and products
constexpr std::uint64_t seed = 20240229;

struct probe_push {
  std::uint64_t left, right, results;
  std::uint32_t count;
};

bool are_same(float_format format, const std::vector<std::uint64_t>& expected, const std::uint64_t* found) {
  for (std::size_t n = 0; n < expected.size(); ++n)
    if (!is_same_number(format, expected[n], found[n])) return false;
  return true;
}

}  // namespace

self_test::~self_test() {
  if (fence_ != VK_NULL_HANDLE) of_.call.DestroyFence(of_.handle(), fence_, nullptr);
  if (pool_ != VK_NULL_HANDLE) of_.call.DestroyCommandPool(of_.handle(), pool_, nullptr);
  if (memory_.buffer != VK_NULL_HANDLE) make_.free(memory_);
}

maybe_failure self_test::open(std::uint32_t family) {
  make_ = of_.maker();
  VkCommandPoolCreateInfo pool{};
  pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  pool.queueFamilyIndex = family;
  VkCommandBufferAllocateInfo commands{};
  commands.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  commands.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  commands.commandBufferCount = 1;
  VkFenceCreateInfo fence{};
  fence.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  const functions& call = of_.call;
  return first_failure(
      [&] { return make_.make(4 * list_bytes, memory_); },
      [&] { return check(call.CreateCommandPool(of_.handle(), &pool, nullptr, &pool_), "vkCreateCommandPool"); },
      [&] {
        commands.commandPool = pool_;
        return check(call.AllocateCommandBuffers(of_.handle(), &commands, &commands_), "vkAllocateCommandBuffers");
      },
      [&] { return check(call.CreateFence(of_.handle(), &fence, nullptr, &fence_), "vkCreateFence"); });
}

maybe_failure self_test::record(VkPipeline pipeline) {
  const probe_push push{memory_.address, memory_.address + list_bytes, memory_.address + 2 * list_bytes,
                        hard_pair_count};
  VkCommandBufferBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  if (auto bad = check(of_.call.BeginCommandBuffer(commands_, &begin), "vkBeginCommandBuffer")) return bad;
  of_.call.CmdBindPipeline(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
  of_.call.CmdPushConstants(commands_, of_.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
  of_.call.CmdDispatch(commands_, hard_pair_count / 256, 1, 1);
  VkMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
  of_.call.CmdPipelineBarrier(commands_, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                              &barrier, 0, nullptr, 0, nullptr);
  return check(of_.call.EndCommandBuffer(commands_), "vkEndCommandBuffer");
}

maybe_failure self_test::submit(VkPipeline pipeline) {
  if (auto bad = record(pipeline)) return bad;
  VkSubmitInfo submission{};
  submission.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  submission.commandBufferCount = 1;
  submission.pCommandBuffers = &commands_;
  return first_failure([&] { return check(of_.call.QueueSubmit(queue_, 1, &submission, fence_), "vkQueueSubmit"); },
                       [&] {
                         return check(of_.call.WaitForFences(of_.handle(), 1, &fence_, VK_TRUE, ~std::uint64_t{0}),
                                      "vkWaitForFences");
                       },
                       [&] { return check(of_.call.ResetFences(of_.handle(), 1, &fence_), "vkResetFences"); });
}

maybe_failure self_test::run(arithmetic by, int width, bool& is_right) {
  is_right = false;
  const shader_module* const probe = find_module(probe_name(by, width));
  if (probe == nullptr) return std::nullopt;
  const float_format format = width == 64 ? double_format : single_format;
  const hard_pairs pairs = make_hard_pairs(format, seed);
  auto* const lists = static_cast<std::uint64_t*>(memory_.mapped);
  std::copy(pairs.left.begin(), pairs.left.end(), lists);
  std::copy(pairs.right.begin(), pairs.right.end(), lists + hard_pair_count);
  VkPipeline pipeline = VK_NULL_HANDLE;
  auto bad = make_pipeline(of_.call, of_.handle(), cache_, of_.layout, *probe,
                           {static_cast<std::uint32_t>(width), 0, 0}, pipeline);
  if (!bad) bad = submit(pipeline);
  of_.call.DestroyPipeline(of_.handle(), pipeline, nullptr);
  if (bad) return bad;
  is_right = are_same(format, pairs.sums, lists + 2 * hard_pair_count) &&
             are_same(format, pairs.products, lists + 3 * hard_pair_count);
  return std::nullopt;
}

}  // namespace strew::vulkan
