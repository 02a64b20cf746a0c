// Which candidate of a step an execution runs, and in how many tasks: the one that costs least by what is known of the
// indices and of this machine, and by the time that former executions took.
#pragma once

#include <cstddef>

#include "execute/run_step.hpp"

namespace strew::engine {

// `has_workspace` false excludes candidates that require one. Adds to what is known of the indices.
step_choice choose(const step& one, const kernel::kernel_set& kernels, const std::byte* indices,
                   const execution_context& with, bool has_workspace, index_facts known = {});

}  // namespace strew::engine
