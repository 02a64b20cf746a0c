// How an operation is executed: its passes over memory, and the checks before the first of them. Lowering states facts;
// all decisions based on them are made here.
#pragma once

#include <cstdint>

#include "base/operands.hpp"
#include "plan/plan.hpp"
#include "problem/operation.hpp"
#include "solve/solver.hpp"

namespace strew::engine {

struct strategy {
  bool copies_data = false;       // to the output of a scatter first, unless in place or nothing of them stays
  bool has_accumulators = false;  // the reduction keeps a value and a count for each cell
  bool finds_duplicates = false;  // duplicates are searched before the first write
};

// Duplicates need to be refused only if the shape allows any.
bool finds_duplicates(const problem& main);

// Some reductions need an accumulator for a cell only where positions collide in it.
bool may_need_accumulators(const problem& main);

strategy choose_strategy(const problem& main, const operands& ops, const plan_options& options);

// Whether a reduction with state is faster with an accumulator for each element of the output: a small one, of which
// most elements have updates.
bool suits_table_of_accumulators(const problem& main, const operands& ops, const kernel::kernel_set& kernels);

// MM1 if a workspace with an accumulator for each element of the output exceeds 63 bits.
status check_accumulators(const operands& ops);

// The first step of a scatter.
problem copy_of_data(const operands& ops);

// Bytes of a table that is updated in a private copy, so that its indices are read once: they are validated in the same
// pass, and the output is written if all were valid. 0: no private copy. Called when the steps and checks are known.
std::uint64_t private_copy_bytes(const plan& p);

// The order of all checks and steps. Called last when a plan is made.
void make_schedule(plan& p);

}  // namespace strew::engine
