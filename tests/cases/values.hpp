// The contents of the operands: elements and index values.
#pragma once

#include "cases/arena.hpp"
#include "cases/random.hpp"

namespace strew::cases {

void fill_operands(const test_case& p, arena& memory, random_source& draw);

}  // namespace strew::cases
