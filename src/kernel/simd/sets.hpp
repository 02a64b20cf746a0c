// The sets made with Highway. They run on processors with the instructions of the target only (kernel/targets.hpp).
#pragma once

#include "kernel/kernel_set.hpp"

namespace strew::kernel {

const kernel_set& avx2();
const kernel_set& avx3();

}  // namespace strew::kernel
