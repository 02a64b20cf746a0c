// What `runs` takes over from the solver of rows.
#pragma once

#include "solve/blocks.hpp"
#include "solve/traits.hpp"

namespace strew::engine {

const char* refuse_rows(const situation& in);
block_program make_row_blocks(const situation& in);

}  // namespace strew::engine
