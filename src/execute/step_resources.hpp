// What the steps of an execution need before anything is written: the choice of how the main step runs, and memory.
#pragma once

#include <cstddef>

#include "execute/operand_checks.hpp"
#include "execute/run_step.hpp"
#include "facts/index_facts.hpp"

namespace strew::engine {

class step_resources {
 public:
  // Once, until reset(). Where memory for a solver is refused another one takes its place, unless it was requested or
  // there is no other. `requires_memory`: nothing runs without. MM1, MM2.
  status obtain(const plan& p, const std::byte* indices, const execution_context& with, const index_facts& facts,
                bool requires_memory);
  // Without a choice: for the checks of a plan alone.
  status obtain_memory(const plan& p, const execution_context& with);
  void reset() { main_ = {}; }

  // A workspace is needed whatever the candidates are, or is the caller's.
  static bool requires_workspace(const plan& p, const execution_context& with) {
    return p.requires_workspace() || with.workspace != nullptr;
  }

  [[nodiscard]] step_choice choice_of(const step& one, const plan& p, const std::byte* indices,
                                      const execution_context& with) const;
  [[nodiscard]] std::byte* workspace() const { return workspace_; }
  // `aside`: a copy that is the table; or null.
  [[nodiscard]] step_memory memory_of(const step& one, const plan& p, const pointers& at, std::byte* aside) const;

 private:
  step_choice main_;
  memory_block owned_;
  std::byte* workspace_ = nullptr;
};

}  // namespace strew::engine
