// The operators as the oracle knows them.
#pragma once

#include <string_view>

#include "cases/test_case.hpp"
#include "oracle/indexing.hpp"

namespace strew::cases {

// The first broken constraint on extents, axes and dimension numbers; empty if none.
std::string_view shape_rule_of(const test_case& p);

// Meant only for cases that break no rule about shapes.
oracle::indexing form_of(const test_case& p);
oracle::policy policy_of(const test_case& p);

// The dimension of data that member t of a tuple addresses.
size_t addressed_dim(const test_case& p, size_t t);

}  // namespace strew::cases
