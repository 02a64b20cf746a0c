// Executes a case a third time, by two parts of its table.
#pragma once

#include <string>

#include "cases/arena.hpp"
#include "differential/expect.hpp"

namespace strew::differential {

// Empty if parts along a dimension of the table together write what is expected, and if each one along a dimension that
// tuples address gives the record of a bad index of the whole. `expected` is success or an index error.
std::string check_parts(const test_case& p, arena memory, const expectation& expected);

}  // namespace strew::differential
