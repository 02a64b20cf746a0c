// What stands in the operands: elements and index values.
#pragma once

#include "differential/arena.hpp"
#include "differential/random.hpp"

namespace strew::differential {

void fill_operands(const problem& p, arena& memory, random_source& draw);

}  // namespace strew::differential
