// The portable set with the kernels of a target in place of its own.
#include "kernel/simd/sets.hpp"
#include "kernel/kernel_set.hpp"
#include "kernel/processor.hpp"
#include "kernel/simd/families.hpp"

namespace strew::kernel {
namespace {

kernel_set named(const char* target) {
  kernel_set made = portable();
  made.target = target;
  made.tuning = tuned_for(this_processor(), made.tuning);
  return made;
}

#define STREW_SET(space, family) space::set_##family(made);

kernel_set made_avx2() {
  kernel_set made = named("avx2");
  STREW_SIMD_FAMILIES(STREW_SET, N_AVX2)
  return made;
}

kernel_set made_avx3() {
  kernel_set made = named("avx3");
  STREW_SIMD_FAMILIES(STREW_SET, N_AVX3)
  return made;
}

#undef STREW_SET

}  // namespace

const kernel_set& avx2() {
  static const kernel_set set = made_avx2();
  return set;
}

const kernel_set& avx3() {
  static const kernel_set set = made_avx3();
  return set;
}

}  // namespace strew::kernel
