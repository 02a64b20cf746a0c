// A sample of the indices of an execution. Whatever it contains, even if the indices are modified concurrently, all
// candidates write the same bits.
#pragma once

#include <cstddef>

#include "facts/index_facts.hpp"
#include "kernel/kernel_set.hpp"
#include "problem/problem.hpp"

namespace strew::engine {

// Adds what some positions show. Requires a problem that has indices and moves units. Learns nothing if a line has
// fewer than three positions.
void sample(const problem& p, const kernel::kernel_set& kernels, const std::byte* indices, index_facts& facts);

// Whether it is worth looking if all indices are in order. A single value is no order that tasks could divide.
inline bool may_be_in_order(const index_facts& facts) {
  return facts.is_in_order() && facts.most_frequent < facts.sampled;
}

}  // namespace strew::engine
