// Rows and elements: why slices have neither form, and their blocks, for the solvers that move slices of either.
#pragma once

#include "solve/blocks.hpp"
#include "solve/effort.hpp"
#include "solve/fused.hpp"
#include "solve/traits.hpp"

namespace strew::engine {

const char* refuse_rows(const situation& in);
block_program make_row_blocks(const situation& in);

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

// Rows where a slice has some, else elements, else strided ones.
block_program make_blocks_of_any_form(const situation& in);
// What these take, or a fused kernel in their place.
workload work_of_any_form(const situation& in, bool is_fused);

}  // namespace strew::engine
