// One execution of a plan: pointers, overlap, indices, then the copy and the move. Until all checks have passed nothing
// is written.
#pragma once

#include "base/status.hpp"
#include "execute/context.hpp"
#include "plan/plan.hpp"

namespace strew::engine {

struct pointers {
  const std::byte* data = nullptr;
  const std::byte* indices = nullptr;
  const std::byte* updates = nullptr;
  std::byte* output = nullptr;
};

// PT1 of an operand.
failure missing_operand(operand where);

// PT1: which operands need memory follows from emptiness alone, so it can be asked before shapes are compared.
status check_pointers(const operands& ops, const pointers& at);

status execute(const plan& p, const pointers& at, const execution_context& with);

// The checks of execute, without executing.
status check_execution(const plan& p, const pointers& at, const execution_context& with);

}  // namespace strew::engine
