// A plan: a short list of steps that execute an operator on operands of given types, shapes and strides, with given
// options. It may be executed by any number of threads concurrently, and does not change, but for what executions have
// found out about their speed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/operands.hpp"
#include "plan/prepared.hpp"
#include "plan/schedule.hpp"
#include "plan/step_list.hpp"
#include "plan/validation.hpp"
#include "problem/destinations.hpp"
#include "problem/further_result.hpp"
#include "problem/operation.hpp"
#include "solve/solver.hpp"

namespace strew::engine {

// Properties of an operand that every execution uses.
struct operand_info {
  bool is_empty = true;
  byte_range reach;  // from its first element
};

// What a plan has more where there are more operands.
struct paired_info {
  operand_info from, weights, scales, zero_points, codebook;
  validation checks;  // of the indices of updates
};

// The arguments from which a plan was made.
struct plan_spec {
  plan_spec() noexcept {}  // NOLINT(modernize-use-equals-default): = default would clear all lists

  engine::operation operation;
  operands ops;
  const solver* requested = nullptr;  // by name
  std::vector<further_result> further;
};

// The plan of a further result, whose operands are those of the call that it belongs to.
struct further_plan;
using further_plans = std::vector<std::shared_ptr<const further_plan>>;

// Data of segments that hold no position: what plan/unheld.hpp makes. In `cells` the segments of an entry are the first
// axis.
struct unheld_copy {
  problem cells;
  program by;
};

// What plan/neutral.hpp makes. Slots are what positions address on the table's side, each of some cells.
struct neutral_start {
  std::array<std::byte, 16> element{};  // which each cell begins as
  std::size_t width = 0;                // bytes of it
  step noting;                          // notes slots with updates, in a byte of the workspace each
  problem slots;                        // table: those bytes; direct operand: the first cell of each, in the output
  std::int64_t count = 0;
  // Bytes of updates, which lie side by side: if none of them is the element, no cell with an update is. 0: not asked.
  std::uint64_t searched = 0;
  problem cells;  // of a slot
  program copy;   // of data to them
};

// A private copy of at most so many bytes is on the stack of an execution.
constexpr std::uint64_t max_small_copy = 16384;

struct plan {
  plan() noexcept {}  // NOLINT(modernize-use-equals-default): = default would clear all lists

  operands ops;
  const kernel::kernel_set* kernels = nullptr;  // the source of all kernels of an execution
  operand_info data, indices, updates, output;
  boxed<paired_info> paired;
  index_facts known;                       // of the indices, when the plan was made
  step_list steps;                         // passes over memory, in this order
  boxed<problem> operators_own;            // where the main step has another one: with accumulators
  boxed<unheld_copy> unheld;               // instead of the step that copies data
  boxed<neutral_start> neutral;            // cells begin as the neutral element, not as data
  std::optional<destinations> duplicates;  // where positions that write one cell are searched for
  std::uint64_t accumulators = 0;          // bytes, at the beginning of the workspace
  std::uint64_t private_copy = 0;          // bytes; see private_copy_bytes; a large one is in the workspace
  std::uint64_t workspace = 0;             // bytes that an execution may allocate
  engine::validation validation;
  engine::schedule schedule;                           // of the checks and the steps
  bool data_fits_output = false;                       // a scatter with data == output is in place
  bool is_in_place = false;                            // only for such a call: data are not copied
  bool is_open = false;                                // it may be executed in phases (execute/phases.hpp)
  std::shared_ptr<const plan_spec> spec;               // null in a one-shot call, where no indices can be prepared
  std::shared_ptr<const copied_values> bound_indices;  // prepared ones, used instead of the caller's; or null
  std::shared_ptr<const copied_values> bound_from;     // the same of updates
  further_plans further;                               // executed before the steps, on the same indices

  // Every plan has one; it is the step that reads the indices.
  [[nodiscard]] const step& main() const;
  // The operator's own, which identifies the plan; steps may run it on other memory.
  [[nodiscard]] const problem& move() const { return operators_own ? *operators_own : main().problem; }
  [[nodiscard]] const step* find(step_role role) const;
  // For accumulators of all cells or a search for duplicates, whatever the candidates are.
  [[nodiscard]] bool requires_workspace() const { return accumulators != 0 || duplicates.has_value(); }
  [[nodiscard]] bool has_accumulators() const { return find(step_role::load) != nullptr; }  // possibly of 0 bytes
  [[nodiscard]] bool has_small_copy() const { return private_copy != 0 && private_copy <= max_small_copy; }
  [[nodiscard]] std::uint64_t solver_workspace_offset() const;  // in bytes, in the workspace
};

struct further_plan {
  further_kind kind;
  std::int64_t absent;  // what the result is where no position has part in it
  plan made;
};

// What a plan depends on, besides the operation and its operands.
struct plan_options {
  const solver* requested = nullptr;  // to be used wherever it is applicable
  index_facts known;
  bool is_in_place = false;  // made for calls whose data are the output
  bool is_open = false;      // accumulators stay open between executions: there is one for each cell
};

// Initialises an empty plan for the operands that it has. AT5 if the requested solver is applicable nowhere, MM1 if the
// size of a workspace overflows.
status make_plan(const operation& op, const plan_options& options, plan& made);

// Adds the plan of a further result, which fits the copies of indices that `made` reads, if any.
status add_further(const further_result& of, plan& made);

// Bytes that the operation must read and write: indices, moved units, and, unless in place, a scatter's copy of data.
// Saturates.
std::uint64_t bytes_of(const plan& p, bool is_in_place);

// Compares everything that determines what an execution with valid indices writes: the move, a scatter's copy of data,
// and prepared indices, of which the text and the hash contain a digest.
bool are_same(const plan& left, const plan& right);
std::uint64_t hash(const plan& p);
std::string to_text(const plan& p);  // one line; equal lines mean equal plans

// What a plan does not know of the call that it was made for.
struct plan_label {
  std::string name;  // "gather, axis 1"
  bool has_indices = true;
  bool is_in_place = false;
  bool is_of_segments = false;  // an operator of segments: updates are its data, their indices its indices
  bool has_data = true;
  bool has_right = false;     // weights are the right operand
  std::uint64_t threads = 1;  // that an execution without a limit of its own may use
};

// Texts for people; docs/explain.md is their legend. describe: one line; explain: a line for each thing to know.
std::string describe(const plan& p, const plan_label& label);
std::string explain(const plan& p, const plan_label& label);

// One line of the text of tuning parameters: name, number, effect.
std::string tuning_line(std::string_view name, std::int64_t number, std::string_view effect);

// The kernel sets of this build, one per line: name, whether it is chosen, available or unavailable, and why.
std::string targets_text();
// The names of the kernel sets of this build, with a space between, and the name of the chosen one.
std::string target_names();
std::string_view chosen_target_name();
std::string tuning_text();  // tuning parameters of the kernels, one per line: name, value, description

}  // namespace strew::engine
