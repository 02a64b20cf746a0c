#include "plan/strategy.hpp"

#include <algorithm>
#include <utility>

#include "base/arithmetic.hpp"
#include "problem/accumulators.hpp"
#include "problem/canonical.hpp"
#include "solve/fused.hpp"
#include "solve/solver.hpp"
#include "solve/traits.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {
namespace {

// A mean divides, and an excluded old value is replaced, even in a cell with a single update; and no element holds a
// product that is wider than it.
bool always_needs_accumulators(const problem& p) {
  return p.reduce == reduction::mean || p.names_positions || (p.exclude_self && p.reduce != reduction::none) ||
         (p.reduce != reduction::none && makes_accumulated(p) && product_bytes(p) > static_cast<std::size_t>(p.width));
}

constexpr std::int64_t min_bucket_slice = 8;  // units, below which a small table has accumulators for all cells
// Bytes of them that are made and stored again in the time that an update of a single unit takes more in buckets.
constexpr std::uint64_t bucket_update = 160;

constexpr std::uint64_t max_private_copy = std::uint64_t{8} << 20;  // bytes of a table that is worked on in a copy
constexpr std::uint64_t min_private_updates = 4;                    // for each cell of such a table

bool reports(const step& one) {
  return std::all_of(one.candidates.begin(), one.candidates.end(),
                     [](const candidate& each) { return each.made.by->reports; });
}

bool validates(const plan& p) {
  const auto needs = [&](const validation& checks) {  // offsets are checked without positions too
    return checks.has_offsets || (checks.is_needed() && !p.move().space.has_no_position());
  };
  return needs(p.validation) || (p.paired && needs(p.paired->checks));
}

// The main step reads every index that is validated, and reports those that are bad.
bool can_validate_on_the_way(const plan& p) {
  const step& main = p.main();
  const bool sees_all = validates(p) && !p.validation.lacks_start && !main.problem.moves_nothing() &&
                        main.problem.policy.outside == out_of_bounds::error;
  return sees_all && !p.duplicates && !main.problem.is_paired() && reports(main);
}

// The executions have nothing to choose, if a scatter runs in place: one step, with one candidate for a single task and
// without workspace, whose indices are one line.
bool is_plain(const plan& p) {
  const step& main = p.steps.back();
  if (main.role != step_role::main || main.problem.moves_nothing() || main.problem.is_paired() || p.workspace != 0 ||
      p.has_accumulators())
    return false;
  const bool has_choice = main.candidates.size() != 1 || main.is_sampled || main.learned != nullptr || p.duplicates;
  if (has_choice || main.candidates[0].made.by->run == nullptr || p.move().fill.is_borrowed()) return false;
  if (p.ops.is_scatter && !p.data_fits_output) return false;
  return p.validation.axes.size() <= 1 && !p.validation.lacks_start;
}

// Each element of the output gets an update that replaces what was there.
bool replaces_all(const problem& main, const operands& ops) {
  if (main.is_scan()) return (main.coordinates.empty() || !main.may_omit()) && !(main.from && main.from->may_omit());
  const bool replaces = main.reduce != reduction::none && main.exclude_self && !main.names_positions;
  if (!replaces || !main.coordinates.empty() || main.moves_nothing()) return false;
  if (main.from && main.from->may_omit()) return false;
  std::uint64_t elements = 1;
  std::uint64_t cells = 1;
  for (const std::int64_t n : ops.output.extents) elements = saturated_product(elements, static_cast<std::uint64_t>(n));
  for (const axis& a : main.axes)
    if (a.table_stride != 0) cells = saturated_product(cells, static_cast<std::uint64_t>(a.extent));
  return cells == elements;
}

}  // namespace

bool may_need_accumulators(const problem& main) {
  const bool is_small_real = main.type == dtype::f16 || main.type == dtype::bf16;
  const bool rounds = main.reduce == reduction::add || main.reduce == reduction::sub || main.reduce == reduction::mul;
  return is_small_real && rounds && main.accumulate == accumulation::wide;
}

bool finds_duplicates(const problem& main) {
  return main.refuses_duplicates && !is_unique(main);
}

