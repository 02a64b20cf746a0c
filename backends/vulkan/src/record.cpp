// The commands of a call.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "src/own_commands.hpp"
#include "src/plan.hpp"

namespace strew::vulkan {
namespace {

constexpr std::uint64_t group_size = 256;
constexpr std::uint64_t most_groups = 65535;  // every device has as many
constexpr std::uint64_t place_alignment = 256;

address address_of(const device_state& device, const strew_vulkan_place& place) {
  if (place.address != 0 || place.buffer == 0) return place.address + place.offset;
  VkBufferDeviceAddressInfo of{};
  of.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO;
  of.buffer = handle_of<VkBuffer>(place.buffer);
  return device.call.GetBufferDeviceAddress(device.handle(), &of) + place.offset;
}

// The places of a call as addresses.
struct addresses {
  strew_problem_places operands = STREW_PROBLEM_PLACES_INIT;
  address workspace, prepared, record;

  addresses(const device_state& device, const strew_vulkan_call& call)
      : workspace(address_of(device, call.workspace)),
        prepared(address_of(device, call.prepared)),
        record(address_of(device, call.record)) {
    operands.data = address_of(device, call.data);
    operands.indices = address_of(device, call.indices);
    operands.updates = address_of(device, call.updates);
    operands.output = address_of(device, call.output);
    operands.from = address_of(device, call.from);
    operands.weights = address_of(device, call.weights);
    operands.scales = address_of(device, call.scales);
    operands.zero_points = address_of(device, call.zero_points);
    operands.codebook = address_of(device, call.codebook);
  }

  [[nodiscard]] address of(std::int32_t operand) const {
    if (operand == STREW_OPERAND_DATA) return operands.data;
    return operand == STREW_OPERAND_UPDATES ? operands.updates : operands.output;
  }
};

maybe_failure check_own(const char* name, address at, std::uint64_t bytes) {
  if (bytes == 0) return std::nullopt;
  if (at == 0) return fail(STREW_STATUS_POINTER, 0, "VK6", "{} bytes of {} are needed, and none is given", bytes, name);
  if (at % place_alignment == 0) return std::nullopt;
  return fail(STREW_STATUS_POINTER, 0, "VK6", "the {} is at address {}, which is no multiple of 256", name, at);
}

maybe_failure check_call(const plan_state& plan, const strew_vulkan_call& call, const addresses& at) {
  if (call.phase < STREW_VULKAN_WHOLE || call.phase > STREW_VULKAN_REUSE)
    return fail(STREW_STATUS_ATTRIBUTE, 0, "VK6", "phase is {}, which is none of 0 to 2", call.phase);
  const sort_room& room = plan.work.room;
  return first_failure(
      [&] { return check_own("record", at.record, STREW_VULKAN_RECORD_BYTES); },
      [&] { return check_own("workspace", at.workspace, room.all()); },
      [&] { return check_own("prepared", at.prepared, call.phase == STREW_VULKAN_WHOLE ? 0 : room.kept()); },
      [&] { return by_engine([&](strew_error* e) { return strew_check_memory(plan.source, &at.operands, e); }); });
}

// The largest power of two, up to 16, of which all of these are multiples.
template <class... Numbers>
std::uint64_t common_unit(std::uint64_t most, Numbers... numbers) {
  ((most = std::gcd(most, static_cast<std::uint64_t>(numbers))), ...);
  return most;
}

class recorder {
 public:
  recorder(const plan_state& plan, VkCommandBuffer to, const strew_vulkan_call& call, const addresses& at)
      : plan_(plan), call_(plan.device.call), to_(to), phase_(call.phase), at_(at) {
    const sort_room& room = plan.work.room;
    kept_ = phase_ == STREW_VULKAN_WHOLE ? at.workspace : at.prepared;
    scratch_ = at.workspace + room.kept();
    by_ = find_way();
  }

