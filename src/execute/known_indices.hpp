// What executions look for in their indices, found once for a plan that is bound to prepared ones.
#pragma once

#include <cstddef>

#include "plan/plan.hpp"

namespace strew::engine {

// Whether positions of one line have one index each, none negative, none less than the one before it. Looked for only
// where a write may depend on it: with many positions of which a sample ascends, or if `requested` is its solver.
bool are_known_to_ascend(const situation& in, const std::byte* indices, const solver* requested);

// Whether the indices repeat along the last axis of positions; false if the plan has no step for that.
bool are_known_to_repeat(const plan& p, const std::byte* indices);

// The sample by which all executions choose; none looks whether indices repeat. If they do, only a step with
// accumulators, which is not the operator's own move, is not made for rows yet.
void note_sample(plan& made, const std::byte* indices);

}  // namespace strew::engine
