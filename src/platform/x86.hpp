// What an x86-64 processor is, and which of its registers the operating system saves when it switches threads. Read
// here: what compilers have for it is in their runtimes, and that of zig says of every processor that it has nothing.
#pragma once

#include <cpuid.h>

#include <cstdint>
#include <cstring>

namespace strew::platform {

inline bool is_of_amd() {
  unsigned a = 0;
  unsigned name[3] = {};
  return __get_cpuid(0, &a, &name[0], &name[2], &name[1]) != 0 && std::memcmp(name, "AuthenticAMD", sizeof name) == 0;
}

// Requires a processor with XGETBV (leaf 1, OSXSAVE).
inline bool saves_registers(std::uint32_t parts) {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (low & parts) == parts;
}

inline bool saves_registers_of_avx() {
  return saves_registers(0x06);
}

inline bool saves_registers_of_avx512() {
#if defined(__APPLE__)
  return saves_registers_of_avx();  // the rest is saved from its first use on, and not announced before
#else
  return saves_registers(0xe6);
#endif
}

}  // namespace strew::platform