  void record() const {
    wait(VK_PIPELINE_STAGE_HOST_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
         VK_ACCESS_HOST_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    for (std::size_t n = 0; n < plan_.work.dispatches.size(); ++n) {
      const dispatch& one = plan_.work.dispatches[n];
      if (takes_part(one) && !is_in_place(one)) record(one, plan_.pipelines[n]);
    }
  }

 private:
  // An order that is kept serves again, which costs no more than atomics.
  [[nodiscard]] way find_way() const {
    if (phase_ != STREW_VULKAN_WHOLE) return way::sorting;
    for (const dispatch& one : plan_.work.dispatches)
      if (one.by == way::atomics && unit_of(one) % one.alignment == 0) return way::atomics;
    return way::sorting;
  }
  [[nodiscard]] bool takes_part(const dispatch& one) const {
    if (one.by != way::any && one.by != by_) return false;
    return phase_ == STREW_VULKAN_WHOLE || (phase_ == STREW_VULKAN_PREPARE) == (one.when == stage::validate);
  }

  [[nodiscard]] address table_of(const dispatch& one) const { return at_.of(plan_.work.operands_of_table[one.tables]); }
  [[nodiscard]] address direct_of(const dispatch& one) const {
    return at_.of(plan_.work.operands_of_direct[one.tables]);
  }
  [[nodiscard]] bool is_in_place(const dispatch& one) const { return one.copies && table_of(one) == direct_of(one); }
  [[nodiscard]] address keys_of(list which) const {
    if (which == list::slots) return at_.workspace + plan_.work.room.slots();
    return which == list::none ? 0 : which == list::kept ? kept_ : scratch_;
  }
  [[nodiscard]] address values_of(list which) const {
    const bool has_keys = which == list::kept || which == list::scratch;
    return keys_of(which) + (has_keys ? plan_.work.room.key_bytes : 0);
  }

  void record(const dispatch& one, const dispatch_pipelines& pipelines) const {
    if (one.general.what == kernel::radix || one.general.what == kernel::sort_small) {
      const sort_push push = sort_push_of(one);
      return run(pipelines.general, &push, sizeof push, one.invocations);
    }
    problem_push push = push_of(one);
    const std::uint64_t unit = unit_of(one);
    const bool is_fast = one.has_fast && unit % one.fast_alignment == 0 && (push.flags & table_aligned) != 0;
    const std::uint64_t invocations = is_fast ? set_fast(one, push) : set_units(one, unit, push);
    run(is_fast ? pipelines.fast : pipelines.general, &push, sizeof push, invocations);
  }

  // Of codes, which are read by bytes, the addresses of values, scales and numbers.
  [[nodiscard]] std::uint64_t unit_of(const dispatch& one) const {
    const std::uint64_t strides = plan_.work.tables[one.tables].alignment;
    if (one.general.what == kernel::decode)
      return common_unit(4, direct_of(one), at_.operands.scales, at_.operands.codebook, strides);
    return common_unit(16, table_of(one), direct_of(one), at_.operands.weights, strides);
  }

  // Sets unit, units and how large numbers are; the number of invocations.
  static std::uint64_t set_units(const dispatch& one, std::uint64_t unit, problem_push& push) {
    push.unit = static_cast<std::uint32_t>(common_unit(one.most_unit, unit, one.moves ? one.width : one.most_unit));
    push.units = static_cast<std::uint32_t>(one.moves ? one.width / push.unit : one.units);
    const std::uint64_t invocations = one.invocations * push.units;
    if (invocations <= 0xffffffff) push.flags |= small_numbers;
    return invocations;
  }
  static std::uint64_t set_fast(const dispatch& one, problem_push& push) {
    push.unit = static_cast<std::uint32_t>(one.fast_alignment);
    push.units = static_cast<std::uint32_t>(one.width / one.fast_alignment);
    return one.count * push.units;
  }

  [[nodiscard]] problem_push push_of(const dispatch& one) const {
    problem_push push;
    push.problem = plan_.tables[one.tables];
    push.record = at_.record;
    push.table = table_of(one);
    push.direct = direct_of(one);
    push.indices = plan_.bound[table_side_of] != 0 ? plan_.bound[table_side_of] : at_.operands.indices;
    push.from = plan_.bound[from_side] != 0 ? plan_.bound[from_side] : at_.operands.from;
    push.weights = at_.operands.weights;
    const bool is_sorted = (one.flags & sorted) != 0;
    push.scales = is_sorted ? at_.workspace + plan_.work.room.places() : at_.operands.scales;
    push.zero_points = is_sorted ? at_.workspace + plan_.work.room.slots() : at_.operands.zero_points;
    push.codebook = at_.operands.codebook;
    const list order = one.keys_to != list::none ? one.keys_to : one.keys_from;
    push.keys = keys_of(order);
    push.values = values_of(order);
    push.count = static_cast<std::uint32_t>(one.count);
    push.points = plan_.work.tables[one.tables].problem.points;
    push.round = one.round;
    push.reduction = one.reduction;
    push.flags = one.flags | aligned_side(one, table_side_of, push.indices, table_aligned) |
                 aligned_side(one, from_side, push.from, from_aligned);
    return push;
  }
  [[nodiscard]] std::uint32_t aligned_side(const dispatch& one, side which, address first, flag made) const {
    const std::uint64_t bytes = plan_.index_bytes[which];
    const std::uint64_t all = common_unit(bytes, first, plan_.work.tables[one.tables].sides[which].alignment);
    return all == bytes ? made : 0U;
  }

  [[nodiscard]] sort_push sort_push_of(const dispatch& one) const {
    const sort_room& room = plan_.work.room;
    sort_push push;
    push.failed = at_.record;
    push.keys_from = keys_of(one.keys_from);
    push.values_from = values_of(one.keys_from);
    push.keys_to = keys_of(one.keys_to);
    push.values_to = values_of(one.keys_to);
    push.histogram = at_.workspace + 2 * room.kept();
    push.totals = push.histogram + room.histogram_bytes;
    push.count = static_cast<std::uint32_t>(one.count);
    push.shift = one.shift;
    push.is_wide = (one.flags & wide_keys) != 0 ? 1 : 0;
    return push;
  }

  // The one place that dispatches, which no barrier can be missing behind: layers do not see what addresses reach.
  void run(VkPipeline pipeline, const void* push, std::size_t bytes, std::uint64_t invocations) const {
    const std::uint64_t groups = std::clamp<std::uint64_t>((invocations + group_size - 1) / group_size, 1, most_groups);
    call_.CmdBindPipeline(to_, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    call_.CmdPushConstants(to_, plan_.device.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, static_cast<std::uint32_t>(bytes),
                           push);
    call_.CmdDispatch(to_, static_cast<std::uint32_t>(groups), 1, 1);
    wait(VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT);
  }
  void wait(VkPipelineStageFlags stages, VkAccessFlags writes) const {
    VkMemoryBarrier barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    barrier.srcAccessMask = writes;
    barrier.dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_READ_BIT |
                            VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_HOST_READ_BIT;
    call_.CmdPipelineBarrier(
        to_, stages, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_HOST_BIT,
        0, 1, &barrier, 0, nullptr, 0, nullptr);
  }

  const plan_state& plan_;
  const functions& call_;
  VkCommandBuffer to_;
  std::int32_t phase_;
  const addresses& at_;
  address kept_ = 0;
  address scratch_ = 0;
  way by_ = way::sorting;
};

maybe_failure record(const plan_state& plan, VkCommandBuffer to, const strew_vulkan_call& call) {
  const addresses at(plan.device, call);
  if (auto bad = check_call(plan, call, at)) return bad;
  recorder(plan, to, call, at).record();
  return std::nullopt;
}

maybe_failure check_given(const strew_vulkan_plan* plan, const strew_vulkan_call* call, const void* command_buffer) {
  if (plan == nullptr || command_buffer == nullptr)
    return fail(STREW_STATUS_POINTER, 0, "PT1", "the plan or the command buffer is null");
  return check_struct(call, "call");
}

maybe_failure submit(const plan_state& plan, const strew_vulkan_submission& how) {
  auto* const commands = static_cast<VkCommandBuffer>(how.command_buffer);
  const auto wait = handle_of<VkSemaphore>(how.wait_semaphore);
  const auto signal = handle_of<VkSemaphore>(how.signal_semaphore);
  VkTimelineSemaphoreSubmitInfo values{};
  values.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO;
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.pNext = &values;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  constexpr VkPipelineStageFlags stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  if (how.wait_semaphore != 0) {
    values.waitSemaphoreValueCount = info.waitSemaphoreCount = 1;
    values.pWaitSemaphoreValues = &how.wait_value;
    info.pWaitSemaphores = &wait;
    info.pWaitDstStageMask = &stages;
  }
  if (how.signal_semaphore != 0) {
    values.signalSemaphoreValueCount = info.signalSemaphoreCount = 1;
    values.pSignalSemaphoreValues = &how.signal_value;
    info.pSignalSemaphores = &signal;
  }
  return check(plan.device.call.QueueSubmit(static_cast<VkQueue>(how.queue), 1, &info, VK_NULL_HANDLE),
               "vkQueueSubmit");
}

}  // namespace

maybe_failure record_whole(const plan_state& plan, VkCommandBuffer to, const strew_vulkan_call& call) {
  const addresses at(plan.device, call);
  if (auto bad = check_call(plan, call, at)) return bad;
  if (auto bad = begin(plan.device.call, to)) return bad;
  recorder(plan, to, call, at).record();
  return check(plan.device.call.EndCommandBuffer(to), "vkEndCommandBuffer");
}

}  // namespace strew::vulkan

strew_status strew_vulkan_record(const strew_vulkan_plan* plan, void* command_buffer, const strew_vulkan_call* call,
                                 strew_error* error) {
  using namespace strew::vulkan;  // NOLINT(google-build-using-namespace): the C side of this namespace
  return guarded(error, [&]() -> maybe_failure {
    if (auto bad = check_given(plan, call, command_buffer)) return bad;
    return record(*plan, static_cast<VkCommandBuffer>(command_buffer), *call);
  });
}

strew_status strew_vulkan_execute(const strew_vulkan_plan* plan, const strew_vulkan_call* call,
                                  const strew_vulkan_submission* submission, strew_error* error) {
  using namespace strew::vulkan;  // NOLINT(google-build-using-namespace): the C side of this namespace
  return guarded(error, [&]() -> maybe_failure {
    if (auto bad = check_struct(submission, "submission")) return bad;
    if (auto bad = check_given(plan, call, submission->command_buffer)) return bad;
    if (submission->queue == nullptr) return fail(STREW_STATUS_POINTER, 0, "PT1", "the queue is null");
    auto* const commands = static_cast<VkCommandBuffer>(submission->command_buffer);
    return first_failure([&] { return record_whole(*plan, commands, *call); },
                         [&] { return submit(*plan, *submission); });
  });
}
