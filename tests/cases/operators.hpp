// The operators as the oracle knows them.
#pragma once

#include <string_view>

#include "cases/problem.hpp"
#include "oracle/form.hpp"

namespace strew::cases {

// The first broken constraint on extents, axes and dimension numbers; empty if none.
std::string_view shape_rule_of(const problem& p);

// Meant only for problems that break no rule about shapes.
oracle::form form_of(const problem& p);
oracle::policy policy_of(const problem& p);

// The dimension of data that member t of a tuple addresses.
size_t addressed_dim(const problem& p, size_t t);

}  // namespace strew::cases
