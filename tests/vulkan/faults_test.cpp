// Devices that are lost, and memory that runs out, at each call of each function of Vulkan: an error that tells which,
// no object that is left, an output as documented, and a library that goes on.
#include <algorithm>

#include "vulkan/device_plan.hpp"
#include "vulkan/faulty.hpp"

namespace strew::vulkan_tests {
namespace {

using words = std::vector<std::uint32_t>;

constexpr std::size_t result_count = 3;
constexpr VkResult every_result[result_count] = {VK_ERROR_DEVICE_LOST, VK_ERROR_OUT_OF_DEVICE_MEMORY,
                                                 VK_ERROR_OUT_OF_HOST_MEMORY};

std::string name_of(VkResult result) {
  if (result == VK_ERROR_DEVICE_LOST) return "VK_ERROR_DEVICE_LOST";
  return result == VK_ERROR_OUT_OF_HOST_MEMORY ? "VK_ERROR_OUT_OF_HOST_MEMORY" : "VK_ERROR_OUT_OF_DEVICE_MEMORY";
}

class faults : public ::testing::Test {
 protected:
  void SetUp() override {
    on = gpu::find();
    if (on == nullptr) GTEST_SKIP() << "there is no Vulkan device that is accepted";
    const std::vector<std::int64_t> rows = {5, 4}, list = {3}, moved = {3, 4};
    const strew_tensor table = tensor_of(STREW_DTYPE_U32, rows), numbers = tensor_of(STREW_DTYPE_I64, list);
    const strew_tensor direct = tensor_of(STREW_DTYPE_U32, moved);
    strew_plan_scatter(&table, &numbers, &direct, &table, 0, 0, nullptr, &plan, &error);
    ASSERT_EQ(error.status, STREW_STATUS_OK) << error.message;
  }
  void TearDown() override {
    faulty::expect({});
    faulty::hide_host_memory(false);
    strew_plan_destroy(plan);
    EXPECT_EQ(faulty::alive(), "");
    EXPECT_EQ(faulty::take_strangers(), "") << "were given what had not been made";
  }

  strew_vulkan_host* make_host() {
    strew_vulkan_host_options options = STREW_VULKAN_HOST_OPTIONS_INIT;
    options.arithmetic = STREW_VULKAN_INTEGERS;
    options.get_instance_proc_addr = &faulty::find;
    strew_vulkan_host* made = nullptr;
    error = STREW_ERROR_INIT;
    strew_vulkan_host_make(&options, &made, &error);
    EXPECT_EQ(made != nullptr, error.status == STREW_STATUS_OK);
    return made;
  }
  void execute(strew_vulkan_host* host) {
    strew_operand_places at = STREW_OPERAND_PLACES_INIT;
    output = words(20, 7);
    at.data = data.data();
    at.indices = indices.data();
    at.updates = updates.data();
    at.output = output.data();
    error = STREW_ERROR_INIT;
    strew_vulkan_host_execute(host, plan, &at, &error);
  }
  void expect_right(const std::string& what) {
    EXPECT_EQ(error.status, STREW_STATUS_OK) << what << ": " << error.message;
    EXPECT_EQ(output, expected) << what;
  }
  // What the call says in which a function has failed.
  void expect_told(const fault& one) const {
    const bool is_lost = one.result == VK_ERROR_DEVICE_LOST;
    EXPECT_EQ(error.status, is_lost ? STREW_STATUS_CANCELLED : STREW_STATUS_MEMORY) << error.message;
    EXPECT_STREQ(error.rule, is_lost ? "VK2" : "VK3");
    EXPECT_NE(std::string(error.message).find(one.function + " returned " + name_of(one.result)), std::string::npos)
        << error.message;
  }
  // Calls `work` with a fault at each call of each function, as long as there is such a call; `check` sees each. Where
  // the work is long a call has one of the results, in turn.
  template <class Work, class Check>
  std::uint64_t fail_everywhere(bool is_long, const Work& work, const Check& check) {
    std::uint64_t count = 0;
    for (const char* const function : failing_functions) {
      for (std::size_t first = 0; first < (is_long ? 1 : result_count); ++first) {
        bool has_failed = true;
        for (std::uint64_t n = 1; has_failed && !HasFatalFailure(); ++n) {
          const fault one{function, every_result[(first + (is_long ? n : 0)) % result_count], n};
          faulty::expect(one);
          work();
          has_failed = faulty::has_failed();
          count += has_failed ? 1 : 0;
          check(one, has_failed);
        }
      }
    }
    faulty::expect({});
    return count;
  }

  void fail_executions() {
    strew_vulkan_host* const host = make_host();
    ASSERT_NE(host, nullptr) << error.message;
    execute(host);
    expect_right("without a fault");
    const std::size_t buffers = faulty::count("Buffer"), memory = faulty::count("Memory");
    const std::uint64_t failed = fail_everywhere(
        false, [&] { execute(host); },
        [&](const fault& one, bool has_failed) {
          const std::string what = one.function + ", call " + std::to_string(one.at) + ", " + name_of(one.result);
          SCOPED_TRACE(what);
          EXPECT_EQ(faulty::count("Buffer"), buffers);
          EXPECT_EQ(faulty::count("Memory"), memory);
          if (!has_failed || error.status == STREW_STATUS_OK) return expect_right(what);
          expect_told(one);
          const bool may_have_run = one.function == "vkWaitForFences" && error.status == STREW_STATUS_CANCELLED;
          EXPECT_TRUE(may_have_run || output == words(20, 7)) << "the output is unchanged";
          faulty::expect({});
          execute(host);
          expect_right("after it");
        });
    EXPECT_GE(failed, 30U);
    strew_vulkan_host_destroy(host);
  }

