// Judges indices before anything is written, and reports the first bad position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/status.hpp"
#include "execute/context.hpp"
#include "plan/plan.hpp"
#include "problem/problem.hpp"

namespace strew {
inline namespace engine {

// IX1 where some position has a bad member: the first one in row-major order and how many there are, broadcast ones
// counted. Reads each distinct index once, and once more when one is bad. Without a value it was cancelled.
std::optional<check> judge(const judgement& how, const problem& p, const kernel::kernel_set& kernels,
                           const std::byte* indices, const cancellation& cancel);

// "IX2: indices: position 5 (2, 1) with tuple (3) writes a cell that position 2 (1, 0) wrote"
failure duplicate_failure(const problem& p, const kernel::kernel_set& kernels, const std::byte* indices,
                          std::uint64_t position, std::uint64_t other);

}  // namespace engine
}  // namespace strew
