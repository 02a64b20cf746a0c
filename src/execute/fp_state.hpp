// Round to nearest, subnormals kept: the arithmetic of the contract, whatever the caller has set. The caller's state
// comes back at the end of the scope.
#pragma once

#include <cstdint>

#if defined(__x86_64__) || defined(__i386__)
#include <xmmintrin.h>
#endif

namespace strew {
inline namespace engine {

class fp_state {
 public:
  fp_state() : saved_(get()) {
    if (is_strange()) set(plain);
  }
  ~fp_state() {
    if (is_strange()) set(saved_);
  }
  fp_state(const fp_state&) = delete;
  fp_state& operator=(const fp_state&) = delete;

 private:
#if defined(__x86_64__) || defined(__i386__)
  using state = unsigned;
  static constexpr state raised = 0x3f;   // exceptions seen so far: they stay as arithmetic leaves them
  static constexpr state plain = 0x1f80;  // all exceptions masked, nearest, no flush to zero, no denormals as zeros
  static state get() {
    return _mm_getcsr();
  }
  static void set(state value) {
    _mm_setcsr(value);
  }
#elif defined(__aarch64__)
  using state = std::uint64_t;
  static constexpr state raised = 0;  // kept elsewhere
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
  // Setting the state costs as much as a small call: it is left alone where it is right.
  [[nodiscard]] bool is_strange() const {
    return (saved_ & ~raised) != plain;
  }

  state saved_;
};

}  // namespace engine
}  // namespace strew
