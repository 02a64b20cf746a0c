// The operators in the form of the oracle.
#pragma once

#include <string_view>

#include "cases/test_case.hpp"
#include "oracle/indexing.hpp"
#include "oracle/offsets.hpp"

namespace strew::cases {

// The first broken constraint on extents, axes and dimension numbers; empty if none.
std::string_view shape_rule_of(const test_case& p);

// Requires a case that breaks no rule about shapes.
oracle::indexing form_of(const test_case& p);
oracle::policy policy_of(const test_case& p);
// The side of a move's updates, which it has indices for.
oracle::indexing from_form_of(const test_case& p);
// What the offsets of either side divide.
oracle::segmentation segments_of(const test_case& p);
oracle::segmentation from_segments_of(const test_case& p);
oracle::policy from_policy_of(const test_case& p);

// The dimension of data that member t of a tuple addresses.
size_t addressed_dim(const test_case& p, size_t t);

}  // namespace strew::cases
