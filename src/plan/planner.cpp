// Turns the strategy of an operation into steps. The candidates of each are the requested solver, or the first
// applicable rows of the table of solvers up to one that suits all indices.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "kernel/targets.hpp"
#include "plan/plan.hpp"
#include "plan/strategy.hpp"
#include "problem/accumulators.hpp"
#include "problem/repeated.hpp"
#include "solve/traits.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

// It has a candidate for one task, and elements one after the other, so many that some of them can be tried.
bool is_worth_a_trial(const step& one) {
  const auto& axes = one.problem.axes;
  return one.candidates.size() > 1 && one.candidates.back().by->run != nullptr && axes.size() == 1 &&
         axes[0].extent >= kernel::tuning::min_tried_positions;
}

class step_maker {
 public:
  step_maker(plan& made, const solver* requested) : plan_(made), requested_(requested) {}

  void operator()(step_role role, memory table, memory direct, const problem& p) {
    step& made = plan_.steps.add();
    made.role = role;
    made.table = table;
    made.direct = direct;
    made.problem = p;
    add_programs(made);
    if (auto rows = if_repeated(made)) {
      made.workspace = std::max(made.workspace, rows->workspace);
      made.repeated = std::move(rows);
    }
  }

  [[nodiscard]] situation about(const problem& p, const index_info& known) const { return {p, *plan_.kernels, known}; }
  // Nothing else was requested, and it is applicable.
  [[nodiscard]] bool takes(const solver& row, const problem& p) const {
    return (requested_ == nullptr || requested_ == &row) && row.refuse(about(p, plan_.known)) == nullptr;
  }
  [[nodiscard]] bool has_request() const { return requested_ != nullptr; }
  [[nodiscard]] bool has_used_requested() const { return has_used_requested_; }

 private:
  void add_programs(step& made) {
    const situation in = about(made.problem, made.role == step_role::main ? plan_.known : index_info{});
    made.rules = rules_of(made.problem);
    made.work = in.work;
    made.collides = in.collides;
    add_candidates(in, made);
    for (const program& one : made.candidates) {
      if (one.by->is_tried && is_worth_a_trial(made)) made.tried = std::make_shared<trial_result>();
      if (one.by->workspace == nullptr) continue;
      made.workspace = std::max(made.workspace, one.by->workspace(one));
    }
  }

  std::shared_ptr<step> if_repeated(const step& one) {
    if (!one.is_sampled || !can_repeat(one.problem)) return nullptr;
    auto made = std::make_shared<step>();
    made->role = one.role;
    made->table = one.table;
    made->direct = one.direct;
    made->problem = repeated(one.problem);
    // Reductions with state have one solver, whose limits depend on the slice.
    if (made->problem.pass == accumulator_pass::all && !takes(buckets_solver, made->problem)) return nullptr;
    const bool has_used = has_used_requested_;  // by the step itself: AT5 does not depend on how many positions it has
    add_programs(*made);
    has_used_requested_ = has_used;
    return made;
  }

  void add_candidates(const situation& in, step& made) {
    const auto add = [&](const solver& row) { made.candidates.push_made([&] { return row.make(in); }).by = &row; };
    if (requested_ != nullptr && requested_->refuse(in) == nullptr) {
      has_used_requested_ = true;
      return add(*requested_);
    }
    made.is_sampled = is_worth_a_sample(in);
    for (const solver* row : solvers()) {
      // Whether it pays first: few calls are large enough for a row that is asked, and the answer is found at once.
      if ((row->decline != nullptr && row->decline(in) != nullptr) || row->refuse(in) != nullptr) continue;
      add(*row);
      if (row->suits == nullptr || (row->run_team == nullptr && !made.is_sampled)) return;
    }
    STREW_ASSERT(false);  // the last row suits everything
  }

  plan& plan_;
  const solver* requested_;
  bool has_used_requested_ = false;
};

// Few reductions need it; not inlined, so that its large local variables take no stack in other calls, here and below.
// Empty if a solver keeps accumulators for few cells at a time.
[[gnu::noinline]] bool add_accumulating_step(const operation& op, const plan& made, step_maker& add) {
  if (!add.has_request() && suits_table_of_accumulators(op.main, made.ops, *made.kernels)) return false;
  problem whole = op.main;
  whole.pass = accumulator_pass::all;
  if (!add.takes(buckets_solver, whole)) return false;
  add(step_role::main, memory::output, memory::updates, whole);
  return true;
}

