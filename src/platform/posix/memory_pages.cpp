#include "platform/memory_pages.hpp"

#include <sys/mman.h>

#include <cstddef>

namespace strew::platform {

void use_large_pages([[maybe_unused]] void* block, [[maybe_unused]] std::uint64_t bytes) {
#if defined(MADV_HUGEPAGE)
  madvise(block, static_cast<std::size_t>(bytes / large_page * large_page), MADV_HUGEPAGE);
#endif
}

void offer_pages([[maybe_unused]] void* block, [[maybe_unused]] std::uint64_t bytes) {
#if defined(MADV_FREE)
  madvise(block, static_cast<std::size_t>(bytes), MADV_FREE);
#endif
}

}  // namespace strew::platform
