// Validates indices before anything is written.
#pragma once

#include <cstddef>

#include "base/status.hpp"
#include "execute/context.hpp"
#include "plan/validation.hpp"

namespace strew::engine {

// IX1 if some position has a bad member: the first one in row-major order and their number, including broadcast ones.
// Called only if validation is needed. Reads each distinct index once, and again if one is bad; in tasks if the caller
// provided an executor. False if cancelled; writes `bad` on failure only.
bool validate(const validation& checks, const problem& p, const kernel::kernel_set& kernels, const std::byte* indices,
              const execution_context& with, status& bad);

// True if no value of a column is negative, or less than the one before it. False if cancelled.
bool ascend(const kernel::index_column& all, dtype type, const kernel::kernel_set& kernels, std::uint64_t tasks,
            const execution_context& with);

// True if the values of the only member are one column that ascends from a valid value to a valid one: then all are
// valid. False if not, if they are seen in another order, or if it was cancelled.
bool are_sorted(const validation& checks, const problem& p, const kernel::kernel_set& kernels, const std::byte* indices,
                const execution_context& with);

}  // namespace strew::engine
