// Round to nearest, subnormals preserved, no traps: the arithmetic of the contract, whatever the caller has set. The
// caller's state is restored at the end of the scope, including the exception flags raised before and no others.
#pragma once

#include <cstdint>

#if defined(__x86_64__) || defined(__i386__)
#include <xmmintrin.h>
#endif

namespace strew::platform {

class float_state {
 public:
  float_state() : saved_(get()) {
    if (!is_plain(saved_)) set(plain);
  }
  // Setting the state costs as much as a small call, so it is skipped if the state is already correct.
  ~float_state() {
    if (!(get() == saved_)) set(saved_);
  }
  float_state(const float_state&) = delete;
  float_state& operator=(const float_state&) = delete;

 private:
#if defined(__x86_64__) || defined(__i386__)
  using state = unsigned;
  static constexpr state raised = 0x3f;   // exception flags
  static constexpr state plain = 0x1f80;  // all exceptions masked, nearest, no flush to zero, no denormals as zeros
  static bool is_plain(state value) {
    return (value & ~raised) == plain;
  }
  static state get() {
    return _mm_getcsr();
  }
  static void set(state value) {
    _mm_setcsr(value);
  }
#elif defined(__aarch64__)
  struct state {
    std::uint64_t control;
    std::uint64_t raised;
    friend bool operator==(const state&, const state&) = default;
  };
  static constexpr state plain = {0, 0};
  static bool is_plain(const state& value) {
    return value.control == plain.control;
  }
  static state get() {
    state value;
    asm volatile("mrs %0, fpcr" : "=r"(value.control));
    asm volatile("mrs %0, fpsr" : "=r"(value.raised));
    return value;
  }
  static void set(const state& value) {
    asm volatile("msr fpcr, %0" ::"r"(value.control));
    asm volatile("msr fpsr, %0" ::"r"(value.raised));
  }
#else
#error "float_state: say here how this machine keeps its rounding mode"
#endif

  state saved_;
};

}  // namespace strew::platform
