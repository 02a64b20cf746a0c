// Copies data to the cells of segments that hold no position.
#pragma once

#include "execute/context.hpp"
#include "execute/operand_checks.hpp"
#include "plan/plan.hpp"

namespace strew::engine {

// Of a plan that has an unheld_copy, once its offsets are validated. False if cancelled.
bool copy_unheld(const plan& p, const pointers& at, const execution_context& with);

}  // namespace strew::engine