strategy choose_strategy(const problem& main, const operands& ops, const plan_options& options) {
  if (!ops.is_scatter) return {};
  const bool collides = !options.known.is_unique.is(true, source::promise) && !is_unique(main);
  strategy chosen;
  chosen.copies_data = !options.is_in_place && (options.is_open || !replaces_all(main, ops));
  // Of pieces that follow one another positions may collide although those of each do not.
  chosen.has_accumulators =
      always_needs_accumulators(main) || (may_need_accumulators(main) && (collides || options.is_open));
  chosen.finds_duplicates = finds_duplicates(main);
  return chosen;
}

bool suits_table_of_accumulators(const problem& main, const operands& ops, const kernel::kernel_set& kernels) {
  const std::size_t outer = count_outer(main);
  const std::size_t all = main.axes.size();
  if (std::any_of(main.axes.begin(), main.axes.end(), [&](const axis& a) { return is_summed(main, a); })) return false;
  if (count_points(main.axes.data() + outer, all - outer) >= min_bucket_slice) return false;
  std::uint64_t cells = 1;
  for (const std::int64_t n : ops.output.extents) cells = saturated_product(cells, static_cast<std::uint64_t>(n));
  const std::uint64_t bytes = saturated_product(cells, accumulators_of(main, kernels).accumulator_bytes);
  const auto updates = static_cast<std::uint64_t>(count_points(main.axes.data(), all));
  return bytes <= std::min(usual_workspace, saturated_product(updates, bucket_update));
}

status check_accumulators(const operands& ops) {
  std::int64_t cells = 1;
  for (const std::int64_t n : ops.output.extents) cells *= std::max<std::int64_t>(n, 1);
  if (narrow(times(cells, largest_accumulator))) return {};
  return fail(rule::MM1, operand::output,
              "<a workspace> with an accumulator for each of its {} elements exceeds 63 bits", cells);
}

problem copy_of_data(const operands& ops) {
  problem copy;
  copy.way = direction::write;
  copy.width = ops.data.width;
  for (std::size_t i = 0; i < ops.data.rank(); ++i) {
    copy.axes.push_back({ops.data.extents[i], ops.output.strides[i], ops.data.strides[i], 0, no_window});
  }
  make_canonical(copy);
  return copy;
}

std::uint64_t private_copy_bytes(const plan& p) {
  const std::uint64_t updates = p.move().space.position_count() / min_private_updates;
  if (updates == 0) return 0;
  const step& main = p.main();
  const bool is_plain = main.problem.is_write() && main.problem.pass == accumulator_pass::none;
  if (!is_plain || p.duplicates || !(p.data_fits_output || p.neutral)) return 0;
  std::uint64_t cells = 1;
  for (const std::int64_t extent : p.ops.output.extents) cells *= static_cast<std::uint64_t>(extent);
  if (updates < cells) return 0;
  const auto bytes = static_cast<std::uint64_t>(p.output.reach.high) - static_cast<std::uint64_t>(p.output.reach.low);
  const bool is_whole = bytes <= max_private_copy && bytes == cells * static_cast<std::uint64_t>(main.problem.width);
  const bool is_fused = can_validate_on_the_way(p) && main.candidates.back().made.by->run != nullptr &&
                        find_fused({main.problem, *p.kernels}) != nullptr;
  return is_whole && is_fused ? bytes : 0;
}

void make_schedule(plan& p) {
  schedule& made = p.schedule;
  const bool copies_first = p.private_copy != 0;
  const std::uint8_t checks = copies_first ? 3 : 0;  // what an execution goes back to
  made.first_check = checks;
  made.is_plain = is_plain(p);
  // Plain calls validate few indices, and begin with that.
  const bool is_early = copies_first || (!made.is_plain && can_validate_on_the_way(p));
  const std::uint8_t on_bad = is_early ? checks : schedule::nowhere;
  const auto number = [&](const step& one) { return static_cast<std::uint8_t>(&one - p.steps.begin()); };
  if (copies_first) {
    made.add({action::set_aside, 0, on_bad});
    made.add({action::run, number(p.main()), on_bad});
    made.add({action::write_back, 0, schedule::nowhere});
  }
  if (validates(p)) made.add({action::validate, 0, schedule::nowhere});
  if (p.duplicates) made.add({action::find_duplicates, 0, schedule::nowhere});
  made.first_if_discarded = static_cast<std::uint8_t>(is_early ? made.size() : 0);
  for (const step& one : std::as_const(p.steps)) made.add({action::run, number(one), on_bad});
}

}  // namespace strew::engine
