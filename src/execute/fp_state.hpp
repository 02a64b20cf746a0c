// Round to nearest, subnormals kept: the arithmetic of the contract, whatever the caller has set. The caller's state
// comes back at the end of the scope.
#pragma once

#include <cstdint>

#if defined(__x86_64__) || defined(__i386__)
#include <xmmintrin.h>
#endif

namespace strew {

class fp_state {
 public:
  fp_state() : saved_(get()) { set(plain); }
  ~fp_state() { set(saved_); }
  fp_state(const fp_state&) = delete;
  fp_state& operator=(const fp_state&) = delete;

 private:
#if defined(__x86_64__) || defined(__i386__)
  using state = unsigned;
  static constexpr state plain = 0x1f80;  // all exceptions masked, nearest, no flush to zero, no denormals as zeros
  static state get() {
    return _mm_getcsr();
  }
  static void set(state value) {
    _mm_setcsr(value);
  }
#elif defined(__aarch64__)
  using state = std::uint64_t;
  static constexpr state plain = 0;
  static state get() {
    state value;
    asm volatile("mrs %0, fpcr" : "=r"(value));
    return value;
  }
  static void set(state value) {
    asm volatile("msr fpcr, %0" ::"r"(value));
  }
#else
#error "fp_state: say here how this machine keeps its rounding mode"
#endif
  state saved_;
};

}  // namespace strew