  gpu* on = nullptr;
  strew_plan* plan = nullptr;
  strew_error error = STREW_ERROR_INIT;
  const words data = words(20, 1), updates = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};
  const std::vector<std::int64_t> indices = {4, 1, 4};
  const words expected = {1, 1, 1, 1, 6, 7, 8, 9, 1, 1, 1, 1, 1, 1, 1, 1, 10, 11, 12, 13};
  words output;
};

TEST_F(faults, of_executions_on_copies_are_told_and_leave_nothing) {
  faulty::hide_host_memory(true);
  fail_executions();
}

TEST_F(faults, of_executions_on_memory_of_the_host_are_told_and_leave_nothing) {
  fail_executions();
}

TEST_F(faults, while_a_host_is_made_are_told_and_leave_nothing) {
  strew_vulkan_host* host = nullptr;
  const std::uint64_t failed = fail_everywhere(
      true, [&] { host = make_host(); },
      [&](const fault& one, bool has_failed) {
        SCOPED_TRACE(one.function + ", call " + std::to_string(one.at));
        if (has_failed && host == nullptr) expect_told(one);
        EXPECT_TRUE(has_failed || host != nullptr) << error.message;
        strew_vulkan_host_destroy(host);
        EXPECT_EQ(faulty::alive(), "");
      });
  EXPECT_GE(failed, 20U);
}

TEST_F(faults, while_a_device_and_a_plan_are_made_are_told_and_leave_nothing) {
  strew_vulkan_context context = on->context;
  context.get_instance_proc_addr = &faulty::find;
  context.arithmetic = STREW_VULKAN_INTEGERS;
  strew_vulkan_device* device = nullptr;
  strew_vulkan_plan* made = nullptr;
  const auto make = [&] {
    error = STREW_ERROR_INIT;
    device = nullptr, made = nullptr;
    if (strew_vulkan_device_make(&context, on->queue, on->family, &device, &error) == STREW_STATUS_OK)
      strew_vulkan_plan_make(device, plan, &made, &error);
  };
  const std::uint64_t failed = fail_everywhere(true, make, [&](const fault& one, bool has_failed) {
    SCOPED_TRACE(one.function + ", call " + std::to_string(one.at));
    EXPECT_EQ(made != nullptr, error.status == STREW_STATUS_OK);
    if (has_failed && made == nullptr) expect_told(one);
    EXPECT_TRUE(has_failed || made != nullptr) << error.message;
    strew_vulkan_plan_destroy(made);
    strew_vulkan_device_destroy(device);
    EXPECT_EQ(faulty::alive(), "");
  });
  EXPECT_GE(failed, 20U);
}

TEST_F(faults, of_a_submission_to_a_queue_of_the_caller_are_told) {
  strew_vulkan_context context = on->context;
  context.get_instance_proc_addr = &faulty::find;
  context.arithmetic = STREW_VULKAN_INTEGERS;
  strew_vulkan_device* device = nullptr;
  strew_vulkan_plan* made = nullptr;
  ASSERT_EQ(strew_vulkan_device_make(&context, on->queue, on->family, &device, &error), STREW_STATUS_OK);
  ASSERT_EQ(strew_vulkan_plan_make(device, plan, &made, &error), STREW_STATUS_OK) << error.message;
  const gpu_buffer table = on->buffer_of(data), list = on->buffer_of(indices), moved = on->buffer_of(updates);
  const gpu_buffer room = on->make_buffer(strew_vulkan_plan_workspace(made)), about = on->make_buffer(1024);
  strew_vulkan_call call = STREW_VULKAN_CALL_INIT;
  call.data = call.output = table.at();
  call.indices = list.at();
  call.updates = moved.at();
  call.workspace = room.at();
  call.record = about.at();
  strew_vulkan_submission how = STREW_VULKAN_SUBMISSION_INIT;
  how.queue = on->queue;
  how.command_buffer = on->commands;
  vkEndCommandBuffer(on->commands);  // it is begun by the call
  const auto execute_it = [&] {
    error = STREW_ERROR_INIT;
    table.put(data);
    strew_vulkan_execute(made, &call, &how, &error);
    vkQueueWaitIdle(on->queue);
  };
  const std::uint64_t failed = fail_everywhere(false, execute_it, [&](const fault& one, bool has_failed) {
    if (has_failed) expect_told(one);
    EXPECT_EQ(table.get<std::uint32_t>(20), has_failed ? data : expected);
  });
  EXPECT_EQ(failed, 9U) << "to begin, to end and to submit";
  VkCommandBufferBeginInfo again{};
  again.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  vkBeginCommandBuffer(on->commands, &again);
  strew_vulkan_plan_destroy(made);
  strew_vulkan_device_destroy(device);
}

TEST_F(faults, a_device_that_stays_lost_refuses_and_is_destroyed) {
  strew_vulkan_host* const host = make_host();
  ASSERT_NE(host, nullptr) << error.message;
  for (const char* const function : {"vkQueueSubmit", "vkWaitForFences"}) {
    const fault lost{function, VK_ERROR_DEVICE_LOST, 1, true};
    faulty::expect(lost);
    for (int n = 0; n < 3; ++n) {
      execute(host);
      expect_told(lost);
    }
  }
  strew_vulkan_host_destroy(host);
}

}  // namespace
}  // namespace strew::vulkan_tests
