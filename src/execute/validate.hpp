// Validates indices before anything is written.
#pragma once

#include <cstddef>

#include "base/status.hpp"
#include "execute/context.hpp"
#include "facts/index_facts.hpp"
#include "plan/validation.hpp"

namespace strew::engine {

// OF1 if the indices are offsets and one is bad; IX1 if some position has a bad member: the first one in row-major
// order and their number, including broadcast ones. Called only if validation is needed. Reads each distinct index
// once, and again if one is bad; in tasks if the caller provided an executor. False if cancelled; writes `bad` on
// failure only. `where`: which operand the indices are.
bool validate(const validation& checks, const indexed_side& of, operand where, const kernel::kernel_set& kernels,
              const std::byte* indices, const execution_context& with, status& bad);

// The expected order, if the values of the only member are one column that is in this order between valid ones: then
// all are valid. None if not, if they are seen in another order, or if it was cancelled.
index_order order_of_valid(const validation& checks, const indexed_side& of, index_order expected,
                           const kernel::kernel_set& kernels, const std::byte* indices, const execution_context& with);

}  // namespace strew::engine
