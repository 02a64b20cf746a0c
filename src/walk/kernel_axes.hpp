// Maps the fields of a problem to the axes of kernel tables, and its coordinates to kernel rules.
#pragma once

#include "base/small_vector.hpp"
#include "kernel/kernel.hpp"
#include "problem/problem.hpp"

namespace strew::engine {

kernel::index_type index_type_of(dtype type);
kernel::scalar scalar_of(dtype type);
kernel::combination combination_of(const problem& p);  // of booleans too

// Handling of a start outside its extent. Under error and assume this applies to a value that became bad after
// validation, or is validated while it is used: a gather clamps it, a scatter skips it, and both report it.
kernel::mode mode_of(const index_policy& policy, bool is_write);
inline kernel::mode mode_of(const problem& p) {
  return mode_of(p.policy, p.is_write());
}

// The rule for one coordinate. Also serves members of the index space, with a table stride of 0.
kernel::coordinate_rule rule_of(const coordinate& c, const index_policy& policy);
using rule_list = small_vector<kernel::coordinate_rule>;
rule_list rules_of(const indexed_side& of);  // one per coordinate

}  // namespace strew::engine
