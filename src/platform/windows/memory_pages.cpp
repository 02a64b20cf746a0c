#include "platform/memory_pages.hpp"

#include <cstddef>

#include "platform/windows/api.hpp"

namespace strew::platform {

// Large pages need a right that few users have, and are allocated as such or not at all.
void use_large_pages(void* /*block*/, std::uint64_t /*bytes*/) {}

// What is wanted again needs no call: the pages are written to.
void offer_pages(void* block, std::uint64_t bytes) {
  VirtualAlloc(block, static_cast<std::size_t>(bytes), MEM_RESET, PAGE_READWRITE);
}

}  // namespace strew::platform
