// What a candidate of a step is expected to take.
#pragma once

#include "kernel/kernel_set.hpp"
#include "plan/step.hpp"

namespace strew::engine {

// Nanoseconds, by the costs that the candidate states and the numbers of this machine; 0: it states none.
double expected_time(const step& one, const candidate& by, const kernel::kernel_set& kernels, const index_facts& facts,
                     const crew& with);

// Whether several tasks can run it at once.
bool can_divide(const step& one, const candidate& by);

}  // namespace strew::engine
