// The option on_error of an execution: its values, and the version of the struct that lacks it. What it does:
// tests/cases/on_error_test.cpp.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "operators/planned.hpp"
#include "operators/rules.hpp"

namespace strew::support {
namespace {

class on_error_values : public testing::TestWithParam<operator_kind> {};
INSTANTIATE_TEST_SUITE_P(operators, on_error_values, testing::ValuesIn(all_ops),
                         [](const auto& test) { return std::string(name_of(test.param)); });

strew_execution execution_with(int32_t on_error) {
  strew_execution made = STREW_EXECUTION_INIT;
  made.on_error = on_error;
  return made;
}

// What a plan is asked with an execution: to run, to check, to prepare.
std::vector<strew_error> ask(const plan_handle& plan, const arguments& a, const void* indices,
                             const strew_execution& execution) {
  std::vector<strew_error> errors(3, strew_error STREW_ERROR_INIT);
  const void* updates = is_scatter(a.kind) ? a.updates.data : nullptr;
  strew_execute(plan.get(), a.data.data, indices, updates, a.output.data, &execution, &errors[0]);
  strew_check(plan.get(), a.data.data, indices, updates, a.output.data, &execution, &errors[1]);
  prepared_of(plan, indices, &errors[2], &execution);
  return errors;
}

// A plan refuses an unknown value after null pointers and before bad indices; its output is unchanged.
TEST_P(on_error_values, AT1_of_a_plan) {
  sample s = sample_of(GetParam());
  const plan_handle plan = plan_of(s.view());
  s.indices.values[0] = 99;
  const sample before = s;
  for (const int32_t value : {-1, 2}) {
    for (const strew_error& error : ask(plan, s.view(), s.view().indices.data, execution_with(value))) {
      EXPECT_STREQ(error.rule, "AT1") << error.message;
      EXPECT_NE(std::string(error.message).find("on_error is " + std::to_string(value)), std::string::npos);
    }
    for (const strew_error& error : ask(plan, s.view(), nullptr, execution_with(value)))
      EXPECT_STREQ(error.rule, "PT1") << error.message;
    EXPECT_EQ(s.output.values, before.output.values);
  }
}

// ... also where its indices are bound, and a call that was made before and is remembered.
TEST_P(on_error_values, AT1_of_bound_plans_and_remembered_calls) {
  const sample s = sample_of(GetParam());
  arguments a = s.view();
  const strew_execution unknown = execution_with(7), discard = execution_with(STREW_ON_ERROR_DISCARD);
  const plan_handle plan = plan_of(a);
  const plan_handle bound = bound_of(plan, prepared_of(plan, a.indices.data, nullptr, &discard));
  for (int times = 0; times < 4; ++times) EXPECT_EQ(run(a).status, STREW_STATUS_OK);
  a.execution = &unknown;
  EXPECT_STREQ(execute(bound, a).rule, "AT1");
  EXPECT_STREQ(run(a).rule, "AT1");
  a.execution = &discard;
  EXPECT_EQ(execute(bound, a).status, STREW_STATUS_OK);
  EXPECT_EQ(run(a).status, STREW_STATUS_OK);
}

// Version 1 of the struct ends before on_error: what follows it in memory is not looked at, and the output is kept.
TEST_P(on_error_values, the_first_version_has_none) {
  sample s = sample_of(GetParam());
  strew_execution first = execution_with(99);
  first.struct_size = offsetof(strew_execution, on_error);
  first.version = 1;
  arguments a = s.view();
  a.execution = &first;
  EXPECT_EQ(run(a).status, STREW_STATUS_OK);
  s = sample_of(GetParam());
  s.indices.values[0] = 99;
  first.on_error = STREW_ON_ERROR_DISCARD;
  a = s.view();
  a.execution = &first;
  const std::vector<float> before = s.output.values;
  const strew_error error = run(a);
  EXPECT_EQ(error.status, s.options.out_of_bounds == STREW_OOB_ERROR ? STREW_STATUS_INDEX : STREW_STATUS_OK);
  EXPECT_TRUE(error.status == STREW_STATUS_OK || s.output.values == before);
}

}  // namespace
}  // namespace strew::support
