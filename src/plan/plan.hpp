// A plan: an operator on given types, shapes, strides and options, decided once, as a short list of steps. Immutable;
// executed from any number of threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/operands.hpp"
#include "plan/validation.hpp"
#include "problem/destinations.hpp"
#include "problem/operation.hpp"
#include "solve/solver.hpp"

namespace strew::engine {

// Which memory of an execution a step reads or writes.
enum class memory : std::uint8_t { data, updates, output, workspace };

// copy: a scatter's data go to the output, left out in place. load, store: accumulators are made of the output's
// elements, and those that were touched are put back. main: the operator's own move, in the place of the output
// through accumulators where there are some.
enum class step_role : std::uint8_t { copy, load, main, store };

// One pass over memory: a problem, how it is solved, and where.
struct step {
  step_role role = step_role::main;
  memory table = memory::output;
  memory direct = memory::updates;
  bool collides = false;  // two points may write one cell
  engine::problem problem;
  rule_list rules;  // of its coordinates
  // What can run it, best first: an execution takes the first one that suits a sample of its indices; the last one
  // suits all. Mostly there is one, and no sample is taken.
  small_vector<program, 2> candidates;
  std::uint64_t workspace = 0;  // bytes that its solver wants ...
  std::uint64_t max_tasks = 0;  // ... for so many tasks; 0: for any number
};

// What every execution needs to know about an operand.
struct operand_info {
  bool is_empty = true;
  byte_range reach;  // from its first element
};

// What a plan was made from.
struct plan_spec {
  engine::operation operation;
  operands ops;
  const solver* requested = nullptr;  // by name
};

struct plan {
  operands ops;
  const kernel::kernel_set* kernels = nullptr;  // where every kernel of an execution comes from
  operand_info data, indices, updates, output;
  index_info known;         // of the indices, when the plan was made
  problem move;             // the operator's own, which says what the plan is; steps may run it elsewhere
  std::vector<step> steps;  // what an execution runs, in this order
  std::optional<destinations> duplicates;  // where positions are looked for that write one cell
  std::uint64_t accumulators = 0;          // bytes, at the beginning of the workspace
  std::uint64_t workspace = 0;             // bytes an execution obtains
  bool validates = false;                  // an index can be bad, so all are validated before the first write
  engine::validation validation;
  std::uint64_t private_copy = 0;                  // bytes; see private_copy_bytes
  bool data_fits_output = false;                   // a scatter with data == output is in place
  std::shared_ptr<const plan_spec> spec;           // null in one call, where no indices can be prepared
  std::shared_ptr<const std::byte> bound_indices;  // prepared ones, in the place of the caller's; kept alive here
  std::uint64_t bound_digest = 0;                  // of their values
  bool has_bound_indices = false;

  // Each plan has one; it is the one that reads the indices.
  [[nodiscard]] const step& main() const;
  [[nodiscard]] const step* find(step_role role) const;
  [[nodiscard]] bool has_accumulators() const { return find(step_role::load) != nullptr; }  // of no bytes, maybe
  [[nodiscard]] std::uint64_t solver_workspace_offset() const;  // where the workspace of solvers begins
};

// Fills a new plan in. `requested`: a solver to be used wherever it is applicable, or null. AT5 if it is nowhere, MM1
// if a workspace is larger than can be stated.
status make_plan(const operation& op, operands ops, const solver* requested, const index_info& known, plan& made);

constexpr std::uint64_t max_private_copy = kernel::tuned.max_private_copy;  // on the stack of an execution

// Bytes that the operation must read and write: indices, what moves, and a scatter's copy of data. The largest number
// where there are more.
std::uint64_t bytes_of(const plan& p);

// All that decides what an execution with good indices writes: the move, a scatter's copy of data, and prepared
// indices, of which the text and the hash have a digest.
bool are_same(const plan& left, const plan& right);
std::uint64_t hash(const plan& p);
std::string to_text(const plan& p);  // one line; equal lines are the same

std::string describe(const plan& p);  // one line
std::string explain(const plan& p);   // describe, then a line for each other candidate and each refused solver

std::string tuning_text();  // of the kernels, a line a number: name, value, what it decides

}  // namespace strew::engine
