// Calls in the caller's command buffer, with operands at addresses of any kind.
#include "vulkan/device_plan.hpp"

namespace strew::vulkan_tests {
namespace {

class record : public ::testing::Test {
 protected:
  void SetUp() override {
    on = gpu::find();
    if (on == nullptr) GTEST_SKIP() << "there is no Vulkan device that is accepted";
  }
  static strew_options adding() {
    strew_options made = STREW_OPTIONS_INIT;
    made.reduction = STREW_REDUCTION_ADD;
    return made;
  }

  gpu* on = nullptr;
};

using list = std::vector<float>;
using index_list = std::vector<std::int64_t>;

TEST_F(record, two_calls_in_one_command_buffer_see_each_other) {
  device_plan sums(*on, {.columns = 1}, true, adding());
  device_plan rows(*on, {.columns = 1}, false, STREW_OPTIONS_INIT);
  const gpu_buffer table = on->buffer_of(list{1, 2, 3, 4, 5});
  const gpu_buffer indices = on->buffer_of(index_list{3, -2, 0});
  const gpu_buffer updates = on->buffer_of(list{10, 20, 40});
  const gpu_buffer read = on->make_buffer(64);
  sums.call.data = sums.call.output = rows.call.data = table.at();
  sums.call.indices = rows.call.indices = indices.at();
  sums.call.updates = updates.at();
  rows.call.output = read.at();
  EXPECT_EQ(sums.record(*on).status, STREW_STATUS_OK);
  EXPECT_EQ(rows.record(*on).status, STREW_STATUS_OK);
  EXPECT_EQ(table.get<float>(5), (list{1, 2, 3, 4, 5})) << "nothing is submitted by the library";
  on->submit();
  EXPECT_EQ(sums.result().status, STREW_STATUS_OK);
  EXPECT_EQ(rows.result().status, STREW_STATUS_OK);
  EXPECT_EQ(table.get<float>(5), (list{41, 2, 3, 34, 5}));
  EXPECT_EQ(read.get<float>(3), (list{34, 34, 41}));
}

TEST_F(record, operands_are_buffers_with_offsets_too) {
  device_plan rows(*on, {.columns = 1}, false, STREW_OPTIONS_INIT);
  const gpu_buffer all = on->make_buffer(256);
  all.put(list{1, 2, 3, 4, 5}, 3);  // no multiple of the element, nor is that of the indices
  all.put(index_list{4, 0, -1}, 97);
  rows.call.data = all.by_handle(3);
  rows.call.indices = all.by_handle(97);
  rows.call.output = all.by_handle(201);
  EXPECT_EQ(rows.run(*on).status, STREW_STATUS_OK);
  EXPECT_EQ(all.get<float>(3, 201), (list{5, 1, 5}));
}

TEST_F(record, offsets_may_be_beyond_4_gib) {
  const std::vector<std::int64_t> extents = {4, 2}, strides = {std::int64_t{3} << 33, 4}, few = {2}, moved = {2, 2};
  strew_tensor data = tensor_of(STREW_DTYPE_F32, extents, &strides);
  const strew_tensor indices = tensor_of(STREW_DTYPE_I32, few), output = tensor_of(STREW_DTYPE_F32, moved);
  strew_error error = STREW_ERROR_INIT;
  strew_plan* host = nullptr;
  strew_plan_gather(&data, &indices, &output, 0, 0, nullptr, &host, &error);
  ASSERT_EQ(error.status, STREW_STATUS_OK) << error.message;
  strew_vulkan_plan* device = nullptr;
  strew_vulkan_plan_make(on->made, host, &device, &error);
  const gpu_buffer row = on->buffer_of(list{7, 8}), list_of = on->buffer_of(std::vector<std::int32_t>{3, -1});
  const gpu_buffer read = on->make_buffer(64), about = on->make_buffer(STREW_VULKAN_RECORD_BYTES);
  strew_vulkan_call call = STREW_VULKAN_CALL_INIT;
  call.data.address = row.address - static_cast<std::uint64_t>(3 * strides[0]);  // row 3 is the one that exists
  call.indices = list_of.at();
  call.output = read.at();
  call.record = about.at();
  strew_vulkan_record(device, on->commands, &call, &error);
  on->submit();
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(read.get<float>(4), (list{7, 8, 7, 8}));
  strew_vulkan_plan_destroy(device);
  strew_plan_destroy(host);
}

TEST_F(record, a_bad_index_is_told_and_nothing_is_written) {
  device_plan sums(*on, {.columns = 2}, true, adding());
  const gpu_buffer table = on->buffer_of(list(10, 1));
  const gpu_buffer indices = on->buffer_of(index_list{0, 5, -6});
  const gpu_buffer updates = on->buffer_of(list(6, 1));
  sums.call.data = sums.call.output = table.at();
  sums.call.indices = indices.at();
  sums.call.updates = updates.at();
  const strew_error error = sums.run(*on);
  EXPECT_EQ(std::string(error.rule), "IX1");
  EXPECT_EQ(error.position, 1U);
  EXPECT_EQ(error.bad_count, 2U);
  EXPECT_EQ(table.get<float>(10), list(10, 1));
}

TEST_F(record, prepared_order_serves_again_without_the_indices) {
  device_plan sums(*on, {.columns = 2, .positions = 4}, true, adding());
  const gpu_buffer table = on->buffer_of(list(10, 0));
  const gpu_buffer indices = on->buffer_of(index_list{4, 1, 4, -1});
  const gpu_buffer updates = on->buffer_of(list{1, 2, 4, 8, 16, 32, 64, 128});
  sums.call.data = sums.call.output = table.at();
  sums.call.indices = indices.at();
  sums.call.updates = updates.at();
  sums.call.phase = STREW_VULKAN_PREPARE;
  EXPECT_EQ(sums.run(*on).status, STREW_STATUS_OK);
  EXPECT_EQ(table.get<float>(10), list(10, 0));
  indices.put(index_list{0, 0, 0, 0});  // not read again, whatever it is
  sums.call.phase = STREW_VULKAN_REUSE;
  EXPECT_EQ(sums.run(*on).status, STREW_STATUS_OK);
  EXPECT_EQ(sums.run(*on).status, STREW_STATUS_OK);
  EXPECT_EQ(table.get<float>(10), (list{0, 0, 8, 16, 0, 0, 0, 0, 162, 324}));
}

// Atomics would serve too, but read the indices.
TEST_F(record, prepared_order_serves_integers_without_the_indices) {
  device_plan sums(*on, {STREW_DTYPE_I32, STREW_DTYPE_I64, 5, 1, 4}, true, adding());
  ASSERT_NE(sums.dispatches().find("atomic_integers: 4, where addresses are multiples of 4"), std::string::npos);
  const gpu_buffer table = on->buffer_of(std::vector<std::int32_t>(5, 0));
  const gpu_buffer indices = on->buffer_of(index_list{4, 1, 4, -1});
  const gpu_buffer updates = on->buffer_of(std::vector<std::int32_t>{1, 2, 4, 8});
  sums.call.data = sums.call.output = table.at();
  sums.call.indices = indices.at();
  sums.call.updates = updates.at();
  sums.call.phase = STREW_VULKAN_PREPARE;
  EXPECT_EQ(sums.run(*on).status, STREW_STATUS_OK);
  indices.put(index_list{0, 0, 0, 0});
  sums.call.phase = STREW_VULKAN_REUSE;
  EXPECT_EQ(sums.run(*on).status, STREW_STATUS_OK);
  sums.call.phase = STREW_VULKAN_WHOLE;
  EXPECT_EQ(sums.run(*on).status, STREW_STATUS_OK);
  EXPECT_EQ(table.get<std::int32_t>(5), (std::vector<std::int32_t>{15, 2, 0, 0, 13}));
}

TEST_F(record, what_was_prepared_in_vain_moves_nothing) {
  device_plan sums(*on, {.columns = 1}, true, adding());
  const gpu_buffer table = on->buffer_of(list(5, 3));
  const gpu_buffer indices = on->buffer_of(index_list{0, 1, 9});
  const gpu_buffer updates = on->buffer_of(list(3, 1));
  sums.call.data = sums.call.output = table.at();
  sums.call.indices = indices.at();
  sums.call.updates = updates.at();
  sums.call.phase = STREW_VULKAN_PREPARE;
  EXPECT_EQ(std::string(sums.run(*on).rule), "IX1");
  sums.call.phase = STREW_VULKAN_REUSE;
  EXPECT_EQ(std::string(sums.run(*on).rule), "IX1");
  EXPECT_EQ(table.get<float>(5), list(5, 3));
}

// Somebody rewrites indices between the check and the move: nothing outside is written.
TEST_F(record, indices_that_turn_bad_reach_nothing_outside) {
  strew_options none = STREW_OPTIONS_INIT;
  none.duplicates = STREW_DUPLICATES_ALLOW;
  device_plan moves(*on, {.rows = 4, .columns = 1, .positions = 3}, true, none);
  const gpu_buffer around = on->buffer_of(list(64, 5));
  const gpu_buffer indices = on->buffer_of(index_list{0, 1, 2});
  const gpu_buffer updates = on->buffer_of(list{7, 8, 9});
  moves.call.data = moves.call.output = around.at(64);
  moves.call.indices = indices.at();
  moves.call.updates = updates.at();
  moves.call.phase = STREW_VULKAN_PREPARE;
  EXPECT_EQ(moves.run(*on).status, STREW_STATUS_OK);
  indices.put(index_list{1000, -1000, std::int64_t{1} << 62});
  moves.call.phase = STREW_VULKAN_REUSE;
  EXPECT_EQ(moves.run(*on).status, STREW_STATUS_OK);
  list expected(64, 5);
  const list read = around.get<float>(64);
  for (std::size_t n = 16; n < 20; ++n) expected[n] = read[n];
  EXPECT_EQ(read, expected);
}

TEST_F(record, a_queue_and_timeline_semaphores_are_the_callers) {
  device_plan rows(*on, {.columns = 1}, false, STREW_OPTIONS_INIT);
  const gpu_buffer table = on->buffer_of(list{1, 2, 3, 4, 5}), indices = on->buffer_of(index_list{2, 2, 0});
  const gpu_buffer read = on->make_buffer(64);
  rows.call.data = table.at();
  rows.call.indices = indices.at();
  rows.call.output = read.at();
  VkSemaphoreTypeCreateInfo type{};
  type.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO;
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  type.initialValue = 4;
  VkSemaphoreCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO;
  info.pNext = &type;
  VkSemaphore timeline = VK_NULL_HANDLE;
  vkCreateSemaphore(on->device, &info, nullptr, &timeline);
  strew_vulkan_submission how = STREW_VULKAN_SUBMISSION_INIT;
  how.queue = on->queue;
  how.command_buffer = on->commands;
  how.wait_semaphore = how.signal_semaphore = reinterpret_cast<std::uint64_t>(timeline);
  how.wait_value = 4;
  how.signal_value = 9;
  strew_error error = STREW_ERROR_INIT;
  vkEndCommandBuffer(on->commands);  // it is begun by the call
  strew_vulkan_execute(rows.device, &rows.call, &how, &error);
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  vkQueueWaitIdle(on->queue);
  VkCommandBufferBeginInfo again{};
  again.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  vkBeginCommandBuffer(on->commands, &again);
  std::uint64_t value = 0;
  vkGetSemaphoreCounterValue(on->device, timeline, &value);
  EXPECT_EQ(value, 9U);
  EXPECT_EQ(rows.result().status, STREW_STATUS_OK);
  EXPECT_EQ(read.get<float>(3), (list{3, 3, 1}));
  vkDestroySemaphore(on->device, timeline, nullptr);
}

}  // namespace
}  // namespace strew::vulkan_tests
