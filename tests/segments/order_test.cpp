// Positions of one cell that do not follow one another, although no index tells cells apart.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <vector>

namespace strew::testing {
namespace {

// out[l] += rows[at[g][l]] with g outside of l: cells 0 and 1 take turns. By every solver that takes it.
TEST(segments_of_problems, may_take_turns) {
  constexpr std::int64_t groups = 3, cells = 2, columns = 8;
  std::vector<float> rows(6 * columns);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<float>(i * i % 97);
  const std::vector<std::int64_t> at{5, 1, 2, 0, 4, 4};
  std::vector<float> expected(cells * columns, 1);
  for (std::size_t g = 0; g < groups; ++g)
    for (std::size_t l = 0; l < cells; ++l)
      for (std::size_t c = 0; c < columns; ++c)
        expected[l * columns + c] += rows[static_cast<std::size_t>(at[g * cells + l]) * columns + c];
  const strew_problem_axis axes[3] = {
      {groups, 0, 0, 0, -1, 16, 0, 0}, {cells, 4 * columns, 0, 0, -1, 8, 0, 0}, {columns, 4, 4, 0, -1, 0, 0, 0}};
  const strew_problem_coordinate row = {6, 1, 4 * columns, 0, 0};
  const strew_problem_member member = {6, 1, 0, 0};
  const strew_problem_position places[2] = {{groups, 0, -1}, {cells, 0, 0}};
  const strew_problem_position positions[2] = {{groups, 16, -1}, {cells, 8, -1}};
  const strew_problem_from from = {
      STREW_DTYPE_I64, STREW_OOB_ERROR, STREW_NEGATIVE_FROM_END, -1, 1, &row, 2, positions, 1, &member,
      nullptr,         nullptr};
  strew_problem_step step = {};
  step.kind = STREW_STEP_MOVE;
  step.direction = STREW_WRITE;
  step.table = STREW_OPERAND_OUTPUT;
  step.direct = STREW_OPERAND_UPDATES;
  step.width = 4;
  step.dtype = STREW_DTYPE_F32;
  step.reduction = STREW_REDUCTION_ADD;
  step.index_dtype = STREW_DTYPE_I64;
  step.padding = -1;
  step.axis_count = 3;
  step.axes = axes;
  step.from = &from;
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  view.step_count = 1;
  view.steps = &step;
  view.position_rank = 2;
  view.positions = places;
  int taken = 0;
  for (std::uint64_t n = 0; strew_solver_name(n) != nullptr; ++n) {
    SCOPED_TRACE(strew_solver_name(n));
    strew_plan* plan = nullptr;
    strew_error error = STREW_ERROR_INIT;
    strew_plan_from_problem(&view, strew_solver_name(n), &plan, &error);
    if (plan == nullptr) continue;
    ++taken;
    std::vector<float> out(cells * columns, 1);
    strew_operand_places where = STREW_OPERAND_PLACES_INIT;
    where.updates = rows.data();
    where.data = where.output = out.data();
    where.from = at.data();
    EXPECT_EQ(strew_execute_at(plan, &where, nullptr, &error), STREW_STATUS_OK) << error.message;
    EXPECT_EQ(out, expected);
    strew_plan_destroy(plan);
  }
  EXPECT_GT(taken, 1);
}

}  // namespace
}  // namespace strew::testing
