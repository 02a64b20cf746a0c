// The rules about types, options, shapes and sizes: everything that does not depend on addresses and index values.
#pragma once

#include <string_view>

#include "cases/test_case.hpp"

namespace strew::cases {

struct verdict {
  strew_status status = STREW_STATUS_OK;
  std::string_view rule;     // empty if status is STREW_STATUS_OK
  bool at_plan = false;      // found while a plan is made
  bool may_be_sc4 = false;   // SC4 is undecidable here: reporting it is correct too
  bool may_overlap = false;  // operands interleave without overlapping: a refusal is correct too
};

// The first broken rule, in the order in which a call must check them.
verdict verify_description(const test_case& p);

// Whether the description is valid, so that elements and indices are defined.
bool can_be_filled(const test_case& p);
int64_t count_of_positions(const test_case& p);

}  // namespace strew::cases
