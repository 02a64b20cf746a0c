// Random problems.
#pragma once

#include <optional>
#include <vector>

#include "cases/problem.hpp"
#include "cases/random.hpp"

namespace strew::cases {

struct element_choice {
  strew_dtype type;
  int64_t width;
};

// What the problems have in common; the rest is drawn.
struct request {
  std::vector<operation> operators;
  std::optional<element_choice> element = std::nullopt;
  std::optional<int32_t> reduction = std::nullopt;  // one that is defined for the element, if both are given
  bool breaks_rules = true;                         // now and then
};

problem generate(random_source& draw, const request& spec);
problem generate(uint64_t seed, const request& spec);

// Operators, types, shapes and strides that the frontends of platforms can express; false if none of the operators
// does.
bool draw_for_platforms(problem& p, random_source& draw, const std::vector<operation>& operators);

// Breaks one rule of a valid problem; leaves it as it is where the drawn rule cannot be broken.
void break_a_rule(problem& p, random_source& draw);
// Breaks a dimension number of a StableHLO form.
void break_a_number(problem& p, random_source& draw);
// The first one in the order of checks is to be reported.
void break_two_rules(problem& p, random_source& draw);

}  // namespace strew::cases
