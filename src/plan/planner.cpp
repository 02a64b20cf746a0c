// Turns the strategy of an operation into steps. The candidates of each are the requested solver, or the first
// applicable rows of the table of solvers up to one that suits all indices.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "kernel/targets.hpp"
#include "plan/expected.hpp"
#include "plan/neutral.hpp"
#include "plan/plan.hpp"
#include "plan/strategy.hpp"
#include "plan/unheld.hpp"
#include "platform/float_state.hpp"
#include "problem/accumulators.hpp"
#include "problem/canonical.hpp"
#include "problem/repeated.hpp"
#include "solve/traits.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

class step_maker {
 public:
  step_maker(plan& made, const solver* requested) : plan_(made), requested_(requested) {}

  void operator()(step_role role, memory table, memory direct, const problem& p) {
    step& made = plan_.steps.add();
    made.role = role;
    made.table = table;
    made.direct = direct;
    complete(p, role == step_role::main ? plan_.known : index_facts{}, made);
  }
  // A step whose memory is known.
  void complete(const problem& p, const index_facts& facts, step& made) {
    made.problem = p;
    if (facts.repeats.is(true, source::proof) && can_repeat(p)) made.problem = repeated(p);
    const situation in = describe(made, facts);
    if (requested_ != nullptr && refusal_of(*requested_, in) == nullptr) {
      add_candidate(*requested_, in, false, made);
      has_used_requested_ = true;
    } else {
      made.is_sampled = is_worth_a_sample(in);
      if (made.is_sampled && can_repeat(p) && facts.repeats.by != source::proof) add_rows(made, facts);
      add_candidates(in, false, made);
      if (has_a_choice(in) && made.candidates[0].made.by->cost != nullptr) {
        made.learned = std::make_shared<experience>();
        drop_hopeless(made);
      }
    }
    for (const candidate& one : made.candidates) {
      if (one.made.by->workspace == nullptr) continue;
      made.workspace = std::max(made.workspace, one.made.by->workspace(one.made));
    }
  }

  [[nodiscard]] situation about(const problem& p, const index_facts& facts) const { return {p, *plan_.kernels, facts}; }
  // A row is applicable, the requested one if there is a request.
  [[nodiscard]] bool takes(const problem& p) const {
    const situation in = about(p, plan_.known);
    return std::any_of(solvers().begin(), solvers().end(), [&](const solver* row) {
      return (requested_ == nullptr || requested_ == row) && refusal_of(*row, in) == nullptr;
    });
  }
  [[nodiscard]] bool has_request() const { return requested_ != nullptr; }
  [[nodiscard]] bool has_used_requested() const { return has_used_requested_; }

 private:
  // Completes a form whose problem is known.
  situation describe(form& made, const index_facts& facts) const {
    situation in = about(made.problem, facts);
    made.rules = rules_of(made.problem);
    if (made.problem.from) made.from_rules.emplace() = rules_of(*made.problem.from);
    made.work = in.work;
    made.collides = in.collides;
    return in;
  }

  void add_rows(step& made, const index_facts& facts) {
    auto rows = std::make_shared<form>();
    rows->problem = repeated(made.problem);
    const situation in = describe(*rows, facts);
    if (in.problem.pass == accumulator_pass::all && !takes(in.problem)) return;  // its limits depend on the slice
    add_candidates(in, true, made);
    made.rows = std::move(rows);
  }

  // Candidates that need workspace are kept where they may pay: for indices in any order, which are those that they are
  // for, nearly as fast as the others with any number of tasks.
  void drop_hopeless(step& made) const {
    constexpr double hopeless = 1.5;
    const platform::float_state computing;
    index_facts facts;
    facts.has_order = plan_.known.has_order;
    const auto least = [&](const candidate& one) {
      double time = expected_time(made, one, *plan_.kernels, facts, {1});
      for (const std::uint64_t tasks : {std::uint64_t{2}, this_machine().threads})
        time = std::min(time, expected_time(made, one, *plan_.kernels, facts, {tasks}));
      return time;
    };
    const double best = least(made.candidates.back());
    made.candidates.erase_if([&](const candidate& one) {
      return one.made.by->workspace != nullptr && !one.made.by->is_general && least(one) > best * hopeless;
    });
  }

  static void add_candidate(const solver& row, const situation& in, bool takes_rows, step& made) {
    made.candidates.push_made([&] { return candidate{row.make(in), takes_rows}; }).made.by = &row;
  }

