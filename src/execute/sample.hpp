// A look at some of the indices of an execution, by which it chooses among the candidates of a step. Whatever it sees,
// and whoever rewrites the indices meanwhile, the candidates write the same bits.
#pragma once

#include <cstddef>

#include "kernel/kernel_set.hpp"
#include "problem/problem.hpp"
#include "solve/solver.hpp"

namespace strew::engine {

// Of a problem with indices, in which something moves. Empty if fewer than three positions stand in a line.
index_sample sample(const problem& p, const kernel::kernel_set& kernels, const std::byte* indices);

}  // namespace strew::engine
