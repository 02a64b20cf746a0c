// The first applicable row of the table makes a program, or the one asked for by name.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "base/arithmetic.hpp"
#include "plan/plan.hpp"
#include "problem/cells.hpp"
#include "solve/fused.hpp"
#include "solve/traits.hpp"

namespace strew {
inline namespace engine {
namespace {

// The solver asked for where it is applicable, else the first one that is.
class step_maker {
 public:
  step_maker(const solver* wanted, const kernel::kernel_set& kernels) : wanted_(wanted), kernels_(kernels) {}

  void operator()(const problem& what, step& made) {
    made.what = what;
    made.rules = rules_of(what);
    const situation in{made.what, kernels_};
    const solver& chosen = choose(in);
    made.how = chosen.make(in);
    made.how.by = &chosen;
  }

  [[nodiscard]] bool has_used_wanted() const { return has_used_wanted_; }
  [[nodiscard]] const kernel::kernel_set& kernels() const { return kernels_; }

 private:
  const solver& choose(const situation& in) {
    if (wanted_ != nullptr && wanted_->refuse(in) == nullptr) {
      has_used_wanted_ = true;
      return *wanted_;
    }
    const auto rows = solvers();
    return **std::find_if(rows.begin(), rows.end(), [&](const solver* row) { return row->refuse(in) == nullptr; });
  }

  const solver* wanted_;
  const kernel::kernel_set& kernels_;
  bool has_used_wanted_ = false;
};

// Few reductions need it, so it stands beside the plan; its walk stands on a stack frame of its own.
[[gnu::noinline]] std::shared_ptr<const staged_steps> make_stage(const operation& what, step_maker& make_step) {
  const std::size_t cell_bytes = cells_of(what.main, make_step.kernels()).cell_bytes;
  cell_walk walk = walk_cells(*what.raw, static_cast<std::int64_t>(cell_bytes));
  auto made = std::make_shared<staged_steps>();
  make_step(walk.cells, made->load);
  make_step(walk.through, made->accumulate);
  walk.cells.pass = cell_pass::store;
  make_step(walk.cells, made->store);
  made->bytes = static_cast<std::uint64_t>(walk.count) * cell_bytes;
  return made;
}

operand_facts facts_of(const tensor& view) {
  return {view.is_empty(), range_of(view)};
}

// Bytes of a table that is small beside its updates and fills its bytes.
std::uint64_t bytes_aside(const plan& p) {
  const problem& main = p.main.what;
  const bool is_fused = p.main.how.by != &strided_solver && find_fused({main, *p.kernels}) != nullptr;
  const bool is_judged_on_the_way =
      p.judges && main.policy.outside == out_of_bounds::error && main.policy.below_zero != negative::refuse && is_fused;
  if (!is_judged_on_the_way || main.reduce == reduction::none || p.staged || p.duplicates || !p.data_fits_output)
    return 0;
  const auto bytes = static_cast<std::uint64_t>(p.output.reach.high) - static_cast<std::uint64_t>(p.output.reach.low);
  std::uint64_t cells = 1;
  for (const std::int64_t extent : p.ops.output.extents) cells *= static_cast<std::uint64_t>(extent);
  const bool is_whole = bytes <= most_aside && bytes == cells * static_cast<std::uint64_t>(main.width);
  return is_whole && main.space.position_count() / 8 >= cells ? bytes : 0;
}

// Policies that accept every value still need some valid start.
bool judges_values(const index_policy& policy) {
  return policy.outside == out_of_bounds::error || policy.below_zero == negative::refuse;
}

// All values of the type are good: no byte of them needs to be read.
bool holds_every_value(const kernel::coordinate_rule& rule, dtype type) {
  const auto bits = static_cast<unsigned>(8 * facts(type).width);
  return !is_signed(type) && bits <= 32 && (std::int64_t{1} << bits) - 1 <= rule.highest;
}

}  // namespace

// Broadcast axes would only read the same values again.
judgement judgement_of(const problem& p, const kernel::kernel_set& kernels) {
  judgement made;
  for (const auto& position : p.space.positions) {
    if (position.index_stride == 0 || position.extent == 1) continue;
    const bool continues = !made.axes.empty() && times(position.index_stride, position.extent) ==
                                                     static_cast<int128>(made.axes.back().index_stride);
    if (continues) {
      axis& last = made.axes[made.axes.size() - 1];
      last = {last.extent * position.extent, 0, 0, position.index_stride, no_window};
    } else {
      made.axes.push_back({position.extent, 0, 0, position.index_stride, no_window});
    }
  }
  for (const auto& m : p.space.members) {
    made.lacks_start |= lacks_start(m, p.policy);
    const kernel::coordinate_rule rule = rule_of({m.extent, m.window, 0, m.index_offset}, p.policy);
    made.members.push_back({rule, m.index_offset, judges_values(p.policy) && !holds_every_value(rule, p.index_type)});
  }
  made.is_bad = kernels.judge(index_type_of(p.index_type));
  return made;
}

check make_plan(const operation& what, operands ops, const solver* wanted, plan& made) {
  const kernel::kernel_set& kernels = kernel::portable();
  made.kernels = &kernels;
  step_maker make_step(wanted, kernels);
  make_step(what.main, made.main);
  if (what.prologue) make_step(*what.prologue, made.prologue.emplace());
  if (what.has_stage && !what.main.moves_nothing()) made.staged = make_stage(what, make_step);
  if (what.finds_duplicates && !what.main.moves_nothing()) {
    made.duplicates = destinations_of(what.main, what.map);
    made.workspace = static_cast<std::uint64_t>(search_workspace(*made.duplicates));
  }
  if (wanted != nullptr && !make_step.has_used_wanted()) {
    return fail(rule::AT5, operand::none, "solver {} is not applicable: {}", wanted->name,
                wanted->refuse({made.main.what, kernels}));
  }
  if (made.staged) made.workspace = std::max(made.workspace, made.staged->bytes);
  made.judged = judgement_of(what.main, kernels);
  made.judges = !what.main.space.has_no_position() && made.judged.is_needed();
  made.data = facts_of(ops.data);
  made.indices = facts_of(ops.indices);
  if (ops.is_scatter) made.updates = facts_of(ops.updates);
  made.output = facts_of(ops.output);
  made.data_fits_output = has_same_layout(ops.data, ops.output);
  made.ops = std::move(ops);
  made.aside = bytes_aside(made);
  return {};
}

}  // namespace engine
}  // namespace strew
