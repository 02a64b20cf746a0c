// The blocks of solvers that divide positions among tasks and move slices of any form.
#pragma once

#include "solve/blocks.hpp"
#include "solve/effort.hpp"

namespace strew::engine {

// Rows where a slice has some, else elements, else strided ones.
block_program make_blocks_of_any_form(const situation& in);
// What these take, or a fused kernel in their place.
workload work_of_any_form(const situation& in, bool is_fused);

}  // namespace strew::engine
