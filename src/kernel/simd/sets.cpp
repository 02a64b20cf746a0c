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

}  // namespace

#define STREW_SET(space, family) space::set_##family(made);
#define STREW_SIMD_TARGET(name, space)      \
  const kernel_set& name() {                \
    static const kernel_set set = [] {      \
      kernel_set made = named(#name);       \
      STREW_SIMD_FAMILIES(STREW_SET, space) \
      return made;                          \
    }();                                    \
    return set;                             \
  }
#include "kernel/simd/targets.def"
#undef STREW_SIMD_TARGET
#undef STREW_SET

}  // namespace strew::kernel
