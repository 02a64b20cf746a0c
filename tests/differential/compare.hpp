// The difference between what a call did and what it had to do.
#pragma once

#include <string>
#include <vector>

#include "differential/call.hpp"
#include "differential/expect.hpp"

namespace strew::differential {

// Empty if there is none.
std::string difference(const problem& p, const std::vector<answer>& answers, const arena& after,
                       const expectation& expected);

// Generates memory, calls, and compares; empty if all is right. `seen` gets the expectation if it is not null.
std::string check(const problem& p, expectation* seen = nullptr);

}  // namespace strew::differential
