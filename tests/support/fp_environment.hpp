// The floating-point environment of this thread: rounding, subnormals, traps, exceptions seen so far.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace strew::testing {

struct fp_environment {
  std::uint64_t control = 0;
  std::uint64_t raised = 0;
  friend bool operator==(const fp_environment&, const fp_environment&) = default;
};

struct named_environment {
  std::string name;
  fp_environment is;
};

#if defined(__x86_64__)
constexpr std::uint64_t all_raised = 0x3f;

inline fp_environment current_environment() {
  const std::uint64_t word = _mm_getcsr();
  return {word & ~all_raised, word & all_raised};
}
inline void enter(const fp_environment& requested) {
  _mm_setcsr(static_cast<unsigned>(requested.control | requested.raised));
}

// Each rounding, subnormals kept or flushed, exceptions masked or trapping, none or all of them seen before.
inline std::vector<named_environment> all_environments() {
  constexpr std::uint64_t flushed = 0x8040;  // flush to zero, denormals are zeros
  constexpr std::uint64_t masks = 0x1f80;
  std::vector<named_environment> made;
  for (std::uint64_t rounding = 0; rounding < 4; ++rounding) {
    for (const std::uint64_t zeros : {std::uint64_t{0}, flushed}) {
      const std::string name = "rounding " + std::to_string(rounding) + (zeros != 0 ? ", flushed" : "");
      made.push_back({name, {rounding << 13U | zeros | masks, 0}});
      made.push_back({name + ", all seen", {rounding << 13U | zeros | masks, all_raised}});
      made.push_back({name + ", all trap", {rounding << 13U | zeros, 0}});
    }
  }
  return made;
}
#elif defined(__aarch64__)
constexpr std::uint64_t all_raised = 0x9f;

inline fp_environment current_environment() {
  fp_environment made;
  asm volatile("mrs %0, fpcr" : "=r"(made.control));
  asm volatile("mrs %0, fpsr" : "=r"(made.raised));
  return made;
}
inline void enter(const fp_environment& requested) {
  asm volatile("msr fpcr, %0" ::"r"(requested.control));
  asm volatile("msr fpsr, %0" ::"r"(requested.raised));
}
inline std::vector<named_environment> all_environments() {
  std::vector<named_environment> made;
  for (std::uint64_t rounding = 0; rounding < 4; ++rounding) {
    for (const std::uint64_t zeros : {std::uint64_t{0}, std::uint64_t{1} << 24U}) {
      const std::string name = "rounding " + std::to_string(rounding) + (zeros != 0 ? ", flushed" : "");
      made.push_back({name, {rounding << 22U | zeros, 0}});
      made.push_back({name + ", all seen", {rounding << 22U | zeros, all_raised}});
    }
  }
  return made;
}
#endif

}  // namespace strew::testing
