// Executes a case a second time from the public view of its plan alone, as a backend of its own would.
#pragma once

#include <string>

#include "cases/arena.hpp"
#include "differential/expect.hpp"

namespace strew::differential {

// Empty if that writes what is expected, and if what it finds of bad indices has the record of an execution, message
// included. `expected` is success or an index error.
std::string check_interpreted(const test_case& p, arena memory, const expectation& expected);

}  // namespace strew::differential
