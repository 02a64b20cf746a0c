// One pass of a plan over memory.
#pragma once

#include <cstdint>
#include <memory>

#include "plan/experience.hpp"
#include "problem/problem.hpp"
#include "solve/program.hpp"
#include "solve/solver.hpp"
#include "walk/kernel_axes.hpp"

namespace strew::engine {

// Which memory of an execution a step reads or writes. start: of a plan of positions, the old values.
enum class memory : std::uint8_t { data, updates, output, workspace, start };

// copy: copies a scatter's data to the output, unless in place. load, store: initialise accumulators from the output's
// elements, and write those back that were updated. main: the operator's own move, to accumulators instead of the
// output where there are some.
enum class step_role : std::uint8_t { copy, load, main, store };

// A problem as programs solve it.
struct form {
  form() noexcept {}  // NOLINT(modernize-use-equals-default): = default would clear all lists

  engine::problem problem;
  rule_list rules;              // of its coordinates
  boxed<rule_list> from_rules;  // of those of its updates, if they have indices
  bool collides = false;        // two points may write one cell
  std::uint64_t work = 0;       // by which the number of tasks is limited; as in a situation
};

struct candidate {
  program made;
  bool takes_rows = false;  // of the form for repeated indices
};

// One pass over memory: a problem, its operands and the programs that can solve it.
struct step : form {
  step() noexcept {}  // NOLINT(modernize-use-equals-default): = default would clear all lists

  step_role role = step_role::main;
  memory table = memory::output;
  memory direct = memory::updates;
  // The same for indices that repeat along the last axis of positions, which are then parts of a row; null: there is no
  // such axis, or too little to move. An execution looks whether they do.
  std::shared_ptr<const form> rows;
  // Programs that can run it: one, or where there is much to do all that may be the fastest, among which an execution
  // chooses by their costs. The last one suits everything.
  small_vector<candidate, 1> candidates;
  bool is_sampled = false;              // costs depend on the indices, and there are many
  std::uint64_t workspace = 0;          // bytes that a candidate requires
  std::shared_ptr<experience> learned;  // set where an execution has a choice

  [[nodiscard]] const form& form_of(const candidate& one) const { return one.takes_rows ? *rows : *this; }
};

}  // namespace strew::engine
