// The system's pages of memory.
#pragma once

#include <cstdint>

namespace strew::files {

// A power of two.
std::uint64_t page_bytes();

}  // namespace strew::files
