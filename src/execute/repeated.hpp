// Whether the indices of an execution repeat along the last axis of positions, by comparing all of them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "execute/context.hpp"
#include "plan/plan.hpp"

namespace strew::engine {

// False also if it was cancelled, or if a value is invalid. The indices may change meanwhile: whoever relies on the
// answer reads one value of each line, which is checked again.
bool are_repeated(const step& one, const kernel::kernel_set& kernels, const std::byte* indices, std::uint64_t tasks,
                  const execution_context& with);

}  // namespace strew::engine
