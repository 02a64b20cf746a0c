// Random problems.
#pragma once

#include "differential/problem.hpp"
#include "differential/random.hpp"

namespace strew::differential {

problem generate(uint64_t seed);

// Breaks one rule of a valid problem; leaves it as it is where the drawn rule cannot be broken.
void break_a_rule(problem& p, random_source& draw);

}  // namespace strew::differential
