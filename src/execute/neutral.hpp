// Gives cells that began as a neutral element, and had no update, their data.
#pragma once

#include <cstddef>

#include "execute/context.hpp"
#include "plan/plan.hpp"

namespace strew::engine {

// Of a plan with a neutral_start, after its main step. `noted`: a byte for each slot. False if cancelled.
bool finish_neutral(const plan& p, const pointers& at, std::byte* noted, const execution_context& with);

}  // namespace strew::engine
