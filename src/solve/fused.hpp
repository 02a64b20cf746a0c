// Positions of one element each, whose indices are resolved and whose elements move in one loop, for the indices and
// types seen most. A piece that solvers call.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solve/blocks.hpp"

namespace strew::engine {

// Null where there is no such kernel, or values that turn bad would end otherwise than it lets them end.
kernel::fused_kernel find_fused(const situation& in);

// At most `size` of the next positions: fused where there is a kernel and the line has enough of them. False if it was
// cancelled.
bool move_next(block_mover& blocks, position_walk& walk, kernel::fused_kernel fused, std::int64_t size);

// Rows of few elements, numbered through: the last axis of a table with four columns, say.
bool has_short_lines(const block_mover& blocks);
// All of the walk; false if it was cancelled.
bool move_short_lines(block_mover& blocks, const position_walk& walk, kernel::fused_kernel fused,
                      const cancellation& cancel);

}  // namespace strew::engine
