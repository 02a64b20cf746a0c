// Runs every planned case again, with its indices prepared and bound to the plan.
#pragma once

#include <string>

#include "cases/arena.hpp"
#include "differential/expect.hpp"

namespace strew::differential {

// Empty if the bound plan has the result `expected` on the initial memory and the reported properties of the indices
// are correct. `expected` is success or an index error.
std::string check_prepared(const test_case& p, arena memory, const expectation& expected);

}  // namespace strew::differential
