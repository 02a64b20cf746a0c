// Highway's operations, for a source that is compiled once for each target: it defines HWY_TARGET_INCLUDE as its own
// path before, and includes this file last. No include guard: Highway's headers have their own, for each target.

// No others: the portable kernels are what runs below AVX2, and need no emulation of vectors. Every processor of 64-bit
// ARM has NEON; Highway's target of that name lets the compiler use instructions for AES, which nothing here needs.
#if !defined(HWY_BASELINE_TARGETS)
#if defined(__aarch64__)
#define HWY_BASELINE_TARGETS HWY_NEON
#define HWY_DISABLED_TARGETS (~HWY_NEON)
#else
#define HWY_BASELINE_TARGETS HWY_AVX2
#define HWY_DISABLED_TARGETS (~(HWY_AVX2 | HWY_AVX3))
#endif
// Its assertions would need its library. What they check is covered by tests/kernel.
#undef HWY_IS_DEBUG_BUILD
#define HWY_IS_DEBUG_BUILD 0
#endif

#if defined(HWY_TARGET_INCLUDE)
#include "hwy/foreach_target.h"
#endif
#include "hwy/highway.h"
