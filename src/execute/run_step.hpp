// Runs one step of a plan over memory, split into tasks if the caller provided an executor.
#pragma once

#include <cstddef>
#include <cstdint>

#include "execute/context.hpp"
#include "plan/plan.hpp"

namespace strew::engine {

// The memory that a step reads and writes. `workspace`: that of its solver.
struct step_memory {
  std::byte* table = nullptr;
  std::byte* direct = nullptr;
  const std::byte* indices = nullptr;
  std::byte* workspace = nullptr;
};

// How an execution runs a step.
struct step_choice {
  const step* of = nullptr;  // itself, or the one for repeated indices
  const program* chosen = nullptr;
  std::uint64_t tasks = 1;
};

// The first candidate that suits the tasks and a sample of the indices, and the workspace: `has_workspace` false
// excludes those that require one.
step_choice choose(const step& one, const kernel::kernel_set& kernels, const std::byte* indices,
                   const execution_context& with, bool has_workspace);

// False if cancelled. No byte outside the operands is accessed, whatever the index values.
bool run(const step_choice& choice, const step_memory& at, const execution_context& with);

// The same as one task, for a step that moves something; reports whether some position had no start.
bool run_watched(const step& one, const kernel::kernel_set& kernels, const step_memory& at, const cancellation& cancel,
                 bool& skips);

}  // namespace strew::engine
