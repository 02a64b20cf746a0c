// The part of the solver `elements` that `runs` uses.
#pragma once

#include "solve/fused.hpp"
#include "solve/traits.hpp"

namespace strew::engine {

const char* refuse_elements(const situation& in);
block_program make_element_blocks(const situation& in);

}  // namespace strew::engine
