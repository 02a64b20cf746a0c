// Stores that go past the cache, for memory that is not read again soon.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace strew::kernel {

// Rows that begin and end at multiples of this can be streamed too: what comes next completes their lines.
constexpr std::size_t stream_bytes = 16;

// Copies a multiple of stream_bytes to a multiple of it. Another thread sees them after stream_fence().
inline void stream(std::byte* to, const std::byte* from, std::size_t bytes) {
#if defined(__SSE2__)
  for (std::size_t at = 0; at < bytes; at += sizeof(__m128i)) {
    const __m128i value = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at));
    _mm_stream_si128(reinterpret_cast<__m128i*>(to + at), value);
  }
#else
  std::memcpy(to, from, bytes);
#endif
}

inline bool is_streamable(const std::byte* to) {
  return reinterpret_cast<std::uintptr_t>(to) % stream_bytes == 0;
}

inline void stream_fence() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

}  // namespace strew::kernel
