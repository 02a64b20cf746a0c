// The sets made with Highway. They run on processors with the instructions of the target only (kernel/targets.hpp).
#pragma once

#include "kernel/kernel_set.hpp"

namespace strew::kernel {

#define STREW_SIMD_TARGET(name, space) const kernel_set& name();
#include "kernel/simd/targets.def"
#undef STREW_SIMD_TARGET

}  // namespace strew::kernel
