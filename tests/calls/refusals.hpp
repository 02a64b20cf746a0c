// What the operators and the malloc family share: which allocation is to fail, how many live.
#pragma once

#include <cstdint>

#if defined(__SANITIZE_ADDRESS__)
#define STREW_OWNS_MALLOC 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define STREW_OWNS_MALLOC 0
#endif
#endif
#ifndef STREW_OWNS_MALLOC
#define STREW_OWNS_MALLOC 1
#endif

namespace strew::testing {

struct refusals {
  int allocations_left = -1;  // negative: never fail
  bool throws_something_else = false;
  bool has_refused = false;
  std::int64_t live = 0;
  std::uint64_t asked = 0;  // bytes

  // Only one allocation fails: the count is below 0 from there on.
  bool is_next_refused() {
    if (allocations_left < 0) return false;
    if (allocations_left-- != 0) return false;
    has_refused = true;
    return true;
  }
};

// Zero-initialised and in the program itself, so that using it allocates nothing.
extern thread_local refusals refused;

}  // namespace strew::testing
