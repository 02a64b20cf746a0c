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

status step_resources::obtain_memory(const plan& p, const execution_context& with) {
  auto bad = obtain_workspace(with, p.workspace, owned_, workspace_);
  if (bad) workspace_ = nullptr;
  return bad;
}

status step_resources::obtain(const plan& p, const std::byte* indices, const execution_context& with,
                              const index_facts& facts, bool requires_memory) {
  if (main_.of != nullptr) return {};
  const auto choose_main = [&](bool has_workspace) {
    main_ = choose(p.main(), *p.kernels, indices, with, has_workspace, facts);
    return needs_workspace(main_);
  };
  const bool needs_memory = choose_main(true) || requires_memory;
  if (!needs_memory || p.workspace == 0) return {};
  auto bad = obtain_memory(p, with);
  if (bad && !requires_memory && !choose_main(false)) bad.reset();
  return bad;
}

step_choice step_resources::choice_of(const step& one, const plan& p, const std::byte* indices,
                                      const execution_context& with) const {
  return one.role == step_role::main ? main_ : choose(one, *p.kernels, indices, with, false);
}

// Inputs are never written: a read problem only reads its table, a write problem its direct operand.
step_memory step_resources::memory_of(const step& one, const plan& p, const pointers& at, std::byte* aside) const {
  std::byte* const places[] = {const_cast<std::byte*>(at.data), const_cast<std::byte*>(at.updates), at.output,
                               workspace_};  // as in enum memory
  step_memory made{places[static_cast<std::size_t>(one.table)], places[static_cast<std::size_t>(one.direct)],
                   at.indices, nullptr, p.bound_indices ? &p.bound_indices->lists() : nullptr};
  if (aside != nullptr) made.table = aside - p.output.reach.low;
  if (one.workspace != 0 && workspace_ != nullptr) made.workspace = workspace_ + p.solver_workspace_offset();
  return made;
}

}  // namespace strew::engine
