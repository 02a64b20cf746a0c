// Problems with indices on both sides: made of their structs, they do what the header says, by every solver.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <cstring>
#include <memory>
#include <string>

#include "problem/found.hpp"
#include "problem/interpreter.hpp"
#include "problem/plans.hpp"
#include "problem/random_move.hpp"
#include "threads/executors.hpp"

namespace strew::testing {
namespace {

using support::watching_executor;
operand_bytes places_of_move(random_move& move) {
  return {nullptr,         move.table.at(),       move.to.values.at(), move.direct.at(),
          move.table.at(), move.from.values.at(), move.weights.at()};
}

// Runs `move` by a solver, in tasks if there are some; false if it refuses.
bool run_by(random_move& move, const char* solver, std::uint64_t tasks, strew_status& status) {
  strew_error error = STREW_ERROR_INIT;
  const plan_handle plan = plan_of_problem(move.view(), solver, &error);
  if (plan == nullptr) {
    EXPECT_STREQ(error.rule, "AT5") << error.message;
    return false;
  }
  watching_executor pool(tasks);
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.threads = tasks;
  execution.executor = tasks == 0 ? nullptr : &pool.made;
  const strew_operand_places at = move.places(true);
  status = strew_execute_at(plan.get(), &at, &execution, &error);
  return true;
}

// By number; the first one is the library's choice.
const char* solver_of_number(std::uint64_t number) {
  return number == 0 ? nullptr : strew_solver_name(number - 1);
}

TEST(moves, write_what_the_header_says_by_every_solver) {
  constexpr unsigned count = 800;
  int good = 0, bad = 0;
  std::map<std::string, int> taken;
  for (unsigned seed = 0; seed < count; ++seed) {
    SCOPED_TRACE(seed);
    random_move expected(seed);
    const strew_status status = interpreter(expected.view(), places_of_move(expected)).run();
    ++(status == STREW_STATUS_OK ? good : bad);
    for (std::uint64_t n = 0; n == 0 || solver_of_number(n) != nullptr; ++n) {
      const char* const solver = solver_of_number(n);
      SCOPED_TRACE(solver == nullptr ? "any" : solver);
      random_move move(seed);
      strew_status is = STREW_STATUS_OK;
      if (!run_by(move, solver, (seed + n) % 2 == 0 ? 0 : 2 + seed % 5, is)) continue;
      ++taken[solver == nullptr ? "any" : solver];
      ASSERT_EQ(is, status);
      ASSERT_EQ(move.table.bytes, expected.table.bytes);
    }
  }
  EXPECT_GT(good, 500);
  EXPECT_GT(bad, 30);
  EXPECT_EQ(taken["any"], count);
  for (const char* solver : {"nop", "sorted", "owned", "rows", "elements", "strided"})
    EXPECT_GT(taken[solver], 5) << solver;
}

// What an execution elsewhere finds gets the record and the sentence of an execution here, on either side.
TEST(moves, give_records_of_errors_that_were_found_elsewhere) {
  int of_from = 0, of_table = 0;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    SCOPED_TRACE(seed);
    random_move move(seed);
    const auto found = interpreter(move.view(), places_of_move(move)).find_bad();
    if (!found) continue;
    strew_error error = STREW_ERROR_INIT, here = STREW_ERROR_INIT;
    const plan_handle plan = plan_of_problem(move.view(), nullptr, &error);
    const strew_operand_places at = move.places(true);
    ASSERT_EQ(strew_execute_at(plan.get(), &at, nullptr, &here), STREW_STATUS_INDEX);
    ASSERT_EQ(record_of(plan.get(), *found, error), STREW_STATUS_INDEX) << error.message;
    ASSERT_EQ(std::memcmp(&error, &here, sizeof error), 0) << error.message << '\n' << here.message;
    ++(found->operand == STREW_OPERAND_FROM ? of_from : of_table);
  }
  EXPECT_GT(of_from, 20);
  EXPECT_GT(of_table, 20);
}

TEST(moves, copy_data_first_unless_in_place) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    random_move move(seed), same(seed);
    strew_error error = STREW_ERROR_INIT;
    const plan_handle plan = plan_of_problem(move.view(), nullptr, &error);
    ASSERT_NE(plan, nullptr) << error.message;
    const strew_operand_places at = move.places(false);
    const strew_status status = strew_execute_at(plan.get(), &at, nullptr, &error);
    strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
    ASSERT_EQ(strew_plan_view(plan.get(), &view, nullptr), STREW_STATUS_OK);
    operand_bytes places = places_of_move(same);
    places[STREW_OPERAND_DATA] = same.data.at();
    ASSERT_EQ(interpreter(view, places).run(), status);
    ASSERT_EQ(move.table.bytes, same.table.bytes);
  }
}

