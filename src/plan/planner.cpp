// The first applicable row of the table makes a program; the refusals before it are kept for explain.
#include <algorithm>
#include <utility>

#include "plan/plan.hpp"
#include "plan/select.hpp"
#include "plan/solvers.hpp"
#include "problem/cells.hpp"

namespace strew {
namespace {

program make_program(const problem& p) {
  std::vector<refusal> refused;
  for (const solver& candidate : solvers()) {
    if (auto reason = candidate.refuse(p)) {
      refused.push_back({candidate.name, std::move(*reason)});
      continue;
    }
    program made = candidate.make(p);
    made.solver = candidate.name;
    made.refused = std::move(refused);
    return made;
  }
  return {};  // not reached: the last solver refuses nothing
}

step make_step(problem what) {
  program how = make_program(what);
  return {std::move(what), std::move(how)};
}

// A walk through a workspace: the kernel is not the one of the operator.
step make_step(problem what, kernel::block_kernel call) {
  step made = make_step(std::move(what));
  made.how.move = call;
  made.how.first_replaces = made.what.exclude_self;
  return made;
}

staged_steps make_stage(const operation& what) {
  const kernel::stage kernels = select_stage(what.main);
  const auto width = static_cast<std::int64_t>(kernels.cell_bytes);
  cell_walk walk = walk_cells(what.raw, width);
  walk.cells.exclude_self = what.main.exclude_self;
  staged_steps made;
  made.load = make_step(walk.cells, kernels.load);
  made.accumulate = make_step(std::move(walk.through), kernels.accumulate);
  made.store = make_step(std::move(walk.cells), kernels.store);
  made.bytes = static_cast<std::uint64_t>(walk.count) * kernels.cell_bytes;
  return made;
}

claim_steps make_claims(const operation& what) {
  cell_walk walk = walk_cells(number_positions(what.raw, what.positions), sizeof(kernel::claim_cell));
  claim_steps made;
  made.claim = make_step(std::move(walk.through), kernel::find_claim());
  made.cells = static_cast<std::uint64_t>(walk.count);
  made.positions = what.main.space.position_count();
  made.bytes = made.cells * sizeof(kernel::claim_cell) + made.positions * sizeof(std::int64_t);
  return made;
}

// Some index value could be bad under the policy.
bool can_fail(const problem& p) {
  const bool lacks_start = std::any_of(p.space.members.begin(), p.space.members.end(),
                                       [](const index_space::member& m) { return m.extent < m.window; });
  const bool refuses = p.policy.below_zero == negative::refuse && !p.space.members.empty();
  switch (p.policy.outside) {
    case out_of_bounds::error:
      return !p.space.members.empty();
    case out_of_bounds::skip:
    case out_of_bounds::fill:
      return refuses;
    default:
      return lacks_start || refuses;
  }
}

}  // namespace

plan make_plan(const operation& what, operands ops) {
  plan made;
  made.main = make_step(what.main);
  if (what.prologue) made.prologue = make_step(*what.prologue);
  if (what.has_stage && !what.main.moves_nothing()) made.staged = make_stage(what);
  if (what.has_claims && !what.main.moves_nothing()) made.claims = make_claims(what);
  made.workspace = std::max(made.staged ? made.staged->bytes : 0, made.claims ? made.claims->bytes : 0);
  made.judges = !what.main.space.has_no_position() && can_fail(what.main);
  made.data_fits_output = has_same_layout(ops.data, ops.output);
  made.ops = std::move(ops);
  return made;
}

}  // namespace strew
