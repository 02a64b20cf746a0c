// The part of the solver `elements` that others use.
#pragma once

#include "solve/effort.hpp"
#include "solve/fused.hpp"
#include "solve/traits.hpp"

namespace strew::engine {

const char* refuse_elements(const situation& in);
block_program make_element_blocks(const situation& in);
// `fused` may be null. False if cancelled.
bool run_elements(const part& work, const block_program& program, kernel::fused_kernel fused,
                  const cancellation& cancel);

}  // namespace strew::engine
