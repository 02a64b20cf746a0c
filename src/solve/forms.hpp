// The blocks of solvers that divide positions among tasks and move slices of any form.
#pragma once

#include "solve/blocks.hpp"

namespace strew::engine {

// Rows where a slice has some, else elements, else strided ones.
block_program make_blocks_of_any_form(const situation& in);

}  // namespace strew::engine
