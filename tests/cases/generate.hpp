// Random problems.
#pragma once

#include <vector>

#include "differential/problem.hpp"
#include "differential/random.hpp"

namespace strew::differential {

// A problem for one of these operators.
problem generate(uint64_t seed, const std::vector<operation>& operators);

// Operators, types, shapes and strides that the doors of platforms have words for; false if none of the operators does.
bool draw_for_platforms(problem& p, random_source& draw, const std::vector<operation>& operators);

// Breaks one rule of a valid problem; leaves it as it is where the drawn rule cannot be broken.
void break_a_rule(problem& p, random_source& draw);
// Breaks a dimension number of a StableHLO form.
void break_a_number(problem& p, random_source& draw);
// The first one in the order of checks is to be reported.
void break_two_rules(problem& p, random_source& draw);

}  // namespace strew::differential
