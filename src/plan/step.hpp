// One pass of a plan over memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "plan/trial_result.hpp"
#include "problem/problem.hpp"
#include "solve/program.hpp"
#include "solve/solver.hpp"
#include "walk/kernel_axes.hpp"

namespace strew::engine {

// Which memory of an execution a step reads or writes.
enum class memory : std::uint8_t { data, updates, output, workspace };

// copy: copies a scatter's data to the output, unless in place. load, store: initialise accumulators from the output's
// elements, and write those back that were updated. main: the operator's own move, to accumulators instead of the
// output where there are some.
enum class step_role : std::uint8_t { copy, load, main, store };

// One pass over memory: a problem, its operands and the programs that can solve it.
struct step {
  step() noexcept {}  // NOLINT(modernize-use-equals-default): = default would clear all lists

  step_role role = step_role::main;
  memory table = memory::output;
  memory direct = memory::updates;
  bool collides = false;  // two points may write one cell
  engine::problem problem;
  rule_list rules;  // of its coordinates
  // Programs that can run it, best first: an execution takes the first one that suits its tasks and a sample of its
  // indices; the last one suits everything. Small problems have one candidate.
  small_vector<program, 2> candidates;
  bool is_sampled = false;           // some candidate depends on the indices, and there are many
  std::optional<index_sample> seen;  // of prepared indices, so that executions need no sample
  std::uint64_t workspace = 0;       // bytes that a candidate requires
  std::uint64_t work = 0;            // by which the number of tasks is chosen; as in a situation
  // The same step for indices that repeat along the last axis of positions, which are then parts of a row; null: there
  // is no such axis, or too little to move. An execution looks whether they do.
  std::shared_ptr<const step> repeated;
  // Set where tasks may be slower than one task, which executions find out.
  std::shared_ptr<trial_result> tried;
};

}  // namespace strew::engine
