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
  if (memory_.buffer != VK_NULL_HANDLE) make_.free(memory_);
}

maybe_failure self_test::open(std::uint32_t family) {
  make_ = of_.maker();
  return first_failure([&] { return make_.make(4 * list_bytes, memory_); },
                       [&] { return commands_.open(of_.call, of_.handle(), family); });
}

maybe_failure self_test::record(VkPipeline pipeline) const {
  const probe_push push{memory_.address, memory_.address + list_bytes, memory_.address + 2 * list_bytes,
                        hard_pair_count};
  VkCommandBuffer commands = commands_.buffer();
  if (auto bad = begin(of_.call, commands)) return bad;
  of_.call.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
  of_.call.CmdPushConstants(commands, of_.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
  of_.call.CmdDispatch(commands, hard_pair_count / 256, 1, 1);
  VkMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
  of_.call.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                              &barrier, 0, nullptr, 0, nullptr);
  return check(of_.call.EndCommandBuffer(commands), "vkEndCommandBuffer");
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
  if (!bad) bad = record(pipeline);
  if (!bad) bad = commands_.submit(queue_);
  of_.call.DestroyPipeline(of_.handle(), pipeline, nullptr);
  if (bad) return bad;
  is_right = are_same(format, pairs.sums, lists + 2 * hard_pair_count) &&
             are_same(format, pairs.products, lists + 3 * hard_pair_count);
  return std::nullopt;
}

}  // namespace strew::vulkan
