// Which bytes operands occupy, and whether they share some.
#pragma once

#include <vector>

#include "cases/test_case.hpp"

namespace strew::cases {

// Every byte of every element, from the offset of the first element on, in ascending order.
std::vector<int64_t> bytes_of(const view& operand, int64_t base);

// Each stride spans the smaller ones; then no two elements share a byte.
bool is_nested(const view& operand);
bool shares_bytes_with_itself(const view& operand);

// The output of a scatter is its data.
bool is_in_place(const test_case& p);

}  // namespace strew::cases
