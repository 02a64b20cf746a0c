// The system's memory by alignment: what posix_memalign and free are, and their like.
#pragma once

#include <cstddef>
#include <cstdlib>
#if defined(_WIN32)
#include <malloc.h>
#endif

namespace strew::platform {

// `alignment` is a power of two of at least a pointer's size. 0, or another number: there is no memory.
inline int allocate_aligned(void** block, std::size_t alignment, std::size_t bytes) {
#if defined(_WIN32)
  *block = _aligned_malloc(bytes, alignment);
  return *block == nullptr ? 1 : 0;
#else
  return posix_memalign(block, alignment, bytes);
#endif
}

inline void release_aligned(void* block) {
#if defined(_WIN32)
  _aligned_free(block);
#else
  std::free(block);
#endif
}

}  // namespace strew::platform
