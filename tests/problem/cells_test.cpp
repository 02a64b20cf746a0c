// strew_plan_cells: the cells of positions are those by which prepared indices are sorted, whatever part is asked for.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <string>
#include <vector>

#include "problem/plans.hpp"
#include "problem/random_call.hpp"
#include "support/lists.hpp"

namespace strew::testing {
namespace {

class cells_of_positions : public ::testing::TestWithParam<std::int32_t> {};
INSTANTIATE_TEST_SUITE_P(operators, cells_of_positions, ::testing::Range(1, 10),
                         [](const auto& test) { return std::string(strew_operator_name(test.param)); });

// From the lists of prepared indices.
std::vector<std::uint64_t> expected(const strew_prepared* prepared) {
  strew_prepared_lists view = STREW_PREPARED_LISTS_INIT;
  EXPECT_EQ(strew_prepared_view(prepared, &view, nullptr), STREW_STATUS_OK);
  const support::cell_lists lists = support::lists_of(view);
  std::vector<std::uint64_t> cells(lists.order.size(), STREW_NO_CELL);
  for (std::size_t s = 0; s < lists.cells.size(); ++s)
    for (std::uint64_t n = lists.starts[s]; n < lists.starts[s + 1]; ++n) cells[lists.order[n]] = lists.cells[s];
  return cells;
}

std::vector<std::uint64_t> asked(const strew_plan* plan, const void* indices, std::uint64_t first,
                                 std::uint64_t count) {
  std::vector<std::uint64_t> cells(count, 77);
  strew_error error = STREW_ERROR_INIT;
  EXPECT_EQ(strew_plan_cells(plan, indices, first, count, cells.data(), nullptr, &error), STREW_STATUS_OK)
      << error.message;
  return cells;
}

TEST_P(cells_of_positions, are_those_of_prepared_indices) {
  int compared = 0, skipped = 0;
  for (unsigned seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(seed);
    random_call call(GetParam(), seed);
    const plan_handle plan = plan_of(call);
    strew_prepared* prepared = nullptr;
    if (!call.has_indices ||
        strew_prepare(plan.get(), call.indices.at(), nullptr, &prepared, nullptr) != STREW_STATUS_OK)
      continue;
    const std::vector<std::uint64_t> all = expected(prepared);
    strew_plan* bound = nullptr;
    ASSERT_EQ(strew_plan_bind(plan.get(), prepared, &bound, nullptr), STREW_STATUS_OK);
    const plan_handle owned{bound, strew_plan_destroy};
    strew_prepared_destroy(prepared);
    const std::uint64_t first = seed % (all.size() + 1), count = (all.size() - first + 1) / 2;
    const std::vector<std::uint64_t> some(all.begin() + static_cast<std::ptrdiff_t>(first),
                                          all.begin() + static_cast<std::ptrdiff_t>(first + count));
    ASSERT_EQ(asked(plan.get(), call.indices.at(), 0, all.size()), all);
    ASSERT_EQ(asked(plan.get(), call.indices.at(), first, count), some);
    ASSERT_EQ(asked(bound, call.indices.at(), first, count), some);
    ++compared;
    for (const std::uint64_t cell : all) skipped += cell == STREW_NO_CELL ? 1 : 0;
  }
  EXPECT_GT(compared, 100);
  EXPECT_EQ(skipped != 0, GetParam() != STREW_OPERATOR_TENSOR_SCATTER);
}

// out[i] = data[at[i]], which validates nothing: a bad index has no cell.
struct small_gather {
  std::int64_t extent = 4, count = 3, step = 8, element = 4;
  std::int64_t at[3] = {3, -5, -1};
  strew_error error = STREW_ERROR_INIT;
  plan_handle plan{nullptr, strew_plan_destroy};

  small_gather() {
    strew_operator op = STREW_OPERATOR_INIT;
    op.kind = STREW_OPERATOR_GATHER;
    strew_tensor data = line(STREW_DTYPE_F32, extent, element), indices = line(STREW_DTYPE_I64, count, step),
                 output = line(STREW_DTYPE_F32, count, element);
    strew_plan* made = nullptr;
    EXPECT_EQ(strew_plan_make(&op, &data, &indices, nullptr, &output, nullptr, &made, &error), STREW_STATUS_OK);
    plan.reset(made);
  }
  static strew_tensor line(strew_dtype type, const std::int64_t& extent, const std::int64_t& stride) {
    strew_tensor made = STREW_TENSOR_INIT;
    made.dtype = type;
    made.rank = 1;
    made.extents = &extent;
    made.strides = &stride;
    return made;
  }
};

TEST(cells, of_bad_indices_are_none) {
  small_gather one;
  EXPECT_EQ(asked(one.plan.get(), one.at, 0, 3), (std::vector<std::uint64_t>{3, STREW_NO_CELL, 3}));
}

TEST(cells, PT1_PT6_PR5_CN1) {
  small_gather one;
  std::uint64_t cells[3];
  strew_execution stops = STREW_EXECUTION_INIT;
  stops.cancel = [](void*) { return 1; };
  const auto refused = [&](const void* indices, std::uint64_t first, std::uint64_t count, std::uint64_t* to,
                           const strew_execution* with) {
    strew_plan_cells(one.plan.get(), indices, first, count, to, with, &one.error);
    return std::string(one.error.message);
  };
  EXPECT_EQ(refused(one.at, 2, 2, cells, nullptr),
            "PT6: indices: 2 positions from 2 on are asked for, but there are 3");
  EXPECT_EQ(refused(one.at, 2, ~std::uint64_t{0}, cells, nullptr),
            "PT6: indices: 18446744073709551615 positions from 2 on are beyond 64 bits");
  EXPECT_EQ(refused(nullptr, 0, 1, cells, nullptr).substr(0, 12), "PT1: indices");
  EXPECT_EQ(refused(one.at, 0, 1, nullptr, nullptr), "PT1: call: the list of cells is null");
  EXPECT_EQ(refused(one.at, 0, 1, cells, &stops), "CN1: call: the cancel callback stopped it");

  strew_problem_step step = {};
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  const strew_problem_axis axes[1] = {{3, 0, 4, 1, -1, 0, 0, 0}};
  const strew_problem_coordinate to = {2, 1, 4, 0, 0};
  const strew_problem_position positions[1] = {{3, 0, -1}};
  const strew_problem_member member = {2, 1, 0, 0};
  const strew_problem_segments offsets = {3, 8, 0};
  begin_segment_sum(step, view);
  step.axis_count = 1;
  step.axes = axes;
  step.coordinates = &to;
  step.segments = &offsets;
  view.positions = positions;
  view.members = &member;
  one.plan = plan_of_problem(view, &one.error);
  ASSERT_NE(one.plan, nullptr) << one.error.message;
  EXPECT_EQ(refused(one.at, 0, 1, cells, nullptr), "PR5: indices: they are offsets, which are in order already");
}

}  // namespace
}  // namespace strew::testing
