#include "src/memory.hpp"

#include <algorithm>

namespace strew::vulkan {
namespace {

constexpr std::uint64_t chunk_bytes = std::uint64_t{1} << 20U;
constexpr VkMemoryPropertyFlags needed = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;

constexpr std::uint64_t rounded_up(std::uint64_t bytes) {
  return (bytes + 255) / 256 * 256;
}

VkBufferCreateInfo buffer_info(std::uint64_t bytes, const void* next) {
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.pNext = next;
  info.size = bytes;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT |
               VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  return info;
}

}  // namespace

buffer_maker::buffer_maker(const functions& call, VkPhysicalDevice physical, VkDevice device)
    : call_(&call), device_(device) {
  call.GetPhysicalDeviceMemoryProperties(physical, &types_);
}

// Cached memory first: the host reads results from it.
bool buffer_maker::find_type(std::uint32_t allowed, std::uint32_t& type) const {
  for (const VkMemoryPropertyFlags wanted : {needed | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, needed}) {
    for (type = 0; type < types_.memoryTypeCount; ++type) {
      const bool is_allowed = (allowed >> type & 1U) != 0;
      if (is_allowed && (types_.memoryTypes[type].propertyFlags & wanted) == wanted) return true;
    }
  }
  return false;
}

maybe_failure buffer_maker::make(std::uint64_t bytes, const void* of_buffer, const void* of_memory, std::uint32_t types,
                                 device_buffer& to) const {
  to = {};
  to.bytes = bytes;
  const VkBufferCreateInfo info = buffer_info(bytes, of_buffer);
  if (auto bad = check_made(call_->CreateBuffer(device_, &info, nullptr, &to.buffer), "vkCreateBuffer", to.buffer))
    return bad;
  VkMemoryRequirements needs;
  call_->GetBufferMemoryRequirements(device_, to.buffer, &needs);
  VkMemoryAllocateFlagsInfo flags{};
  flags.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
  flags.pNext = of_memory;
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  VkMemoryAllocateInfo memory{};
  memory.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  memory.pNext = &flags;
  memory.allocationSize = of_memory == nullptr ? needs.size : bytes;
  const char* const no_type = "no type of memory is HOST_VISIBLE and HOST_COHERENT and suits a buffer of {} bytes";
  maybe_failure bad;
  if (!find_type(needs.memoryTypeBits & types, memory.memoryTypeIndex))
    bad = fail(STREW_STATUS_MEMORY, 0, "VK3", fmt::runtime(no_type), bytes);
  if (!bad)
    bad = check_made(call_->AllocateMemory(device_, &memory, nullptr, &to.memory), "vkAllocateMemory", to.memory);
  if (!bad) bad = check(call_->BindBufferMemory(device_, to.buffer, to.memory, 0), "vkBindBufferMemory");
  if (!bad && of_memory == nullptr)
    bad = check(call_->MapMemory(device_, to.memory, 0, VK_WHOLE_SIZE, 0, &to.mapped), "vkMapMemory");
  if (bad) {
    free(to);
    return bad;
  }
  VkBufferDeviceAddressInfo where{};
  where.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO;
  where.buffer = to.buffer;
  to.address = call_->GetBufferDeviceAddress(device_, &where);
  return std::nullopt;
}

maybe_failure buffer_maker::make(std::uint64_t bytes, device_buffer& to) const {
  return make(bytes, nullptr, nullptr, ~std::uint32_t{0}, to);
}

maybe_failure buffer_maker::import(void* first, std::uint64_t bytes, PFN_vkGetMemoryHostPointerPropertiesEXT properties,
                                   device_buffer& to) const {
  constexpr VkExternalMemoryHandleTypeFlagBits kind = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
  VkMemoryHostPointerPropertiesEXT allowed{};
  allowed.sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT;
  if (auto bad = check(properties(device_, kind, first, &allowed), "vkGetMemoryHostPointerPropertiesEXT")) return bad;
  VkExternalMemoryBufferCreateInfo external{};
  external.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO;
  external.handleTypes = kind;
  VkImportMemoryHostPointerInfoEXT imported{};
  imported.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT;
  imported.handleType = kind;
  imported.pHostPointer = first;
  if (auto bad = make(bytes, &external, &imported, allowed.memoryTypeBits, to)) return bad;
  to.mapped = first;
  return std::nullopt;
}

void buffer_maker::free(device_buffer& buffer) const {
  if (buffer.buffer != VK_NULL_HANDLE) call_->DestroyBuffer(device_, buffer.buffer, nullptr);
  if (buffer.memory != VK_NULL_HANDLE) call_->FreeMemory(device_, buffer.memory, nullptr);
  buffer = {};
}

block_memory::block_memory(buffer_maker make, const strew_vulkan_allocator* given) : make_(make) {
  if (given != nullptr) given_ = *given;
}
block_memory::~block_memory() {
  for (const auto& one : chunks_) make_.free(one->buffer);
}

void block_memory::take(chunk& from, std::uint64_t bytes, strew_vulkan_block& to) {
  to.address = from.buffer.address + from.used;
  to.mapped = static_cast<unsigned char*>(from.buffer.mapped) + from.used;
  to.handle = &from;
  from.used += bytes;
  ++from.blocks;
}

maybe_failure block_memory::allocate(std::uint64_t bytes, strew_vulkan_block& to) {
  bytes = rounded_up(bytes);
  if (given_.allocate != nullptr) {
    if (given_.allocate(given_.context, bytes, &to) != 0) return std::nullopt;
    return fail(STREW_STATUS_MEMORY, 0, "VK3", "the allocator has no {} bytes for the tables of a plan", bytes);
  }
  const std::lock_guard lock(mutex_);
  const auto has_room = [&](const auto& one) { return one->buffer.bytes - one->used >= bytes; };
  const auto found = std::find_if(chunks_.begin(), chunks_.end(), has_room);
  if (found != chunks_.end()) return take(**found, bytes, to), std::nullopt;
  auto made = std::make_unique<chunk>();
  if (auto bad = make_.make(std::max(bytes, chunk_bytes), made->buffer)) return bad;
  take(*chunks_.emplace_back(std::move(made)), bytes, to);
  return std::nullopt;
}

void block_memory::release(const strew_vulkan_block& block) {
  if (block.handle == nullptr && given_.release == nullptr) return;
  if (given_.release != nullptr) return given_.release(given_.context, &block);
  const std::lock_guard lock(mutex_);
  auto* const from = static_cast<chunk*>(block.handle);
  if (--from->blocks != 0) return;
  from->used = 0;
  if (from->buffer.bytes == chunk_bytes) return;
  make_.free(from->buffer);
  std::erase_if(chunks_, [from](const auto& one) { return one.get() == from; });
}

}  // namespace strew::vulkan