  // Few calls are so large that rows for tasks or many positions are asked.
  static void add_candidates(const situation& in, bool takes_rows, step& made) {
    const bool is_large = has_a_choice(in);
    for (const solver* row : solvers()) {
      if ((row->run_team != nullptr && !row->is_general && !is_large) || refusal_of(*row, in) != nullptr) continue;
      if (row->needs_order && in.facts.order.is(index_order::none, source::proof)) continue;
      add_candidate(*row, in, takes_rows, made);
      if (row->is_general || !is_large) return;
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
  if (!add.takes(whole)) return false;
  add(step_role::main, memory::output, memory::updates, whole);
  return true;
}

// MM1
[[gnu::noinline]] status add_accumulator_steps(const operation& op, plan& made, step_maker& add) {
  if (auto bad = check_accumulators(made.ops)) return bad;
  const std::size_t bytes = accumulators_of(op.main, *made.kernels).accumulator_bytes;
  STREW_ASSERT(op.has_raw);
  accumulator_walk walk = walk_accumulators(op.raw, static_cast<std::int64_t>(bytes));
  // Known of the last axis of positions, which may be another one of this walk.
  if (made.known.repeats.by == source::proof) made.known.repeats.value = false;
  add(step_role::load, memory::workspace, memory::output, walk.accumulators);
  add(step_role::main, memory::workspace, memory::updates, walk.through);
  walk.accumulators.pass = accumulator_pass::store;
  add(step_role::store, memory::workspace, memory::output, walk.accumulators);
  made.accumulators = static_cast<std::uint64_t>(walk.count) * bytes;
  return {};
}

problem of_each_element(const extents_list& extents, std::int64_t width) {
  problem made;
  made.way = direction::write;
  made.width = width;
  for (const std::int64_t extent : extents) made.axes.push_back({extent, 0, 0, 0, no_window});
  return made;
}

// Records of values and positions are reduced in the workspace, one for each element of the output in row-major order;
// they begin with the old values, and only the positions are stored.
[[gnu::noinline]] status add_position_steps(const operation& op, plan& made, step_maker& add) {
  const operands& ops = made.ops;
  if (auto bad = check_accumulators(ops)) return bad;
  const auto bytes = static_cast<std::int64_t>(accumulators_of(op.main, *made.kernels).accumulator_bytes);
  STREW_ASSERT(bytes == static_cast<std::int64_t>(product_bytes(op.main)));
  problem load = of_each_element(ops.output.extents, op.main.width);
  load.reduce = op.main.reduce;
  load.type = op.main.type;
  load.accumulate = op.main.accumulate;
  load.names_positions = true;
  load.pass = accumulator_pass::load;
  std::int64_t count = 1;
  for (std::size_t d = ops.output.rank(); d-- > 0; count *= ops.output.extents[d]) {
    load.axes[d].table_stride = count * bytes;
    load.axes[d].direct_stride = ops.start->strides[d];
  }
  problem store = load;
  store.pass = accumulator_pass::store;
  store.width = static_cast<std::int64_t>(sizeof(std::int64_t));
  for (std::size_t d = 0; d < ops.output.rank(); ++d) store.axes[d].direct_stride = ops.output.strides[d];
  make_canonical(load);
  make_canonical(store);
  problem main = op.main;
  main.pass = accumulator_pass::accumulate;
  add(step_role::load, memory::workspace, memory::start, load);
  add(step_role::main, memory::workspace, memory::updates, main);
  add(step_role::store, memory::workspace, memory::output, store);
  made.accumulators = static_cast<std::uint64_t>(count * bytes);
  return {};
}

// The accumulators of a scan are those of its table, which is nowhere else: they begin empty, and are not stored.
[[gnu::noinline]] void add_scan_steps(const operation& op, plan& made, step_maker& add) {
  STREW_ASSERT(op.has_raw);
  const std::size_t bytes = accumulators_of(op.main, *made.kernels).accumulator_bytes;
  accumulator_walk walk = walk_accumulators(op.raw, static_cast<std::int64_t>(bytes));
  for (axis& a : walk.accumulators.axes) a.direct_stride = 0;  // one zero for all
  add(step_role::load, memory::workspace, memory::data, walk.accumulators);
  add(step_role::main, memory::workspace, memory::updates, walk.through);
  made.accumulators = static_cast<std::uint64_t>(walk.count) * bytes;
}

[[gnu::noinline]] void add_neutral_steps(const operation& op, plan& made, step_maker& add) {
  made.operators_own.emplace() = op.main;
  problem plain = op.main;
  plain.exclude_self = false;
  add(step_role::copy, memory::output, memory::data, copy_of_data(made.ops));
  add(step_role::main, memory::output, memory::updates, plain);
  neutral_parts parts = begin_neutral(op, made.ops, *made.kernels);
  made.accumulators = static_cast<std::uint64_t>(parts.kept.count);
  made.neutral.emplace() = std::move(parts.kept);
  add.complete(parts.noting, {}, made.neutral->noting);
}

status add_steps(const operation& op, const strategy& chosen, const plan_options& options, plan& made,
                 step_maker& add) {
  const bool has_accumulators = chosen.has_accumulators && !op.main.moves_nothing();
  made.steps.reserve((chosen.copies_data ? 1 : 0) + (has_accumulators ? 3 : 1));
  if (has_accumulators && chosen.copies_data && may_begin_neutral(op, made.ops, options)) {
    add_neutral_steps(op, made, add);
    return {};
  }
  if (chosen.copies_data) add(step_role::copy, memory::output, memory::data, copy_of_data(made.ops));
  if (has_accumulators && op.main.names_positions) {
    made.operators_own.emplace() = op.main;
    return add_position_steps(op, made, add);
  }
  if (has_accumulators && op.main.is_scan()) {
    made.operators_own.emplace() = op.main;
    add_scan_steps(op, made, add);
    return {};
  }
  if (has_accumulators) {
    made.operators_own.emplace() = op.main;
    return !made.is_open && add_accumulating_step(op, made, add) ? status() : add_accumulator_steps(op, made, add);
  }
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
  if (made.paired) {
    note_operand(ops.paired->from, made.paired->from);
    note_operand(ops.paired->weights, made.paired->weights);
    note_operand(ops.paired->scales, made.paired->scales);
    note_operand(ops.paired->zero_points, made.paired->zero_points);
    note_operand(ops.paired->codebook, made.paired->codebook);
  }
  made.data_fits_output = has_same_layout(ops.data, ops.output);
}

// Offsets, not those of several entries of a batch: then segments ascend along all positions.
bool is_one_segmentation(const problem& p) {
  return p.segments && p.space.position_count() == static_cast<std::uint64_t>(p.segments->positions);
}

// AT5
status check_requested(const solver& requested, const situation& in) {
  const char* reason = refusal_of(requested, in);
  if (reason == nullptr) return {};
  return fail(rule::AT5, operand::none, "solver {} is not applicable: {}", requested.name, own_words{reason});
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
  return whole_lines(accumulators + (has_small_copy() ? 0 : private_copy));
}

status make_plan(const operation& op, const plan_options& options, plan& made) {
  const strategy chosen = choose_strategy(op.main, made.ops, options);
  const solver* const requested = options.requested;
  made.kernels = &kernel::chosen_set();
  made.known = options.known;
  if (is_one_segmentation(op.main)) made.known.order.learn(index_order::ascending, source::proof);
  made.is_in_place = options.is_in_place;
  made.is_open = options.is_open;
  step_maker add(made, requested);
  if (auto bad = add_steps(op, chosen, options, made, add)) return bad;
  if (requested != nullptr && !add.has_used_requested()) {
    problem asked = op.main;
    if (chosen.has_accumulators) asked.pass = accumulator_pass::all;
    if (auto bad = check_requested(*requested, add.about(asked, made.known))) return bad;
  }
  if (chosen.finds_duplicates && !op.main.moves_nothing()) made.duplicates = destinations_of(op.main, op.map);
  make_validation(op.main, *made.kernels, made.validation);
  if (made.ops.paired) {
    made.paired.emplace();
    if (op.main.from) make_validation(*op.main.from, *made.kernels, made.paired->checks);
  }
  note_operands(made);
  add_unheld_copy(made);
  made.private_copy = private_copy_bytes(made);
  made.workspace = workspace_of(made);
  make_schedule(made);
  return {};
}

status add_further(const further_result& of, plan& made) {
  auto added = std::make_shared<further_plan>();
  added->kind = of.kind;
  added->absent = of.absent;
  added->made.ops = of.ops;
  if (auto bad = make_plan(of.operation, {}, added->made)) return bad;
  made.workspace = std::max(made.workspace, added->made.workspace);
  made.further.push_back(std::move(added));
  return {};
}

}  // namespace strew::engine
