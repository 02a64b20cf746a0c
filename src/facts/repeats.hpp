// Whether indices repeat along the last axis of positions, by comparing all of them.
#pragma once

#include <cstddef>

#include "kernel/kernel_set.hpp"
#include "partition/team.hpp"
#include "problem/problem.hpp"
#include "walk/cancel.hpp"
#include "walk/kernel_axes.hpp"

namespace strew::engine {

// False also if it was cancelled, or if a value is invalid. The indices may change meanwhile: whoever relies on the
// answer reads one value of each line, which is checked again.
bool are_repeated(const problem& p, const rule_list& rules, const kernel::kernel_set& kernels, const std::byte* indices,
                  const team& with, const cancellation& cancel);

}  // namespace strew::engine
