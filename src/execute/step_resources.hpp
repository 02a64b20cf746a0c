// What the steps of an execution need before anything is written: the choice of how the main step runs, and memory.
#pragma once

#include <cstddef>

#include "execute/operand_checks.hpp"
#include "execute/run_step.hpp"
#include "facts/index_facts.hpp"

namespace strew::engine {

// The memory of an execution that a step reads and writes. `workspace`: where accumulators are.
step_memory places_of(const plan& p, const pointers& at, const step& one, std::byte* workspace);

class step_resources {
 public:
  step_resources(const plan& p, const pointers& at, const execution_context& with) : plan_(p), at_(at), with_(with) {}

  // Once, until reset(). Where memory for a solver is refused another one takes its place, unless it was requested or
  // there is no other. `requires_memory`: nothing runs without. MM1, MM2.
  status obtain(const index_facts& facts, bool requires_memory);
  void reset() { main_ = {}; }

  [[nodiscard]] step_choice choice_of(const step& one) const;
  [[nodiscard]] std::byte* workspace() const { return workspace_; }
  // `aside`: a copy that is the table; or null.
  [[nodiscard]] step_memory memory_of(const step& one, std::byte* aside) const;

 private:
  const plan& plan_;
  const pointers& at_;
  const execution_context& with_;
  step_choice main_;
  memory_block owned_;
  std::byte* workspace_ = nullptr;
};

}  // namespace strew::engine
