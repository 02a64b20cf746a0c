#include "kernel/processor.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>

#include "platform/x86.hpp"
#else
#include "platform/processors.hpp"
#endif

namespace strew::kernel {
namespace {

#if defined(__x86_64__)

// Family and model as the processor's leaf 1 has them, the extended parts added.
struct signature {
  unsigned family = 0;
  unsigned model = 0;
};

signature read_signature() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0) return {};
  constexpr unsigned extended = 15;
  const unsigned family = a >> 8U & 0xfU;
  return {family == extended ? family + (a >> 20U & 0xffU) : family, (a >> 4U & 0xfU) | (a >> 12U & 0xf0U)};
}

processor_family family_of_amd(signature is) {
  constexpr unsigned zen3_and_zen4 = 0x19;
  if (is.family > zen3_and_zen4) return processor_family::zen5;
  if (is.family < zen3_and_zen4) return processor_family::x86;
  const unsigned row = is.model >> 4U;
  return row == 1 || row == 6 || row == 7 || row == 0xa ? processor_family::zen4 : processor_family::zen3;
}

// Skylake's, Ice Lake's, Sapphire Rapids' and Granite Rapids' servers: a large second cache, a mesh behind it.
processor_family family_of_intel(signature is) {
  constexpr std::array<unsigned, 7> servers = {0x55, 0x6a, 0x6c, 0x8f, 0xad, 0xae, 0xcf};
  const bool is_server = is.family == 6 && std::find(servers.begin(), servers.end(), is.model) != servers.end();
  return is_server ? processor_family::intel_server : processor_family::x86;
}

void read_identity(processor& made) {
  made.is_amd = platform::is_of_amd();
  made.family = made.is_amd ? family_of_amd(read_signature()) : family_of_intel(read_signature());
  constexpr unsigned first_leaf = 0x80000002;
  std::array<unsigned, 12> words = {};
  for (unsigned n = 0; n < 3; ++n) {
    unsigned* const at = words.data() + std::size_t{4} * n;
    if (__get_cpuid(first_leaf + n, at, at + 1, at + 2, at + 3) == 0) return;
  }
  static_assert(sizeof words < sizeof made.name);
  std::memcpy(made.name.data(), words.data(), sizeof words);
}

#else

void read_identity(processor& made) {
#if defined(__aarch64__)
  made.family = processor_family::arm64;
  std::snprintf(made.name.data(), made.name.size(), "AArch64 %.40s", platform::name_of_processor().data());
#endif
}

#endif

// One space between words, none at the ends: names are compared, and printed on a line.
void tidy(std::array<char, 64>& name) {
  std::size_t length = 0;
  for (const char one : name) {
    if (one == 0) break;
    const bool is_space = one <= ' ' || one > '~';
    if (is_space && (length == 0 || name[length - 1] == ' ')) continue;
    name[length++] = is_space ? ' ' : one;
  }
  if (length != 0 && name[length - 1] == ' ') --length;
  std::fill(name.begin() + static_cast<std::ptrdiff_t>(length), name.end(), '\0');
}

}  // namespace

processor this_processor() {
  processor made;
  read_identity(made);
  tidy(made.name);
  made.caches = this_caches();
  return made;
}

// Measured on Zen 4 and 5 beside Sapphire Rapids (docs/findings.md): loads from a vector that was just stored wait
// until it is in the cache, elements in the caches are read faster one by one than by vector gathers of known offsets,
// the last cache takes stores as fast as the first ones give them, and rows that have to fill lines with others are
// stored faster through it; elements and short rows in a part of the last cache wait less than their prefetch takes. On
// all of them, so do rows in the second cache.
tuning tuned_for(const processor& about, tuning any) {
  any.max_near_table = std::max(any.max_near_table, about.caches.second);
  any.max_near_cells = std::max(any.max_near_cells, about.caches.second);
  if (!about.is_amd) return any;
  constexpr std::int64_t never = std::int64_t{1} << 40U;
  any.min_staged_row = never;
  any.staged_starts = 0;
  any.near_gathers = 0;
  any.max_alone_tasks = 3;
  any.max_near_cells = std::max(any.max_near_cells, about.caches.last / 4);
  any.min_streamed_bytes = std::max(any.min_streamed_bytes, about.caches.last);
  any.min_streamed_gather = std::max(any.min_streamed_gather, about.caches.last);
  return any;
}

}  // namespace strew::kernel
