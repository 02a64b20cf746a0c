// From the fields of a problem to its kernels.
#pragma once

#include "plan/program.hpp"
#include "problem/problem.hpp"

namespace strew {
inline namespace engine {

bool has_windows(const problem& p);
bool has_cut_windows(const problem& p);

kernel::index_type index_type_of(dtype type);

// How a start outside its extent ends. Under error and assume only a value that turned bad since the judgement gets
// there: a gather clamps it, a scatter leaves it out.
kernel::mode resolve_mode(const problem& p);

// The rule for one coordinate, as kernels see it. Also serves members of the index space, with a table stride of 0.
kernel::coordinate_rule rule_of(const coordinate& c, const index_policy& policy);

// The kernels and rules of a program whose form is chosen.
void select_kernels(const problem& p, program& made);
kernel::stage select_stage(const problem& p);

}  // namespace engine
}  // namespace strew
