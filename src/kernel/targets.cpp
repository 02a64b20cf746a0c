#include "kernel/targets.hpp"

#include <cstdlib>
#include <string_view>

#if defined(STREW_SIMD)
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "kernel/simd/sets.hpp"
#endif

namespace strew::kernel {
namespace {

#if defined(STREW_SIMD) && defined(__x86_64__)

// Not every compiler's own function knows the conversions of 16-bit floats.
bool has_f16c() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}

// All that Highway's target AVX2 lets the compiler use. The compiler's own function asks the operating system too
// whether it saves the registers.
bool has_avx2() {
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 && has_f16c() &&
         __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0 &&
         __builtin_cpu_supports("pclmul") != 0 && __builtin_cpu_supports("aes") != 0 &&
         __builtin_cpu_supports("sse4.2") != 0 && __builtin_cpu_supports("popcnt") != 0;
}

// AVX-512 as of Skylake's servers and Zen 4. Later versions of Highway use the conflict instructions too.
bool has_avx3() {
  return has_avx2() && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
         __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512cd") != 0;
}

#endif

bool always() {
  return true;
}

constexpr target all[] = {
    {"portable", &always, &portable},
#if defined(STREW_SIMD) && defined(__x86_64__)
    {"avx2", &has_avx2, &avx2},
    {"avx3", &has_avx3, &avx3},
#elif defined(STREW_SIMD)
    {"neon", &always, &neon},
#endif
};

}  // namespace

std::span<const target> targets() {
  return all;
}

choice choose(const char* name) {
  const std::string_view wanted = name == nullptr ? "" : name;
  const target* best = all;
  for (const target& one : all) {
    if (one.is_available()) best = &one;
    if (wanted == one.name) return {best, best == &one ? choice_reason::named : choice_reason::below_named};
  }
  return {best, wanted.empty() ? choice_reason::best : choice_reason::best_as_unknown};
}

const choice& chosen_target() {
  static const choice made = choose(std::getenv("STREW_TARGET"));
  return made;
}

}  // namespace strew::kernel
