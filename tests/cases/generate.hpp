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

// Properties that all cases have; the others are drawn.
struct constraints {
  std::vector<operator_kind> operators;
  std::optional<element_choice> element = std::nullopt;
  std::optional<int32_t> reduction = std::nullopt;  // must be defined for the element, if both are given
  bool breaks_rules = true;                         // in some cases
};

test_case generate(random_source& draw, const constraints& spec);
test_case generate(uint64_t seed, const constraints& spec);

// Draws operator, types, shapes and strides that the platform frontends support; false if they have none of these
// operators.
bool draw_for_platforms(test_case& p, random_source& draw, const std::vector<operator_kind>& operators);

// Breaks one rule of a valid case; leaves the case unchanged if the drawn rule cannot be broken.
void break_a_rule(test_case& p, random_source& draw);
// Breaks a dimension number of a StableHLO form.
void break_a_number(test_case& p, random_source& draw);
// The first one in the order of checks must be reported.
void break_two_rules(test_case& p, random_source& draw);

}  // namespace strew::cases
