// One execution of a plan: checks of pointers, overlap and indices, then the copy and the move. Nothing is written
// until all checks have passed.
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

// PT1: which operands need memory depends only on emptiness, so it can be checked before shapes are compared.
status check_pointers(const operands& ops, const pointers& at);

status execute(const plan& p, const pointers& at, const execution_context& with);

// The checks of execute, without executing.
status check_execution(const plan& p, const pointers& at, const execution_context& with);

}  // namespace strew::engine
