// A sample of the indices of an execution, by which it chooses among the candidates of a step. Whatever the sample
// contains, even if the indices are modified concurrently, all candidates write the same bits.
#pragma once

#include <cstddef>

#include "kernel/kernel_set.hpp"
#include "problem/problem.hpp"
#include "solve/solver.hpp"

namespace strew::engine {

// Requires a problem that has indices and moves units. Empty if a line has fewer than three positions.
index_sample sample(const problem& p, const kernel::kernel_set& kernels, const std::byte* indices);

// Whether it is worth looking if all indices ascend. A single value is no order that tasks could divide.
inline bool may_be_sorted(const index_sample& seen) {
  return seen.positions != 0 && seen.ascending == seen.positions && seen.most_frequent < seen.positions;
}

}  // namespace strew::engine
