// VK1 to VK7: devices that are refused, and calls.
#include "vulkan/device_plan.hpp"

namespace strew::vulkan_tests {
namespace {

class rules : public ::testing::Test {
 protected:
  void SetUp() override {
    on = gpu::find();
    if (on == nullptr) GTEST_SKIP() << "there is no Vulkan device that is accepted";
  }
  // The rule by which a context is refused; "" if a device is made of it.
  std::string refusal(const strew_vulkan_context& context) {
    error = STREW_ERROR_INIT;
    strew_vulkan_device* made = nullptr;
    strew_vulkan_device_make(&context, on->queue, on->family, &made, &error);
    strew_vulkan_device_destroy(made);
    return error.status == STREW_STATUS_OK ? "" : error.rule;
  }

  gpu* on = nullptr;
  strew_error error = STREW_ERROR_INIT;
};

using any_function = void (*)();

void poor_features(VkPhysicalDevice device, VkPhysicalDeviceFeatures2* features) {
  vkGetPhysicalDeviceFeatures2(device, features);
  features->features.shaderInt64 = VK_FALSE;
}
void poor_floats(VkPhysicalDevice device, VkPhysicalDeviceProperties2* properties) {
  vkGetPhysicalDeviceProperties2(device, properties);
  auto* const of = static_cast<VkPhysicalDeviceVulkan12Properties*>(properties->pNext);
  of->shaderRoundingModeRTEFloat32 = of->shaderRoundingModeRTEFloat64 = VK_FALSE;
}
// Functions of the loader, but for one.
template <int Which>
any_function find_function(void* instance, const char* name) {
  const std::string wanted = name;
  if (Which == 1 && wanted == "vkGetPhysicalDeviceFeatures2") return reinterpret_cast<any_function>(&poor_features);
  if (Which == 2 && wanted == "vkGetDeviceProcAddr") return nullptr;
  if (Which == 5 && wanted == "vkGetPhysicalDeviceProperties2") return reinterpret_cast<any_function>(&poor_floats);
  return vkGetInstanceProcAddr(static_cast<VkInstance>(instance), name);
}

TEST_F(rules, VK1_a_device_lacks_a_feature) {
  strew_vulkan_context poor = on->context;
  poor.get_instance_proc_addr = &find_function<1>;
  EXPECT_EQ(refusal(poor), "VK1");
  EXPECT_NE(std::string(error.message).find("lacks shaderInt64"), std::string::npos) << error.message;
  strew_vulkan_features features = STREW_VULKAN_FEATURES_INIT;
  EXPECT_EQ(strew_vulkan_requirements(&poor, &features, &error), STREW_STATUS_ATTRIBUTE);
}

TEST_F(rules, VK2_a_function_is_missing) {
  strew_vulkan_context context = on->context;
  context.get_instance_proc_addr = &find_function<2>;
  EXPECT_EQ(refusal(context), "VK2");
  EXPECT_NE(std::string(error.message).find("vkGetDeviceProcAddr"), std::string::npos) << error.message;
}

TEST_F(rules, VK3_an_allocator_has_no_memory) {
  strew_vulkan_allocator none = STREW_VULKAN_ALLOCATOR_INIT;
  none.allocate = [](void*, std::uint64_t, strew_vulkan_block*) { return 0; };
  none.release = [](void*, const strew_vulkan_block*) {};
  strew_vulkan_context context = on->context;
  context.allocator = &none;
  context.arithmetic = STREW_VULKAN_INTEGERS;
  strew_vulkan_device* made = nullptr;
  ASSERT_EQ(strew_vulkan_device_make(&context, on->queue, on->family, &made, &error), STREW_STATUS_OK) << error.message;
  device_plan plan(*on, {}, false, STREW_OPTIONS_INIT);
  strew_vulkan_plan* other = nullptr;
  EXPECT_EQ(strew_vulkan_plan_make(made, plan.host, &other, &error), STREW_STATUS_MEMORY);
  EXPECT_EQ(std::string(error.rule), "VK3");
  EXPECT_EQ(other, nullptr);
  strew_vulkan_device_destroy(made);
}

TEST_F(rules, VK4_positions_are_more_than_a_device_numbers) {
  const std::vector<std::int64_t> table = {4}, many = {std::int64_t{1} << 33}, none = {0};
  const strew_tensor data = tensor_of(STREW_DTYPE_U8, table), indices = tensor_of(STREW_DTYPE_U8, many, &none);
  const strew_tensor output = tensor_of(STREW_DTYPE_U8, many);
  strew_plan* plan = nullptr;
  ASSERT_EQ(strew_plan_gather(&data, &indices, &output, 0, 0, nullptr, &plan, &error), STREW_STATUS_OK);
  strew_vulkan_plan* made = nullptr;
  EXPECT_EQ(strew_vulkan_plan_make(on->made, plan, &made, &error), STREW_STATUS_SIZE);
  EXPECT_EQ(std::string(error.rule), "VK4") << error.message;
  strew_plan_destroy(plan);
}

TEST_F(rules, VK5_a_way_of_floats_is_not_offered_or_known) {
  strew_vulkan_context context = on->context;
  context.arithmetic = 9;
  EXPECT_EQ(refusal(context), "VK5");
  context.arithmetic = STREW_VULKAN_GUARDED;
  context.get_instance_proc_addr = &find_function<5>;
  EXPECT_EQ(refusal(context), "VK5");
  context.arithmetic = STREW_VULKAN_FASTEST;
  EXPECT_EQ(refusal(context), "") << "integers serve on any device";
}

TEST_F(rules, VK6_memory_of_a_call_is_missing_or_misplaced) {
  strew_options adds = STREW_OPTIONS_INIT;
  adds.reduction = STREW_REDUCTION_ADD;
  device_plan plan(*on, {}, true, adds);
  const gpu_buffer operands = on->make_buffer(1024);
  plan.call.data = plan.call.output = operands.at();
  plan.call.indices = operands.at(256);
  plan.call.updates = operands.at(512);
  const strew_vulkan_call good = plan.call;
  for (const auto member : {&strew_vulkan_call::workspace, &strew_vulkan_call::record}) {
    plan.call = good;
    plan.call.*member = {0, 0, 0};
    EXPECT_EQ(std::string(plan.record(*on).rule), "VK6");
    plan.call = good;
    (plan.call.*member).offset = 8;
    EXPECT_EQ(std::string(plan.record(*on).rule), "VK6");
  }
  plan.call = good;
  plan.call.phase = STREW_VULKAN_REUSE;
  plan.call.prepared = {0, 0, 0};
  EXPECT_EQ(std::string(plan.record(*on).rule), "VK6");
  plan.call.phase = 3;
  EXPECT_EQ(std::string(plan.record(*on).rule), "VK6");
}

TEST_F(rules, VK7_there_is_no_device_of_that_number) {
  strew_vulkan_host_options options = STREW_VULKAN_HOST_OPTIONS_INIT;
  options.device = 99;
  strew_vulkan_host* host = nullptr;
  EXPECT_EQ(strew_vulkan_host_make(&options, &host, &error), STREW_STATUS_ATTRIBUTE);
  EXPECT_EQ(std::string(error.rule), "VK7") << error.message;
}

TEST_F(rules, places_are_checked_as_those_of_the_processor) {
  device_plan plan(*on, {}, false, STREW_OPTIONS_INIT);
  const gpu_buffer operands = on->make_buffer(1024);
  plan.call.data = operands.at();
  plan.call.output = operands.at(16);
  EXPECT_EQ(std::string(plan.record(*on).rule), "PT1") << "indices are missing";
  plan.call.indices = operands.at(512);
  EXPECT_EQ(std::string(plan.record(*on).rule), "OV2") << "output lies within data";
}

TEST_F(rules, names_and_texts_are_told) {
  EXPECT_STREQ(strew_vulkan_rule_name(0), "VK1");
  EXPECT_EQ(strew_vulkan_rule_name(7), nullptr);
  EXPECT_NE(strew_vulkan_rule_text("VK7"), nullptr);
  EXPECT_STREQ(strew_vulkan_rule_text("IX1"), strew_rule_text("IX1"));
}

}  // namespace
}  // namespace strew::vulkan_tests
