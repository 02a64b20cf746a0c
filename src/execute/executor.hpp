// Runs one program over memory, cut into tasks if the caller brought threads.
#pragma once

#include <cstddef>

#include "execute/context.hpp"
#include "plan/plan.hpp"

namespace strew {
inline namespace engine {

// False if it was cancelled. No byte outside the operands is touched, whatever the indices hold.
bool run(const step& what, std::byte* table, std::byte* direct, const std::byte* indices,
         const execution_context& with);

// The same as one task, of a problem that moves something; says whether some position had no start.
bool run_watched(const step& what, std::byte* table, std::byte* direct, const std::byte* indices,
                 const cancellation& cancel, bool& leaves_out);

}  // namespace engine
}  // namespace strew
