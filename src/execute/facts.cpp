#include "execute/facts.hpp"

#include <algorithm>

#include "base/arithmetic.hpp"
#include "facts/order.hpp"
#include "facts/repeats.hpp"
#include "facts/sample.hpp"
#include "problem/repeated.hpp"
#include "solve/traits.hpp"

namespace strew::engine {
namespace {

void prove_repeats(const problem& p, const rule_list& rules, const kernel::kernel_set& kernels,
                   const std::byte* indices, const team& with, const cancellation& cancel, index_facts& facts) {
  if (facts.repeats.by == source::proof || !can_repeat(p)) return;
  const bool repeats = facts.repeats.value && are_repeated(p, rules, kernels, indices, with, cancel);
  facts.repeats.learn(repeats, source::proof);
}

}  // namespace

void learn(const step& one, const kernel::kernel_set& kernels, const std::byte* indices, std::uint64_t tasks,
           const execution_context& with, index_facts& facts) {
  if (facts.sampled == 0) sample(one.problem, kernels, indices, facts);
  if (one.rows != nullptr)
    prove_repeats(one.problem, one.rules, kernels, indices, {with.pool, tasks, arithmetic::none}, with.cancel, facts);
}

index_order expected_order(const plan& p, const std::byte* indices, const execution_context& with, index_facts& facts) {
  const step& main = p.main();
  const auto& all = main.candidates;
  const bool matters =
      main.is_sampled && with.pool.run != nullptr && with.threads != 1 &&
      std::any_of(all.begin(), all.end(), [](const candidate& one) { return one.made.by->needs_order; });
  if (!matters) return index_order::none;
  if (facts.sampled == 0) sample(main.problem, *p.kernels, indices, facts);
  return may_be_in_order(facts) ? facts.order.value : index_order::none;
}

void prove(const situation& in, const rule_list& rules, const solver* requested, const std::byte* indices,
           const workers& pool, index_facts& facts) {
  const problem& p = in.problem;
  const std::uint64_t work = saturated_product(in.positions, position_work);
  const team all_tasks{pool, count_tasks(pool, 0, work), arithmetic::none};
  if (is_worth_a_sample(in)) {
    sample(p, in.kernels, indices, facts);
    prove_repeats(p, rules, in.kernels, indices, all_tasks, {}, facts);
  }
  const bool is_requested = requested != nullptr && requested->needs_order;
  const bool has_one_column = in.outer == 1 && p.coordinates.size() == 1 && !in.moves_nothing;
  // A few positions in another order prove that not all are in order.
  if (facts.sampled != 0 && facts.order.value == index_order::none) facts.order.by = source::proof;
  if (facts.order.by == source::proof || !in.collides || !has_one_column || !(is_requested || may_be_in_order(facts)))
    return;
  const index_order expected = facts.is_in_order() ? facts.order.value : index_order::ascending;
  const axis& line = p.axes[0];
  const kernel::index_column all{indices + p.coordinates[0].index_offset, line.index_stride,
                                 static_cast<std::size_t>(line.extent)};
  facts.order.learn(order_of(all, p.index_type, expected, in.kernels, all_tasks, {}), source::proof);
}

}  // namespace strew::engine
