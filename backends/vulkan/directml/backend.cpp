// The backend of DirectML devices that are VkDevices.
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <new>

#include "strew/directml.h"
#include "strew/directml/vulkan.hpp"

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

namespace strew::directml_vulkan {
namespace {

static_assert(sizeof(VkBuffer) == sizeof(void*) && sizeof(void*) == 8, "Buffer of DML_BUFFER_BINDING is a VkBuffer");

// Functions of Vulkan beside those that the backend of plans calls.
struct functions {
  PFN_vkGetBufferDeviceAddress get_buffer_device_address = nullptr;
  PFN_vkGetBufferMemoryRequirements get_buffer_memory_requirements = nullptr;
  PFN_vkCmdCopyBuffer cmd_copy_buffer = nullptr;
  PFN_vkCmdPipelineBarrier cmd_pipeline_barrier = nullptr;
};

// The context of the backend. What the caller gave is looked at by `open` alone.
struct state {
  const strew_vulkan_context* given = nullptr;
  void* queue = nullptr;
  std::uint32_t queue_family = 0;
  VkDevice handle = VK_NULL_HANDLE;
  functions call;
  strew_vulkan_device* device = nullptr;

  ~state() { strew_vulkan_device_destroy(device); }
};

state& state_of(void* context) {
  return *static_cast<state*>(context);
}

template <class Function>
bool find(const strew_vulkan_context& in, PFN_vkGetDeviceProcAddr of_device, const char* name, Function& found) {
  found = reinterpret_cast<Function>(of_device(static_cast<VkDevice>(in.device), name));
  return found != nullptr;
}

// VK2, as the backend of plans says it.
strew_status refuse_missing(strew_error* error) {
  std::memcpy(error->rule, "VK2", sizeof "VK2");
  (void)std::snprintf(error->message, sizeof error->message, "VK2: functions of the device are not found");
  error->status = STREW_STATUS_POINTER;
  return error->status;
}

strew_status open(void* context, strew_error* error) {
  state& of = state_of(context);
  const strew_status status = strew_vulkan_device_make(of.given, of.queue, of.queue_family, &of.device, error);
  if (status != STREW_STATUS_OK) return status;
  const strew_vulkan_context& in = *of.given;
  const auto of_device =
      reinterpret_cast<PFN_vkGetDeviceProcAddr>(in.get_instance_proc_addr(in.instance, "vkGetDeviceProcAddr"));
  of.handle = static_cast<VkDevice>(in.device);
  of.given = nullptr;
  const bool has_all = of_device != nullptr &&
                       find(in, of_device, "vkGetBufferDeviceAddress", of.call.get_buffer_device_address) &&
                       find(in, of_device, "vkGetBufferMemoryRequirements", of.call.get_buffer_memory_requirements) &&
                       find(in, of_device, "vkCmdCopyBuffer", of.call.cmd_copy_buffer) &&
                       find(in, of_device, "vkCmdPipelineBarrier", of.call.cmd_pipeline_barrier);
  return has_all ? STREW_STATUS_OK : refuse_missing(error);
}

std::uint64_t address_of(void* context, void* buffer) {
  const state& of = state_of(context);
  VkBufferDeviceAddressInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO;
  info.buffer = static_cast<VkBuffer>(buffer);
  return of.call.get_buffer_device_address(of.handle, &info);
}

// Vulkan does not tell the size of a buffer, but how much memory it needs, which is no less.
std::uint64_t size_of(void* context, void* buffer) {
  const state& of = state_of(context);
  VkMemoryRequirements needed{};
  of.call.get_buffer_memory_requirements(of.handle, static_cast<VkBuffer>(buffer), &needed);
  return needed.size;
}

// A temporary resource is the record, then the workspace of the plan.
strew_status compile(void* context, const strew_plan* plan, void** compiled, std::uint64_t* temporary_bytes,
                     strew_error* error) {
  strew_vulkan_plan* made = nullptr;
  const strew_status status = strew_vulkan_plan_make(state_of(context).device, plan, &made, error);
  if (status != STREW_STATUS_OK) return status;
  *compiled = made;
  *temporary_bytes = STREW_VULKAN_RECORD_BYTES + strew_vulkan_plan_workspace(made);
  return STREW_STATUS_OK;
}

void destroy(void*, void* compiled) {
  strew_vulkan_plan_destroy(static_cast<strew_vulkan_plan*>(compiled));
}

strew_status dispatch(void*, void* compiled, void* commands, const strew_directml_operands* on, strew_error* error) {
  const auto* plan = static_cast<const strew_vulkan_plan*>(compiled);
  strew_vulkan_call call = STREW_VULKAN_CALL_INIT;
  call.data.address = on->inputs[0].address;
  call.indices.address = on->inputs[1].address;
  call.updates.address = on->inputs[2].address;
  call.output.address = on->output.address;
  call.record.address = on->temporary.address;
  if (strew_vulkan_plan_workspace(plan) != 0)
    call.workspace.address = on->temporary.address + STREW_VULKAN_RECORD_BYTES;
  return strew_vulkan_record(plan, commands, &call, error);
}

void wait(const functions& call, VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags writes,
          VkPipelineStageFlags to, VkAccessFlags uses) {
  VkMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = writes;
  barrier.dstAccessMask = uses;
  call.cmd_pipeline_barrier(commands, from, to, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

// Between barriers like those of strew_vulkan_record.
strew_status copy(void* context, void* commands, const strew_directml_range* from, const strew_directml_range* to,
                  strew_error*) {
  const functions& call = state_of(context).call;
  auto* const into = static_cast<VkCommandBuffer>(commands);
  constexpr VkPipelineStageFlags all =
      VK_PIPELINE_STAGE_HOST_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  const VkBufferCopy region = {from->offset, to->offset, from->bytes};
  wait(call, into, all, VK_ACCESS_HOST_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_SHADER_WRITE_BIT,
       VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT);
  call.cmd_copy_buffer(into, static_cast<VkBuffer>(from->buffer), static_cast<VkBuffer>(to->buffer), 1, &region);
  wait(call, into, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, all,
       VK_ACCESS_HOST_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT |
           VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
  return STREW_STATUS_OK;
}

strew_status result(void*, void* compiled, const void* record, strew_error* error) {
  return strew_vulkan_result(static_cast<const strew_vulkan_plan*>(compiled), record, error);
}

void release(void* context) {
  delete static_cast<state*>(context);
}

strew_directml_backend backend_over(state& context) {
  strew_directml_backend made = STREW_DIRECTML_BACKEND_INIT;
  made.context = &context;
  made.open = open;
  made.address_of = address_of;
  made.size_of = size_of;
  made.compile = compile;
  made.destroy = destroy;
  made.dispatch = dispatch;
  made.copy = copy;
  made.result = result;
  made.release = release;
  return made;
}

}  // namespace
}  // namespace strew::directml_vulkan

std::int32_t strew_directml_create_device_on_vulkan(const strew_directml_options* options,
                                                    const strew_vulkan_context* vulkan, void* queue,
                                                    std::uint32_t queue_family, const void* interface_id,
                                                    void** device) {
  using namespace strew::directml_vulkan;  // NOLINT(google-build-using-namespace): the C side of this namespace
  if (device != nullptr) *device = nullptr;
  auto* context = new (std::nothrow) state;
  if (context == nullptr) return E_OUTOFMEMORY;
  context->given = vulkan;
  context->queue = queue;
  context->queue_family = queue_family;
  const strew_directml_backend backend = backend_over(*context);
  return strew_directml_create_device_on(options, &backend, interface_id, device);
}