// The canonical problem of a plan is a problem too.
TEST(moves, come_back_from_the_view_of_their_plan) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    random_move move(seed);
    strew_error error = STREW_ERROR_INIT;
    const plan_handle plan = plan_of_problem(move.view(), nullptr, &error);
    ASSERT_NE(plan, nullptr) << error.message;
    strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
    ASSERT_EQ(strew_plan_view(plan.get(), &view, nullptr), STREW_STATUS_OK);
    const plan_handle again = plan_of_problem(view, nullptr, &error);
    ASSERT_NE(again, nullptr) << error.message;
    const strew_problem_step& step = view.steps[view.step_count - 1];
    const bool has_kept = step.kept != nullptr || step.from->kept != nullptr;
    if (has_kept && step.axis_count == 1 && step.axes[0].extent == 0)
      continue;  // which does not tell the table whose data are copied
    ASSERT_EQ(strew_plan_equal(plan.get(), again.get()), 1);
    ASSERT_EQ(strew_plan_hash(plan.get()), strew_plan_hash(again.get()));
  }
}

// Prepared indices of either side, or of both, are read by whatever axes the problem has: those of lowering, or merged
// ones.
TEST(moves, have_prepared_indices_of_either_side) {
  int bound_ones = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    random_move move(seed), same(seed);
    strew_error error = STREW_ERROR_INIT;
    const plan_handle plan = plan_of_problem(move.view(), nullptr, &error);
    const plan_handle merged = plan_of_problem(view_of(plan), nullptr, &error);
    const plan_handle& used = seed % 2 == 0 ? plan : merged;
    strew_operand_places at = move.places(true);
    const strew_operand_places all = same.places(true);
    const bool has_table = seed % 3 != 0, has_from = seed % 3 != 1;
    const prepared_handle table =
        has_table ? prepared_of(used, false, at) : prepared_handle(nullptr, strew_prepared_destroy);
    const prepared_handle from =
        has_from ? prepared_of(used, true, at) : prepared_handle(nullptr, strew_prepared_destroy);
    if ((has_table && table == nullptr) || (has_from && from == nullptr)) continue;
    strew_plan* made = nullptr;
    ASSERT_EQ(strew_plan_bind_both(used.get(), table.get(), from.get(), &made, &error), STREW_STATUS_OK)
        << error.message;
    const plan_handle bound(made, strew_plan_destroy);
    const strew_problem_view view = view_of(bound);
    ASSERT_EQ(view.bound_serial != 0, has_table);
    ASSERT_EQ(view.from_serial != 0, has_from);
    if (has_table) at.indices = nullptr;
    if (has_from) at.from = nullptr;
    ASSERT_EQ(strew_execute_at(bound.get(), &at, nullptr, &error),
              strew_execute_at(plan.get(), &all, nullptr, nullptr));
    ASSERT_EQ(move.table.bytes, same.table.bytes);
    ++bound_ones;
  }
  EXPECT_GT(bound_ones, 2000);
}

}  // namespace
}  // namespace strew::testing
