// The checks and the prologue that all operators share.
#pragma once

#include <string>

#include "lower/lower.hpp"

namespace strew::lower {

check check_types(const operands& ops, const operator_options& options);       // TY2 to TY4
check check_attributes(const operands& ops, const operator_options& options);  // AT2 to AT4
check check_extents(const operands& ops);                                      // EX1, EX2 of every operand
check check_output_extents(const operands& ops);                               // SC1
check check_sizes(const operands& ops);                                        // SZ1 to SZ3

// The first check that fails.
template <class... Checks>
check first_of(const Checks&... checks) {
  check found;
  (void)((found = checks(), found.has_value()) || ...);
  return found;
}

std::string to_text(const extents_list& extents);  // "[2, 3]"

// direction, width, type, reduction, policy and fill of the problem; axes and coordinates are the operator's.
problem start_problem(const operands& ops, const operator_options& options);

// Canonicalises the operator's problem and adds the copy of data to the output of a scatter.
operation finish(const operands& ops, const problem& raw);

}  // namespace strew::lower
