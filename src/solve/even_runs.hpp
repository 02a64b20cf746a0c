// Positions whose index values have a constant step, detected by value, as one strided copy or one long row: slices
// given as indices, an index repeated along a row. They need no offsets. Shared by several solvers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solve/blocks.hpp"

namespace strew::engine {

struct run_kernels {
  kernel::run_kernel find;
  kernel::block_kernel along;  // of a run: one position, its units with any stride
};

run_kernels find_run_kernels(const situation& in);

enum class run_outcome : std::uint8_t { none, moved, cancelled };

// Moves the positions of the line whose indices have a constant step, if there are enough.
run_outcome move_run(block_mover& blocks, position_walk& walk, const run_kernels& kernels);

}  // namespace strew::engine
