// Reductions that keep state, and the search for duplicates: each allocation fails once, and the output is untouched.
#include <gtest/gtest.h>

#include <string>

#include "call.hpp"
#include "failing_new.hpp"

namespace strew::testing {
namespace {

struct stateful {
  const char* name;
  strew_dtype type;
  std::int32_t reduction;
  std::int32_t exclude_self;
  std::int32_t duplicates;
};

constexpr stateful cases[] = {
    {"mean", STREW_DTYPE_F32, STREW_REDUCTION_MEAN, 0, STREW_DUPLICATES_ALLOW},
    {"integer_mean", STREW_DTYPE_I32, STREW_REDUCTION_MEAN, 0, STREW_DUPLICATES_ALLOW},
    {"exclude_self", STREW_DTYPE_F32, STREW_REDUCTION_SUB, 1, STREW_DUPLICATES_ALLOW},
    {"duplicates", STREW_DTYPE_F32, STREW_REDUCTION_NONE, 0, STREW_DUPLICATES_ERROR},
    {"mean_and_duplicates", STREW_DTYPE_F32, STREW_REDUCTION_MEAN, 1, STREW_DUPLICATES_ERROR},
};

// The operands of scatter_call by other types of their width.
struct stateful_call : scatter_call {
  strew_dtype type;

  explicit stateful_call(const stateful& state) : type(state.type) {
    options.reduction = state.reduction;
    options.exclude_self = state.exclude_self;
    options.duplicates = state.duplicates;
  }
  strew_status run_with_budget(int budget, bool in_place) {
    strew_tensor d = data_view();
    const strew_tensor i = indices_view();
    strew_tensor u = updates_view();
    strew_tensor o = output_view();
    if (in_place) d.data = o.data;
    d.dtype = u.dtype = o.dtype = type;
    fail_allocation_after(budget, false);
    const strew_status status = strew_scatter_nd(&d, &i, &u, &o, 0, &options, &execution, &error);
    fail_allocation_after(-1, false);
    return status;
  }
};

class workspace : public ::testing::TestWithParam<stateful> {};
INSTANTIATE_TEST_SUITE_P(kinds, workspace, ::testing::ValuesIn(cases),
                         [](const auto& test) { return test.param.name; });

TEST_P(workspace, each_allocation_that_fails_leaves_the_output_alone) {
  for (const bool in_place : {false, true}) {
    int failures = 0;
    bool worked = false;
    for (int n = 0; n < 1000 && !worked; ++n) {
      stateful_call call(GetParam());
      const strew_status status = call.run_with_budget(n, in_place);
      worked = status == STREW_STATUS_OK;
      if (worked) break;
      ASSERT_EQ(status, STREW_STATUS_MEMORY) << n << ": " << call.error.message;
      ASSERT_STREQ(call.error.rule, "MM1");
      ASSERT_STRNE(call.error.message, "");
      ASSERT_TRUE(call.output_is_untouched()) << n;
      ++failures;
    }
    EXPECT_TRUE(worked);
    EXPECT_GT(failures, 0);
  }
}

// A plan is made once; its execution obtains what it stated, and nothing where it stated nothing.
TEST_P(workspace, an_execution_obtains_what_the_plan_states) {
  stateful_call call(GetParam());
  strew_tensor d = call.data_view();
  const strew_tensor i = call.indices_view();
  strew_tensor u = call.updates_view();
  strew_tensor o = call.output_view();
  d.dtype = u.dtype = o.dtype = call.type;
  strew_plan* plan = nullptr;
  ASSERT_EQ(strew_plan_scatter_nd(&d, &i, &u, &o, 0, &call.options, &plan, &call.error), STREW_STATUS_OK);
  EXPECT_GT(strew_plan_workspace(plan), 0U);
  fail_allocation_after(0, false);
  strew_status status = strew_execute(plan, d.data, i.data, u.data, o.data, nullptr, &call.error);
  fail_allocation_after(-1, false);
  EXPECT_EQ(status, STREW_STATUS_MEMORY);
  EXPECT_TRUE(call.output_is_untouched());
  status = strew_execute(plan, d.data, i.data, u.data, o.data, nullptr, &call.error);
  EXPECT_EQ(status, STREW_STATUS_OK) << call.error.message;
  EXPECT_FALSE(call.output_is_untouched());
  strew_plan_destroy(plan);
}

// An index outside is found before memory is requested.
TEST_P(workspace, indices_come_before_memory) {
  stateful_call call(GetParam());
  call.indices[1] = 99;
  strew_tensor d = call.data_view();
  const strew_tensor i = call.indices_view();
  strew_tensor u = call.updates_view();
  strew_tensor o = call.output_view();
  d.dtype = u.dtype = o.dtype = call.type;
  strew_plan* plan = nullptr;
  ASSERT_EQ(strew_plan_scatter_nd(&d, &i, &u, &o, 0, &call.options, &plan, &call.error), STREW_STATUS_OK);
  EXPECT_EQ(strew_execute(plan, d.data, i.data, u.data, o.data, nullptr, &call.error), STREW_STATUS_INDEX);
  EXPECT_TRUE(call.output_is_untouched());
  strew_plan_destroy(plan);
}

// f16 sums in f32 need state only where positions may collide.
TEST(workspace, wide_sums_need_state_where_positions_collide) {
  std::int64_t table_extents[] = {4};
  std::int64_t updates_extents[] = {2};
  std::int64_t tuples[] = {2, 1};
  scatter_call call;
  strew_tensor d = scatter_call::view(call.table.data(), STREW_DTYPE_F16, table_extents);
  strew_tensor u = scatter_call::view(call.updates.data(), STREW_DTYPE_F16, updates_extents);
  strew_tensor o = scatter_call::view(call.result.data(), STREW_DTYPE_F16, table_extents);
  const strew_tensor i = scatter_call::view(call.indices.data(), STREW_DTYPE_I64, tuples);
  d.rank = u.rank = o.rank = 1;
  call.options.reduction = STREW_REDUCTION_ADD;
  for (const std::int32_t accumulate : {STREW_ACCUMULATE_WIDE, STREW_ACCUMULATE_NATIVE}) {
    call.options.accumulate = accumulate;
    strew_plan* plan = nullptr;
    ASSERT_EQ(strew_plan_scatter_nd(&d, &i, &u, &o, 0, &call.options, &plan, &call.error), STREW_STATUS_OK);
    EXPECT_EQ(strew_plan_workspace(plan) > 0, accumulate == STREW_ACCUMULATE_WIDE);
    fail_allocation_after(0, false);
    const strew_status status = strew_execute(plan, d.data, i.data, u.data, o.data, nullptr, &call.error);
    fail_allocation_after(-1, false);
    EXPECT_EQ(status, accumulate == STREW_ACCUMULATE_WIDE ? STREW_STATUS_MEMORY : STREW_STATUS_OK);
    EXPECT_EQ(call.output_is_untouched(), accumulate == STREW_ACCUMULATE_WIDE);
    strew_plan_destroy(plan);
  }
}

}  // namespace
}  // namespace strew::testing
