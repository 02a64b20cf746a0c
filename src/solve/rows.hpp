// The part of the solver `rows` that `runs` uses.
#pragma once

#include "solve/blocks.hpp"
#include "solve/effort.hpp"
#include "solve/traits.hpp"

namespace strew::engine {

const char* refuse_rows(const situation& in);
block_program make_row_blocks(const situation& in);

}  // namespace strew::engine
