// The sources of this folder. Each is compiled once for each target, in a namespace with Highway's name of the target,
// and defines there `set_<family>`, which puts its kernels into a set. These functions too are compiled for the target:
// call them only where it is available.
#pragma once

#include "kernel/kernel_set.hpp"

#define STREW_SIMD_FAMILIES(each, space)                                                                       \
  each(space, accumulators) each(space, combine) each(space, decode) each(space, dots) each(space, filter)     \
      each(space, fused) each(space, fused_combine) each(space, move) each(space, resolve) each(space, slices) \
          each(space, slice_runs) each(space, split) each(space, validate) each(space, weigh)

namespace strew::kernel {

#define STREW_DECLARE(space, family)      \
  namespace space {                       \
  void set_##family(kernel_set& kernels); \
  }
#define STREW_SIMD_TARGET(name, space) STREW_SIMD_FAMILIES(STREW_DECLARE, space)
#include "kernel/simd/targets.def"
#undef STREW_SIMD_TARGET
#undef STREW_DECLARE

}  // namespace strew::kernel
