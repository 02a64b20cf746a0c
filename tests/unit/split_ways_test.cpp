// Both ways of the solver `split`, of which a processor's tuning chooses one: tasks that exchange lists, and tasks that
// list their own updates only.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernel/targets.hpp"
#include "solve/solver.hpp"

namespace strew::engine::testing {
namespace {

constexpr std::int64_t cells = 1000;
constexpr std::int64_t split_positions = 100'003;

problem sums() {
  problem p;
  p.way = direction::write;
  p.reduce = reduction::add;
  p.type = dtype::f32;
  p.width = 4;
  p.index_type = dtype::i64;
  p.axes.push_back({split_positions, 0, 4, 8});
  p.coordinates.push_back({cells, 1, 4, 0});
  return p;
}

std::vector<float> split_sums(std::int64_t max_alone_tasks, std::uint64_t tasks, std::vector<std::int64_t> indices,
                              std::vector<float> updates) {
  kernel::kernel_set kernels = kernel::chosen_set();
  kernels.tuning.max_alone_tasks = max_alone_tasks;
  const problem p = sums();
  program chosen = split_solver.make({p, kernels});
  chosen.by = &split_solver;
  std::vector<std::byte> workspace(split_solver.workspace(chosen));
  std::vector<float> table(cells, 0.5F);
  const rule_list rules = rules_of(p);
  const part whole{p,
                   rules,
                   p.axes.data(),
                   p.width,
                   no_axis,
                   0,
                   reinterpret_cast<std::byte*>(table.data()),
                   reinterpret_cast<std::byte*>(updates.data()),
                   {reinterpret_cast<const std::byte*>(indices.data())},
                   workspace.data(),
                   nullptr};
  EXPECT_TRUE(split_solver.run_team(chosen, whole, {workers{}, tasks, arithmetic::none}, {}));
  return table;
}

TEST(split, has_the_bits_of_the_loop_both_ways) {
  std::vector<std::int64_t> indices;
  std::vector<float> updates;
  std::vector<float> expected(cells, 0.5F);
  std::uint64_t state = 3;
  for (std::int64_t n = 0; n < split_positions; ++n) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    indices.push_back(static_cast<std::int64_t>((state >> 33U) % cells));
    updates.push_back(static_cast<float>(state >> 40U) / 7);
    expected[static_cast<std::size_t>(indices.back())] += updates.back();
  }
  for (const std::uint64_t tasks : {2U, 3U, 5U}) {
    EXPECT_EQ(split_sums(0, tasks, indices, updates), expected) << tasks << " tasks exchange lists";
    EXPECT_EQ(split_sums(16, tasks, indices, updates), expected) << tasks << " tasks list their own";
  }
}

}  // namespace
}  // namespace strew::engine::testing
