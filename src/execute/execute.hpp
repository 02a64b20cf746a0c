// One execution of a plan, by its schedule. Nothing is written until all checks have passed, unless the output's
// content does not matter after a failure.
#pragma once

#include "base/status.hpp"
#include "execute/context.hpp"
#include "execute/operand_checks.hpp"
#include "plan/plan.hpp"

namespace strew::engine {

status execute(const plan& p, const pointers& at, const execution_context& with);

}  // namespace strew::engine