// MM1
[[gnu::noinline]] status add_accumulator_steps(const operation& op, plan& made, step_maker& add) {
  if (auto bad = check_accumulators(made.ops)) return bad;
  const std::size_t bytes = accumulators_of(op.main, *made.kernels).accumulator_bytes;
  accumulator_walk walk = walk_accumulators(op.raw, static_cast<std::int64_t>(bytes));
  add(step_role::load, memory::workspace, memory::output, walk.accumulators);
  add(step_role::main, memory::workspace, memory::updates, walk.through);
  walk.accumulators.pass = accumulator_pass::store;
  add(step_role::store, memory::workspace, memory::output, walk.accumulators);
  made.accumulators = static_cast<std::uint64_t>(walk.count) * bytes;
  return {};
}

status add_steps(const operation& op, const strategy& chosen, plan& made, step_maker& add) {
  const bool has_accumulators = chosen.has_accumulators && !op.main.moves_nothing();
  made.steps.reserve((chosen.copies_data ? 1 : 0) + (has_accumulators ? 3 : 1));
  if (chosen.copies_data) add(step_role::copy, memory::output, memory::data, copy_of_data(made.ops));
  if (has_accumulators) return add_accumulating_step(op, made, add) ? status() : add_accumulator_steps(op, made, add);
  made.ops.is_scatter ? add(step_role::main, memory::output, memory::updates, op.main)
                      : add(step_role::main, memory::data, memory::output, op.main);
  return {};
}

// The workspace of solvers follows the accumulators, or the copy of a table, aligned like an allocated block.
std::uint64_t workspace_of(const plan& p) {
  std::uint64_t of_solvers = 0;
  for (const step& one : p.steps) of_solvers = std::max(of_solvers, one.workspace);
  const std::uint64_t before = p.solver_workspace_offset();
  const std::uint64_t of_steps = of_solvers == 0 && p.private_copy == 0 ? p.accumulators : before + of_solvers;
  return p.duplicates ? std::max(of_steps, search_workspace(*p.duplicates)) : of_steps;
}

void note_operand(const tensor& view, operand_info& made) {
  made.is_empty = view.is_empty();
  if (!made.is_empty) made.reach = range_of(view);
}

void note_operands(plan& made) {
  const operands& ops = made.ops;
  note_operand(ops.data, made.data);
  note_operand(ops.indices, made.indices);
  if (ops.is_scatter) note_operand(ops.updates, made.updates);
  note_operand(ops.output, made.output);
  made.data_fits_output = has_same_layout(ops.data, ops.output);
}

// AT5
status check_requested(const solver& requested, const situation& in) {
  const char* reason = requested.refuse(in);
  if (reason == nullptr) return {};
  return fail(rule::AT5, operand::none, "solver {} is not applicable: {}", requested.name, reason);
}

}  // namespace

const step* plan::find(step_role role) const {
  const auto found = std::find_if(steps.begin(), steps.end(), [&](const step& one) { return one.role == role; });
  return found == steps.end() ? nullptr : &*found;
}

const step& plan::main() const {
  return *find(step_role::main);
}

std::uint64_t plan::solver_workspace_offset() const {
  return whole_lines(accumulators + (private_copy > max_small_copy ? private_copy : 0));
}

status make_plan(const operation& op, const plan_options& options, plan& made) {
  const strategy chosen = choose_strategy(op.main, made.ops.is_scatter, options);
  const solver* const requested = options.requested;
  made.kernels = &kernel::chosen_set();
  made.move = op.main;
  made.known = options.known;
  made.is_in_place = options.is_in_place;
  step_maker add(made, requested);
  if (auto bad = add_steps(op, chosen, made, add)) return bad;
  if (requested != nullptr && !add.has_used_requested()) {
    problem asked = op.main;
    if (chosen.has_accumulators) asked.pass = accumulator_pass::all;
    if (auto bad = check_requested(*requested, add.about(asked, made.known))) return bad;
  }
  if (chosen.finds_duplicates && !op.main.moves_nothing()) made.duplicates = destinations_of(op.main, op.map);
  make_validation(op.main, *made.kernels, made.validation);
  made.validates = !op.main.space.has_no_position() && made.validation.is_needed();
  note_operands(made);
  made.private_copy = private_copy_bytes(made);
  made.workspace = workspace_of(made);
  made.is_plain = is_plain_call(made);
  return {};
}

}  // namespace strew::engine
