// Rule BN11, and the adapter from an allocator with the signature of posix_memalign to the engine's. As in Accelerate,
// the system's function is used for each of the two that is null.
#include "bnns/memory.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "platform/aligned_memory.hpp"

namespace strew::frontends::bnns {
namespace {

const BNNSFilterParameters& parameters_of(const void* context) {
  return *static_cast<const BNNSFilterParameters*>(context);
}

void* allocate(void* context, std::uint64_t bytes, std::uint64_t alignment) {
  if (bytes > SIZE_MAX) return nullptr;
  const BNNSAlloc given = parameters_of(context).alloc_memory;
  const auto size = static_cast<std::size_t>(bytes);
  const auto least = static_cast<std::size_t>(std::max<std::uint64_t>(alignment, sizeof(void*)));
  void* block = nullptr;
  const int outcome = given != nullptr ? given(&block, least, size) : platform::allocate_aligned(&block, least, size);
  return outcome == 0 ? block : nullptr;
}

void release(void* context, void* block, std::uint64_t, std::uint64_t) {
  const BNNSFree given = parameters_of(context).free_memory;
  given != nullptr ? given(block) : platform::release_aligned(block);
}

}  // namespace

maybe_failure memory::read(const BNNSFilterParameters* parameters) {
  if (parameters == nullptr) return {};
  constexpr std::uint32_t known = BNNSFlagsUseClientPtr;
  if ((parameters->flags & ~known) != 0)
    return fail(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "BN11", "flags of the filter parameters are {:#x}",
                parameters->flags);
  execution_.threads = parameters->n_threads;
  if (parameters->alloc_memory == nullptr && parameters->free_memory == nullptr) return {};
  allocator_.context = const_cast<BNNSFilterParameters*>(parameters);  // passed to the two functions above
  allocator_.allocate = allocate;
  allocator_.release = release;
  execution_.allocator = &allocator_;
  return {};
}

}  // namespace strew::frontends::bnns
