// Reductions in which the first update of a cell replaces what was there, without state for each cell: cells begin as
// the neutral element of the reduction, which no update shows, and what then had no update gets its data.
#pragma once

#include "plan/plan.hpp"
#include "plan/strategy.hpp"
#include "problem/operation.hpp"

namespace strew::engine {

// Whether an element leaves every update as it is, all data are one element, and state would cost more. Called for an
// operation that always has accumulators.
bool may_begin_neutral(const operation& op, const operands& ops, const plan_options& options);

// Of such an operation: what the plan keeps, but the step that notes updates, which is given to the caller to make.
struct neutral_parts {
  neutral_start kept;
  problem noting;
};
neutral_parts begin_neutral(const operation& op, const operands& ops, const kernel::kernel_set& kernels);

}  // namespace strew::engine
