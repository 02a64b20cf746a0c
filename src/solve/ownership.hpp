// Tasks that own parts of the table: why they cannot, and what they may divide slices along.
#pragma once

#include "partition/ranges.hpp"
#include "solve/solver.hpp"

namespace strew::engine {

// The reason why tasks do not each apply what is in its own range of cells, block by block; null if they can.
const char* refuse_owners(const situation& in);

// Those columns of which most have a line of the cache of their own.
slice_columns columns_of(const problem& p);

}  // namespace strew::engine
