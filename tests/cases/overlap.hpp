// The bytes that operands occupy, and whether they overlap.
#pragma once

#include <vector>

#include "cases/test_case.hpp"

namespace strew::cases {

// The offsets of all bytes of all elements, with the first element at `base`, in ascending order.
std::vector<int64_t> bytes_of(const view& operand, int64_t base);

// Whether each stride spans the smaller ones, so that no two elements overlap.
bool is_nested(const view& operand);
bool shares_bytes_with_itself(const view& operand);

// Whether the output of a scatter is its data.
bool is_in_place(const test_case& p);

}  // namespace strew::cases
