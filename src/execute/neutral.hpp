// Gives cells that began as a neutral element, and had no update, their data.
#pragma once

#include <cstddef>
#include <cstdint>

#include "execute/context.hpp"
#include "execute/operand_checks.hpp"
#include "plan/plan.hpp"

namespace strew::engine {

// A copy of the output, of whole elements.
void fill_neutral(const neutral_start& of, std::byte* copy, std::uint64_t bytes);

// Of a plan with a neutral_start, after its main step. `noted`: a byte for each slot. False if cancelled.
bool finish_neutral(const plan& p, const pointers& at, std::byte* noted, const execution_context& with);

}  // namespace strew::engine
