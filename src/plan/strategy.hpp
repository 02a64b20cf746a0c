// How an operation is carried out: which passes over memory it takes, and what is looked at before the first of them.
// Lowering states facts; what follows from them is decided here and nowhere else.
#pragma once

#include <cstdint>

#include "base/operands.hpp"
#include "plan/plan.hpp"
#include "problem/operation.hpp"
#include "solve/solver.hpp"

namespace strew::engine {

struct strategy {
  bool copies_data = false;       // a scatter's data go to the output first; left out in place
  bool has_accumulators = false;  // the reduction keeps a value and a count for each cell
  bool finds_duplicates = false;  // positions that write one cell are looked for before the first write
};

// By shape alone duplicates can only be refused where there can be some.
bool finds_duplicates(const problem& main);

// MM1 where a workspace that it needs is larger than 63 bits can state.
status choose_strategy(const operation& op, const operands& ops, const index_info& known, strategy& chosen);

// The first step of a scatter.
problem copy_of_data(const operands& ops);

// Bytes of a table that is worked on in a private copy, so that its indices are read once: they are validated on the
// way, and the output is written when all were good. 0: it is not done. Asked when all else of the plan is made.
std::uint64_t private_copy_bytes(const plan& p);

}  // namespace strew::engine
