#include "execute/step_resources.hpp"

#include <algorithm>

#include "execute/choose.hpp"

namespace strew::engine {
namespace {

bool needs_workspace(const step_choice& one) {
  const auto needs = [](const way& by) { return by.by->made.by->workspace != nullptr; };
  return needs(one.chosen) || std::any_of(one.tried.begin(), one.tried.begin() + one.tried_count, needs);
}

}  // namespace

status step_resources::obtain(const index_facts& facts, bool requires_memory) {
  if (main_.of != nullptr) return {};
  const auto choose_main = [&](bool has_workspace) {
    main_ = choose(plan_.main(), *plan_.kernels, at_.indices, with_, has_workspace, facts);
    return needs_workspace(main_);
  };
  const bool needs_memory = choose_main(true) || requires_memory;
  if (!needs_memory) return {};
  auto bad = obtain_workspace(with_, plan_.workspace, owned_, workspace_);
  if (bad && !requires_memory && !choose_main(false)) bad.reset();
  return bad;
}

step_choice step_resources::choice_of(const step& one) const {
  return one.role == step_role::main ? main_ : choose(one, *plan_.kernels, at_.indices, with_, false);
}

// Inputs are never written: a read problem only reads its table, a write problem its direct operand.
step_memory places_of(const plan& p, const pointers& at, const step& one, std::byte* workspace) {
  std::byte* const places[] = {const_cast<std::byte*>(at.data), const_cast<std::byte*>(at.updates), at.output,
                               workspace, const_cast<std::byte*>(at.start)};  // as in enum memory
  step_memory made{places[static_cast<std::size_t>(one.table)], places[static_cast<std::size_t>(one.direct)],
                   at.indices, nullptr, p.bound_indices ? &p.bound_indices->order() : nullptr};
  if (one.role == step_role::main) {
    made.from = at.from;
    made.weights = one.problem.is_scan() ? at.output : at.weights;
    made.scales = at.scales;
    made.zeros = at.zero_points;
    made.codebook = at.codebook;
  }
  return made;
}

step_memory step_resources::memory_of(const step& one, std::byte* aside) const {
  step_memory made = places_of(plan_, at_, one, workspace_);
  if (aside != nullptr) made.table = aside - plan_.output.reach.low;
  if (one.workspace != 0 && workspace_ != nullptr) made.workspace = workspace_ + plan_.solver_workspace_offset();
  return made;
}

}  // namespace strew::engine
