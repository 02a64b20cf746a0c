// The first applicable row of the table makes the program; the refusals before it are kept for explain.
#include <algorithm>
#include <utility>

#include "plan/plan.hpp"
#include "plan/solvers.hpp"

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

// Some index value could be bad under the policy.
bool can_fail(const problem& p) {
  const bool lacks_start = std::any_of(p.space.members.begin(), p.space.members.end(),
                                       [](const index_space::member& m) { return m.extent < m.window; });
  switch (p.policy.outside) {
    case out_of_bounds::error:
      return !p.space.members.empty();
    case out_of_bounds::skip:
    case out_of_bounds::fill:
      return p.policy.below_zero == negative::refuse && !p.space.members.empty();
    default:
      return lacks_start || (p.policy.below_zero == negative::refuse && !p.space.members.empty());
  }
}

}  // namespace

plan make_plan(operation what, operands ops) {
  plan made;
  made.main = make_program(what.main);
  if (what.prologue) made.prologue = make_program(*what.prologue);
  made.judges = !what.main.space.has_no_position() && can_fail(what.main);
  made.data_fits_output = has_same_layout(ops.data, ops.output);
  made.what = std::move(what);
  made.ops = std::move(ops);
  return made;
}

}  // namespace strew
