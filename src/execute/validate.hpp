// Validates indices before anything is written.
#pragma once

#include <cstddef>
#include <optional>

#include "base/status.hpp"
#include "execute/context.hpp"
#include "plan/validation.hpp"

namespace strew::engine {

// IX1 where some position has a bad member: the first one in row-major order and how many there are, broadcast ones
// counted. Reads each distinct index once, and once more when one is bad; in tasks where the caller brought threads.
// Without a value it was cancelled.
std::optional<status> validate(const validation& checks, const problem& p, const kernel::kernel_set& kernels,
                               const std::byte* indices, const execution_context& with);

}  // namespace strew::engine
