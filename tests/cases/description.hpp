// The rules about types, options, shapes and sizes: everything that does not depend on addresses and index values.
#pragma once

#include <string_view>

#include "cases/test_case.hpp"

namespace strew::cases {

struct verdict {
  strew_status status = STREW_STATUS_OK;
  std::string_view rule;     // empty if status is STREW_STATUS_OK
  bool at_plan = false;      // found while a plan is made
  bool may_be_sc4 = false;   // SC4 cannot be decided: its number is right too
  bool may_overlap = false;  // operands interleave without sharing a byte: a refusal is right too
};

// The first broken rule, in the order in which a call must look for them.
verdict verify_description(const test_case& p);

// Whether all is in order, so that elements and indices have a meaning.
bool can_be_filled(const test_case& p);
int64_t count_of_positions(const test_case& p);

}  // namespace strew::cases
