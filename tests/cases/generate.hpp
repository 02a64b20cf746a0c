// Random cases.
#pragma once

#include <optional>
#include <vector>

#include "cases/random.hpp"
#include "cases/test_case.hpp"

namespace strew::cases {

struct element_choice {
  strew_dtype type;
  int64_t width;
};

// What the cases have in common; the rest is drawn.
struct constraints {
  std::vector<operator_kind> operators;
  std::optional<element_choice> element = std::nullopt;
  std::optional<int32_t> reduction = std::nullopt;  // one that is defined for the element, if both are given
  bool breaks_rules = true;                         // now and then
};

test_case generate(random_source& draw, const constraints& spec);
test_case generate(uint64_t seed, const constraints& spec);

// Operators, types, shapes and strides that the frontends of platforms can express; false if none of the operators
// does.
bool draw_for_platforms(test_case& p, random_source& draw, const std::vector<operator_kind>& operators);

// Breaks one rule of a valid case; leaves it as it is where the drawn rule cannot be broken.
void break_a_rule(test_case& p, random_source& draw);
// Breaks a dimension number of a StableHLO form.
void break_a_number(test_case& p, random_source& draw);
// The first one in the order of checks is to be reported.
void break_two_rules(test_case& p, random_source& draw);

}  // namespace strew::cases
