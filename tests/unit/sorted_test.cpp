// Sums whose indices ascend or descend: tasks divide them where a cell ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "solve/solver.hpp"

namespace strew::engine::testing {
namespace {

// Runs the last task first, so that a cell which two tasks share has another sum.
void run_backwards(void* /*context*/, std::uint64_t tasks, void (*task)(void*, std::uint64_t), void* argument) {
  while (tasks-- > 0) task(argument, tasks);
}

std::uint64_t concurrency_of_four(void* /*context*/) {
  return 4;
}

int outside(void* /*context*/) {
  return 0;
}

problem sums(std::size_t amount, std::int64_t cells) {
  problem made;
  made.way = direction::write;
  made.width = 4;
  made.type = dtype::f32;
  made.index_type = dtype::i32;
  made.reduce = reduction::add;
  made.axes.push_back({static_cast<std::int64_t>(amount), 0, 4, 4, no_window});
  made.coordinates.push_back({cells, 1, 4, 0});
  return made;
}

std::vector<float> sum(const std::vector<std::int32_t>& indices, std::vector<float> updates, const team& with) {
  constexpr std::int64_t cells = 17;
  const problem of = sums(indices.size(), cells);
  const rule_list rules = rules_of(of);
  std::vector<float> table(cells, 0.0F);
  const part whole{of,
                   rules,
                   of.axes.data(),
                   of.width,
                   no_axis,
                   0,
                   reinterpret_cast<std::byte*>(table.data()),
                   reinterpret_cast<std::byte*>(updates.data()),
                   {reinterpret_cast<const std::byte*>(indices.data())},
                   nullptr,
                   nullptr};
  const program chosen = sorted_solver.make({of, kernel::portable()});
  EXPECT_TRUE(sorted_solver.run_team(chosen, whole, with, {}));
  return table;
}

TEST(sorted, tasks_divide_them_between_cells_in_both_directions) {
  std::mt19937 draw(7);
  std::vector<std::int32_t> indices(1000);
  std::vector<float> updates(indices.size());
  for (std::int32_t& one : indices) one = static_cast<std::int32_t>(draw() % 17);
  for (float& one : updates) one = static_cast<float>(draw()) / 3;
  const workers none;
  workers pool;
  pool.concurrency = concurrency_of_four;
  pool.is_inside = outside;
  pool.run = run_backwards;
  for (const index_order order : {index_order::ascending, index_order::descending}) {
    std::sort(indices.begin(), indices.end());
    if (order == index_order::descending) std::reverse(indices.begin(), indices.end());
    const std::vector<float> alone = sum(indices, updates, {none, 1, arithmetic::contract});
    EXPECT_EQ(sum(indices, updates, {pool, 4, arithmetic::contract, order}), alone);
    EXPECT_EQ(sum(indices, updates, {pool, 1000, arithmetic::contract, order}), alone);
  }
}

}  // namespace
}  // namespace strew::engine::testing
