// Every planned case once more, with its indices prepared and bound to the plan.
#pragma once

#include <string>

#include "cases/arena.hpp"
#include "differential/expect.hpp"

namespace strew::differential {

// Empty if the bound plan does what `expected` says on memory as it was before, and what is said about the indices is
// right. `expected` is no error, or one of indices.
std::string check_prepared(const test_case& p, arena memory, const expectation& expected);

}  // namespace strew::differential
