#include "kernel/targets.hpp"

#include <cstdlib>
#include <string_view>

#if defined(STREW_SIMD)
#if defined(__x86_64__)
#include <cpuid.h>

#include "platform/x86.hpp"
#endif

#include "kernel/simd/sets.hpp"
#endif

namespace strew::kernel {
namespace {

#if defined(STREW_SIMD) && defined(__x86_64__)

// Not every compiler knows each of these by itself.
struct features {
  unsigned first = 0;   // leaf 1, ecx
  unsigned second = 0;  // leaf 7, ebx
};

// Asked once: in a virtual machine each question takes microseconds.
features read_features() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  features made;
  if (__get_cpuid(1, &a, &b, &c, &d) != 0) made.first = c;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) != 0) made.second = b;
  return made;
}

const features& these_features() {
  static const features has = read_features();
  return has;
}

// All that Highway's target AVX2 lets the compiler use, and whether the operating system saves the registers.
bool has_avx2() {
  constexpr unsigned first =
      bit_PCLMUL | bit_FMA | bit_SSE4_2 | bit_POPCNT | bit_AES | bit_OSXSAVE | bit_AVX | bit_F16C;
  constexpr unsigned second = bit_BMI | bit_AVX2 | bit_BMI2;
  const features& has = these_features();
  return (has.first & first) == first && (has.second & second) == second && platform::saves_registers_of_avx();
}

// AVX-512 as of Skylake's servers and Zen 4. Later versions of Highway use the conflict instructions too.
bool has_avx3() {
  constexpr unsigned second = bit_AVX512F | bit_AVX512DQ | bit_AVX512CD | bit_AVX512BW | bit_AVX512VL;
  return has_avx2() && (these_features().second & second) == second && platform::saves_registers_of_avx512();
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
