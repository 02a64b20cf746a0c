// strew_plan_view: a problem that is executed from the public view alone writes what strew_execute writes.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <string>

#include "problem/interpreter.hpp"
#include "problem/plans.hpp"
#include "problem/random_call.hpp"

namespace strew::testing {
namespace {

class view_of_a_plan : public ::testing::TestWithParam<std::int32_t> {};
INSTANTIATE_TEST_SUITE_P(operators, view_of_a_plan, ::testing::Range(1, 10),
                         [](const auto& test) { return std::string(strew_operator_name(test.param)); });

TEST_P(view_of_a_plan, is_all_that_an_execution_needs) {
  int good = 0;
  int bad = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    random_call call(GetParam(), seed);
    random_call other(GetParam(), seed);
    const plan_handle plan = plan_of(call);
    ASSERT_NE(plan, nullptr);
    const strew_problem_view view = view_of(plan);
    const strew_status status = execute(plan.get(), call);
    ASSERT_EQ(interpreter(view, places_of(other)).run(), status);
    ASSERT_EQ(call.output.bytes, other.output.bytes);
    ++(status == STREW_STATUS_OK ? good : bad);
  }
  EXPECT_GT(good, 700);
  EXPECT_GT(bad, 10);
}

TEST_P(view_of_a_plan, has_the_indices_that_are_bound_to_it) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    random_call call(GetParam(), seed);
    random_call other(GetParam(), seed);
    const plan_handle plan = plan_of(call);
    strew_prepared* prepared = nullptr;
    if (!call.has_indices ||
        strew_prepare(plan.get(), call.indices.at(), nullptr, &prepared, nullptr) != STREW_STATUS_OK)
      continue;
    strew_plan* made = nullptr;
    ASSERT_EQ(strew_plan_bind(plan.get(), prepared, &made, nullptr), STREW_STATUS_OK);
    strew_prepared_destroy(prepared);
    const plan_handle bound{made, strew_plan_destroy};
    ASSERT_EQ(execute(bound.get(), call), STREW_STATUS_OK);
    ASSERT_EQ(interpreter(view_of(bound), places_of(other)).run(), STREW_STATUS_OK);
    ASSERT_EQ(call.output.bytes, other.output.bytes);
  }
}

// In place: a problem that is given has data of the table's layout.
plan_handle plan_in_place(random_call& call) {
  strew_tensor i = call.indices.view(), u = call.updates.view(), o = call.output.view();
  strew_plan* made = nullptr;
  strew_plan_make(&call.op, &o, call.has_indices ? &i : nullptr, &u, &o, &call.options, &made, nullptr);
  return {made, strew_plan_destroy};
}

strew_status execute_in_place(const strew_plan* plan, random_call& call) {
  const bool is_scatter = call.is_scatter;
  return strew_execute(plan, is_scatter ? call.output.at() : call.data.at(), call.indices.at(),
                       is_scatter ? call.updates.at() : nullptr, call.output.at(), nullptr, nullptr);
}

// The canonical problem of every operator can be given again: it writes the same, and refuses the same indices. Only
// windows that have become a part of other axes or of the unit are refused.
TEST_P(view_of_a_plan, makes_a_plan_that_does_the_same) {
  int given = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    random_call call(GetParam(), seed);
    random_call other(GetParam(), seed);
    const plan_handle plan = call.is_scatter ? plan_in_place(call) : plan_of(call);
    ASSERT_NE(plan, nullptr);
    const strew_problem_view view = view_of(plan);
    strew_error error = STREW_ERROR_INIT;
    strew_plan* made = nullptr;
    if (strew_plan_from_problem(&view, nullptr, &made, &error) != STREW_STATUS_OK) {
      ASSERT_STREQ(error.rule, "PB2") << error.message;
      ASSERT_NE(std::string(error.message).find("window of"), std::string::npos) << error.message;
      continue;
    }
    const plan_handle again{made, strew_plan_destroy};
    ASSERT_EQ(execute_in_place(again.get(), other), execute_in_place(plan.get(), call));
    ASSERT_EQ(other.output.bytes, call.output.bytes);
    ++given;
  }
  EXPECT_GT(given, 500);
}

