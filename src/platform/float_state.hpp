// Round to nearest, subnormals preserved, no traps: the arithmetic of the contract, whatever the caller has set. The
// caller's state is restored at the end of the scope, including the exception flags raised before and no others.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#elif !defined(__aarch64__)
#include <cfenv>
#include <cstring>
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
#if defined(__x86_64__)
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
  // By the C library's functions, which tell neither flushing nor traps apart: the state that programs start with, to
  // nearest and without traps, is entered at every call.
  struct state {
    std::fenv_t all = {};
    friend bool operator==(const state& a, const state& b) { return std::memcmp(&a.all, &b.all, sizeof a.all) == 0; }
  };
  struct plain_state {};
  static constexpr plain_state plain = {};
  static bool is_plain(const state&) {
    return false;
  }
  static state get() {
    state value;
    std::fegetenv(&value.all);
    return value;
  }
  static void set(const state& value) {
    std::fesetenv(&value.all);
  }
  static void set(plain_state) {
    std::fesetenv(FE_DFL_ENV);
  }
#endif

  state saved_;
};

}  // namespace strew::platform
