// The part of the solver `elements` that others use.
#pragma once

#include "solve/effort.hpp"
#include "solve/fused.hpp"
#include "solve/traits.hpp"

namespace strew::engine {

const char* refuse_elements(const situation& in);
block_program make_element_blocks(const situation& in);
// `fused` may be null. False if cancelled, here and below.
bool run_elements(const part& work, const block_program& program, kernel::fused_kernel fused,
                  const cancellation& cancel);
// The `run` of a row whose program has blocks and a fused kernel.
template <class Program>
bool run_elements(const program& chosen, const part& work, const cancellation& cancel) {
  const auto& decision = chosen.as<Program>();
  return run_elements(work, decision.blocks, decision.fused, cancel);
}

}  // namespace strew::engine
