#include "execute/known_indices.hpp"

#include "execute/repeated.hpp"
#include "execute/sample.hpp"
#include "execute/validate.hpp"
#include "problem/points.hpp"
#include "solve/traits.hpp"
#include "walk/kernel_axes.hpp"

namespace strew::engine {
namespace {

bool has_one_column(const situation& in) {
  return in.outer == 1 && in.problem.coordinates.size() == 1 && !in.moves_nothing;
}

bool may_ascend(const situation& in, const std::byte* indices) {
  return is_worth_a_sample(in) && may_be_sorted(sample(in.problem, in.kernels, indices));
}

}  // namespace

bool are_known_to_ascend(const situation& in, const std::byte* indices, const solver* requested) {
  const problem& p = in.problem;
  if (!in.collides || !has_one_column(in)) return false;
  if (requested != &sorted_solver && !may_ascend(in, indices)) return false;
  const axis& line = p.axes[0];
  const kernel::index_column all{indices + p.coordinates[0].index_offset, line.index_stride,
                                 static_cast<std::size_t>(line.extent)};
  return ascend(all, p.index_type, in.kernels, 1, {});
}

bool are_known_to_repeat(const plan& p, const std::byte* indices) {
  const step& main = p.main();
  if (main.repeated == nullptr) return false;
  const index_sample seen = sample(main.problem, *p.kernels, indices);
  return seen.positions != 0 && seen.equal == seen.positions && are_repeated(main, *p.kernels, indices, 1, {});
}

void note_sample(plan& made, const std::byte* indices) {
  for (step& one : made.steps) {
    if (one.role != step_role::main || one.problem.moves_nothing()) continue;
    if (made.has_accumulators() && are_known_to_repeat(made, indices)) one = step(*one.repeated);
    one.repeated = nullptr;
    if (one.is_sampled) one.seen = sample(one.problem, *made.kernels, indices);
    if (made.known.is_sorted) {
      if (!one.seen) one.seen = index_sample{};
      one.seen->is_sorted = true;
    }
  }
}

}  // namespace strew::engine
