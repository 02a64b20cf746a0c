// Runs one step of a plan over memory, cut into tasks if the caller brought threads.
#pragma once

#include <cstddef>

#include "execute/context.hpp"
#include "plan/plan.hpp"

namespace strew::engine {

// Where a step finds what it reads and writes. `workspace`: what its solver wants.
struct step_memory {
  std::byte* table = nullptr;
  std::byte* direct = nullptr;
  const std::byte* indices = nullptr;
  std::byte* workspace = nullptr;
};

// False if it was cancelled. No byte outside the operands is touched, whatever the indices hold.
bool run(const step& one, const step_memory& at, const execution_context& with);

// The same as one task, of a step that moves something; says whether some position had no start.
bool run_watched(const step& one, const step_memory& at, const cancellation& cancel, bool& skips);

}  // namespace strew::engine
