// Memory that is in no cache.
#ifndef BENCH_EVICT_HPP
#define BENCH_EVICT_HPP

#include <cstddef>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace bench {

#if defined(__x86_64__)
constexpr bool can_evict = true;

inline void evict(const void* memory, std::size_t bytes) {
  constexpr std::size_t line = 64;
  for (std::size_t at = 0; at < bytes; at += line) _mm_clflush(static_cast<const char*>(memory) + at);
  _mm_mfence();
}
#else
constexpr bool can_evict = false;

inline void evict(const void*, std::size_t) {}
#endif

}  // namespace bench

#endif