TEST_P(view_of_a_plan, states_the_bytes_that_operands_reach) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    random_call call(GetParam(), seed);
    const strew_problem_view view = view_of(plan_of(call));
    const auto expect = [](const strew_problem_reach& reach, const random_operand& of, std::int64_t width) {
      std::int64_t low = 0;
      std::int64_t high = width;
      for (std::size_t d = 0; d < of.extents.size(); ++d)
        (of.strides[d] < 0 ? low : high) += (of.extents[d] - 1) * of.strides[d];
      const bool is_empty = count_of(of.extents) == 0;
      EXPECT_EQ(reach.low, is_empty ? 0 : low);
      EXPECT_EQ(reach.high, is_empty ? 0 : high);
    };
    expect(view.data, call.data, 4);
    expect(view.output, call.output, 4);
    if (call.is_scatter) expect(view.updates, call.updates, 4);
    if (call.has_indices)
      expect(view.indices, call.indices, static_cast<std::int64_t>(strew_dtype_bytes(call.indices.dtype)));
  }
}

// PT3 comes with the execution, not with the plan.
TEST_P(view_of_a_plan, is_of_any_device_and_executed_on_the_cpu) {
  random_call call(GetParam(), 3);
  random_call same(GetParam(), 3);
  const plan_handle plan = plan_of(call, nullptr, 2);
  ASSERT_NE(plan, nullptr);
  EXPECT_EQ(strew_plan_equal(plan.get(), plan_of(same).get()), 1);
  EXPECT_GT(view_of(plan).step_count, 0U);
  const auto before = call.output.bytes;
  strew_error error = STREW_ERROR_INIT;
  EXPECT_EQ(execute(plan.get(), call, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT3");
  EXPECT_STREQ(error.message, "PT3: data: its device is 2, not the CPU (1)");
  EXPECT_EQ(strew_check(plan.get(), nullptr, nullptr, nullptr, nullptr, nullptr, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT3");
  strew_prepared* prepared = nullptr;
  EXPECT_EQ(strew_prepare(plan.get(), call.indices.at(), nullptr, &prepared, &error),
            call.has_indices ? STREW_STATUS_POINTER : STREW_STATUS_OK);
  EXPECT_EQ(call.has_indices, std::string(error.rule) == "PT3");
  EXPECT_EQ(call.output.bytes, before);
  strew_prepared_destroy(prepared);
}

TEST(view_of_plans, PT1_PT2) {
  random_call call(STREW_OPERATOR_GATHER, 1);
  const plan_handle plan = plan_of(call);
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  strew_error error = STREW_ERROR_INIT;
  EXPECT_EQ(strew_plan_view(nullptr, &view, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT1");
  EXPECT_EQ(strew_plan_view(plan.get(), nullptr, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT1");
  view.version = STREW_PROBLEM_VERSION + 1;
  EXPECT_EQ(strew_plan_view(plan.get(), &view, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT2");
  EXPECT_EQ(view.step_count, 0U);
}

// A second question gives the same lists; a scatter copies data first.
TEST(view_of_plans, is_made_once) {
  random_call call(STREW_OPERATOR_SCATTER, 1);
  const plan_handle plan = plan_of(call);
  const strew_problem_view first = view_of(plan), second = view_of(plan);
  EXPECT_EQ(first.steps, second.steps);
  EXPECT_EQ(first.step_count, 2U);
  EXPECT_EQ(first.steps[0].kind, STREW_STEP_COPY);
  EXPECT_EQ(first.steps[0].direct, STREW_OPERAND_DATA);
  EXPECT_EQ(first.steps[1].kind, STREW_STEP_MOVE);
  EXPECT_EQ(first.steps[1].direct, STREW_OPERAND_UPDATES);
}

TEST(plans, say_whether_they_keep_state_for_every_element) {
  const auto keeps = [](std::int32_t reduction, std::int32_t exclude_self, const char* solver) {
    random_call call(STREW_OPERATOR_SCATTER, 0);
    for (unsigned seed = 1; count_of(call.updates.extents) == 0 && seed < 9; ++seed) ADD_FAILURE() << "no update";
    call.options = STREW_OPTIONS_INIT;
    call.options.reduction = reduction;
    call.options.exclude_self = exclude_self;
    call.options.solver = solver;
    return strew_plan_keeps_state(plan_of(call).get());
  };
  EXPECT_EQ(keeps(STREW_REDUCTION_ADD, 0, "strided"), 0);
  EXPECT_EQ(keeps(STREW_REDUCTION_NONE, 1, "strided"), 0);
  EXPECT_EQ(keeps(STREW_REDUCTION_ADD, 1, "strided"), 1);
  EXPECT_EQ(keeps(STREW_REDUCTION_MEAN, 0, "strided"), 1);
  EXPECT_EQ(keeps(STREW_REDUCTION_MEAN, 0, "buckets"), 0);
  EXPECT_EQ(strew_plan_keeps_state(nullptr), 0);
}

}  // namespace
}  // namespace strew::testing
