#include "plan/strategy.hpp"

#include <algorithm>
#include <utility>

#include "base/arithmetic.hpp"
#include "problem/canonical.hpp"
#include "solve/fused.hpp"
#include "solve/solver.hpp"
#include "solve/traits.hpp"

namespace strew::engine {
namespace {

// A mean divides, and an excluded old value is replaced, even in a cell with a single update.
bool always_needs_accumulators(const problem& p) {
  return p.reduce == reduction::mean || (p.exclude_self && p.reduce != reduction::none);
}

constexpr std::int64_t largest_accumulator = 32;  // a 128-bit sum and its count

bool reports(const step& one) {
  return std::all_of(one.candidates.begin(), one.candidates.end(),
                     [](const candidate& each) { return each.made.by->reports; });
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

strategy choose_strategy(const problem& main, bool is_scatter, const plan_options& options) {
  if (!is_scatter) return {};
  const bool collides = !options.known.is_unique.is(true, source::promise) && !is_unique(main);
  strategy chosen;
  chosen.copies_data = !options.is_in_place;
  chosen.has_accumulators = always_needs_accumulators(main) || (may_need_accumulators(main) && collides);
  chosen.finds_duplicates = finds_duplicates(main);
  return chosen;
}

bool suits_table_of_accumulators(const problem& main, const operands& ops, const kernel::kernel_set& kernels) {
  const std::size_t outer = count_outer(main);
  const std::size_t all = main.axes.size();
  if (count_points(main.axes.data() + outer, all - outer) >= kernels.tuning.min_bucket_slice) return false;
  std::uint64_t cells = 1;
  for (const std::int64_t n : ops.output.extents) cells = saturated_product(cells, static_cast<std::uint64_t>(n));
  const std::uint64_t bytes = saturated_product(cells, accumulators_of(main, kernels).accumulator_bytes);
  return bytes <= static_cast<std::uint64_t>(kernel::tuning::workspace_bytes) &&
         cells <= static_cast<std::uint64_t>(count_points(main.axes.data(), all));
}

status check_accumulators(const operands& ops) {
  std::int64_t cells = 1;
  for (const std::int64_t n : ops.output.extents) cells *= std::max<std::int64_t>(n, 1);
  if (narrow(times(cells, largest_accumulator))) return {};
  return fail(rule::MM1, operand::output, "a workspace with an accumulator for each of its {} elements exceeds 63 bits",
              cells);
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
  const std::uint64_t updates = p.move.space.position_count() / kernel::tuning::min_private_updates;
  if (updates == 0) return 0;
  const step& main = p.main();
  const bool is_plain = main.problem.is_write() && main.problem.pass == accumulator_pass::none;
  if (!is_plain || p.duplicates || !p.data_fits_output) return 0;
  std::uint64_t cells = 1;
  for (const std::int64_t extent : p.ops.output.extents) cells *= static_cast<std::uint64_t>(extent);
  if (updates < cells) return 0;
  const auto bytes = static_cast<std::uint64_t>(p.output.reach.high) - static_cast<std::uint64_t>(p.output.reach.low);
  const bool is_whole = bytes <= static_cast<std::uint64_t>(kernel::tuning::max_private_copy) &&
                        bytes == cells * static_cast<std::uint64_t>(main.problem.width);
  return is_whole && p.can_validate_on_the_way && find_fused({main.problem, *p.kernels}) != nullptr ? bytes : 0;
}

bool can_validate_on_the_way(const plan& p) {
  const step& main = p.main();
  const bool sees_all = p.validates && !p.validation.lacks_start && !main.problem.moves_nothing() &&
                        main.problem.policy.outside == out_of_bounds::error;
  return sees_all && !p.duplicates && reports(main);
}

bool is_plain_call(const plan& p) {
  const step& main = p.steps.back();
  if (main.role != step_role::main || main.problem.moves_nothing() || p.workspace != 0 || p.has_accumulators())
    return false;
  const bool has_choice = main.candidates.size() != 1 || main.is_sampled || main.learned != nullptr || p.duplicates;
  if (has_choice || main.candidates[0].made.by->run == nullptr || p.move.fill.is_borrowed()) return false;
  if (p.ops.is_scatter && !p.data_fits_output) return false;
  return !p.validates || (p.validation.axes.size() <= 1 && !p.validation.lacks_start);
}

}  // namespace strew::engine
