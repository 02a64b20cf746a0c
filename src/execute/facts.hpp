// Raises what is known of the indices of a plan: by a sample, then, where it shows something that a candidate depends
// on, by looking at all of them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "execute/context.hpp"
#include "facts/index_facts.hpp"
#include "plan/plan.hpp"

namespace strew::engine {

// Of a step that is sampled: a sample, if there is none yet, and whether indices repeat. In so many tasks.
void learn(const step& one, const kernel::kernel_set& kernels, const std::byte* indices, std::uint64_t tasks,
           const execution_context& with, index_facts& facts);

// The order that all indices seem to be in, if a candidate for several tasks depends on it; else none.
index_order expected_order(const plan& p, const std::byte* indices, const execution_context& with, index_facts& facts);

// All that executions would look for in the indices of a plan for this operation, whose indices do not change.
void prove(const situation& in, const rule_list& rules, const solver* requested, const std::byte* indices,
           const workers& pool, index_facts& facts);

}  // namespace strew::engine
