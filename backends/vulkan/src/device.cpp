#include "src/device.hpp"

#include <algorithm>
#include <cstring>

#include "src/self_test.hpp"
#include "src/text.hpp"

namespace strew::vulkan {

maybe_failure make_pipeline(const functions& call, VkDevice device, VkPipelineCache cache, VkPipelineLayout layout,
                            const shader_module& from, const std::array<std::uint32_t, 3>& constants, VkPipeline& to) {
  VkShaderModuleCreateInfo code{};
  code.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  code.codeSize = from.words.size_bytes();
  code.pCode = from.words.data();
  VkShaderModule made = VK_NULL_HANDLE;
  if (auto bad = check(call.CreateShaderModule(device, &code, nullptr, &made), "vkCreateShaderModule")) return bad;
  constexpr VkSpecializationMapEntry entries[] = {{0, 0, 4}, {1, 4, 4}, {2, 8, 4}};
  const VkSpecializationInfo special{3, entries, sizeof constants, constants.data()};
  VkComputePipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = made;
  info.stage.pName = "main";
  info.stage.pSpecializationInfo = &special;
  info.layout = layout;
  const VkResult result = call.CreateComputePipelines(device, cache, 1, &info, nullptr, &to);
  call.DestroyShaderModule(device, made, nullptr);
  return check_made(result, "vkCreateComputePipelines", to);
}

device_state::device_state(const strew_vulkan_context& context)
    : context_(context), device_(static_cast<VkDevice>(context.device)) {}

device_state::~device_state() {
  for (const made_pipeline& one : pipelines_) call.DestroyPipeline(device_, one.pipeline, nullptr);
  if (layout != VK_NULL_HANDLE) call.DestroyPipelineLayout(device_, layout, nullptr);
}

buffer_maker device_state::maker() const {
  return {call, static_cast<VkPhysicalDevice>(context_.physical_device), device_};
}

maybe_failure device_state::open(VkQueue queue, std::uint32_t family, std::int32_t asked) {
  auto* const physical = static_cast<VkPhysicalDevice>(context_.physical_device);
  const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, push_bytes};
  VkPipelineLayoutCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  info.pushConstantRangeCount = 1;
  info.pPushConstantRanges = &range;
  auto bad =
      first_failure([&] { return load_of_instance(context_, call); }, [&] { return check_features(call, physical); },
                    [&] { return load_of_device(context_, call); },
                    [&] {
                      return check_made(call.CreatePipelineLayout(device_, &info, nullptr, &layout),
                                        "vkCreatePipelineLayout", layout);
                    });
  if (bad) return bad;
  has = capabilities_of(call, physical);
  facts.has_atomics_64 = has.has_atomics_64 && enables_atomics_64(context_.features);
  context_.features = nullptr;  // of the caller, who keeps it no longer
  blocks = std::make_unique<block_memory>(maker(), context_.allocator);
  self_test test(*this, handle_of<VkPipelineCache>(context_.pipeline_cache), queue);
  if ((bad = test.open(family))) return bad;
  bad = choose(test, 32, asked, floats.single);
  return bad ? bad : choose(test, 64, asked, floats.wide);
}

bool device_state::offers(arithmetic way, int width) const {
  if (way == arithmetic::integers) return true;
  const bool rounds = width == 32 ? has.rounds_32 : has.rounds_64 && has.has_float64;
  const bool preserves = width == 32 ? has.preserves_32 : has.preserves_64;
  return rounds && (way != arithmetic::promised || preserves);
}

// The fastest that is right, or the one that is asked for. What is asked of one width alone, that of the other may not
// have: then it takes the next.
maybe_failure device_state::choose(self_test& test, int width, std::int32_t asked, arithmetic& way) {
  using enum arithmetic;
  std::vector<arithmetic> ways = {promised, guarded, integers};
  if (asked == STREW_VULKAN_PROMISED) ways = {promised};
  if (asked == STREW_VULKAN_GUARDED) ways = {guarded};
  if (asked == STREW_VULKAN_FLUSHING) ways = {flushing};
  if (asked == STREW_VULKAN_INTEGERS) ways = {integers};
  for (const arithmetic one : ways) {
    if (!offers(one, width)) continue;
    way = one;
    bool is_right = false;
    if (auto bad = test.run(one, width, is_right)) return bad;
    if (is_right) return std::nullopt;
  }
  return fail(STREW_STATUS_ATTRIBUTE, 0, "VK5",
              "{}: f{} is not right, or not offered, in the way that is asked for: {}", has.name, width,
              name_of(ways.back()));
}

maybe_failure device_state::pipeline(const variant& of, VkPipeline& to) {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::find_if(pipelines_.begin(), pipelines_.end(), [&](const made_pipeline& one) { return one.of == of; });
  if (found != pipelines_.end()) return to = found->pipeline, std::nullopt;
  pipelines_.reserve(pipelines_.size() + 1);
  const auto cache = handle_of<VkPipelineCache>(context_.pipeline_cache);
  auto bad = make_pipeline(call, device_, cache, layout, module_of(of, floats), of.constants, to);
  if (!bad) pipelines_.push_back({of, to});
  return bad;
}

std::string device_state::describe() {
  const std::lock_guard lock(mutex_);
  return "device: " + has.name + "\nsums and products of f32: " + name_of(floats.single) +
         "\nsums and products of f64: " + name_of(floats.wide) +
         "\natomics of 64 bits: " + (facts.has_atomics_64 ? "yes" : "no") +
         "\npipelines: " + std::to_string(pipelines_.size()) + "\n";
}

}  // namespace strew::vulkan

strew_status strew_vulkan_device_make(const strew_vulkan_context* context, void* queue, std::uint32_t queue_family,
                                      strew_vulkan_device** device, strew_error* error) {
  using namespace strew::vulkan;  // NOLINT(google-build-using-namespace): the C side of this namespace
  return guarded(error, [&]() -> maybe_failure {
    if (auto bad = check_context(context)) return bad;
    if (device == nullptr || queue == nullptr || context->device == nullptr)
      return fail(STREW_STATUS_POINTER, 0, "PT1", "the device, its queue or the place for what is made is null");
    auto made = std::make_unique<strew_vulkan_device>(*context);
    if (auto bad = made->open(static_cast<VkQueue>(queue), queue_family, context->arithmetic)) return bad;
    *device = made.release();
    return std::nullopt;
  });
}

void strew_vulkan_device_destroy(strew_vulkan_device* device) {
  delete device;
}

std::size_t strew_vulkan_device_describe(const strew_vulkan_device* device, char* text, std::size_t capacity) {
  // Pipelines are counted under a lock, which is what is not constant of it.
  return strew::vulkan::put_text(
      device == nullptr ? std::string() : const_cast<strew_vulkan_device*>(device)->describe(), text, capacity);
}
