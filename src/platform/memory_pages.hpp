// What the operating system is told of the pages of large blocks. Where it does not listen nothing changes but the
// time.
#pragma once

#include <cstdint>

namespace strew::platform {

// A block is better in pages of `large_page` bytes, on whose border it begins.
constexpr std::uint64_t large_page = std::uint64_t{1} << 21U;
void use_large_pages(void* block, std::uint64_t bytes);

// Until they are written to again, the system may take the pages of the block, whose content is lost.
void offer_pages(void* block, std::uint64_t bytes);

}  // namespace strew::platform
