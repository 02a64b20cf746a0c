// Runs one step of a plan over memory, split into tasks if the caller provided an executor.
#pragma once

#include <atomic>
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
  const kept_lists* lists = nullptr;  // of prepared indices
};

// How an execution runs a step.
struct step_choice {
  const step* of = nullptr;  // itself, or the one for repeated indices
  const program* chosen = nullptr;
  std::uint64_t tasks = 1;
  bool is_sorted = false;
};

// The first candidate that suits the tasks and a sample of the indices, and the workspace: `has_workspace` false
// excludes those that require one. `is_sorted`: all indices are known to ascend.
step_choice choose(const step& one, const kernel::kernel_set& kernels, const std::byte* indices,
                   const execution_context& with, bool has_workspace, bool is_sorted = false);

// False if cancelled. No byte outside the operands is accessed, whatever the index values. `skips`, which may be null,
// is set where a position had no start.
bool run(const step_choice& choice, const step_memory& at, const execution_context& with,
         std::atomic<bool>* skips = nullptr);

// One task runs all of a step, with a candidate that has a `run` and needs no workspace. False if cancelled.
bool run_alone(const program& chosen, const step& one, const step_memory& at, const execution_context& with);

}  // namespace strew::engine
