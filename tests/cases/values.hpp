// The contents of the operands: elements and index values.
#pragma once

#include "cases/arena.hpp"
#include "cases/random.hpp"

namespace strew::cases {

// The bits of a small number. Reals are ones that no format represents exactly, so that every sum is rounded and
// depends on the order of its terms.
uint64_t small_number(oracle::element type, random_source& draw);

void fill_operands(const test_case& p, arena& memory, random_source& draw);

}  // namespace strew::cases
