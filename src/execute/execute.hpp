// One execution of a plan, by its schedule. Nothing is written until all checks have passed, unless the output's
// content does not matter after a failure.
#pragma once

#include "base/status.hpp"
#include "execute/context.hpp"
#include "execute/operand_checks.hpp"
#include "plan/plan.hpp"

namespace strew::engine {

// A workspace is needed whatever the candidates are, or is the caller's.
inline bool requires_workspace(const plan& p, const execution_context& with) {
  return p.requires_workspace() || with.workspace != nullptr;
}

status execute(const plan& p, const pointers& at, const execution_context& with);

// The checks of execute, without executing.
status check_execution(const plan& p, const pointers& at, const execution_context& with);

}  // namespace strew::engine
