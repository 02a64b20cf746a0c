// Memory that cannot be had: rule MM1, and nothing written. The library's operator new is replaced by one that fails
// when told to.
#include <gtest/gtest.h>

#include "call.hpp"
#include "failing_new.hpp"

namespace strew::testing {
namespace {

// Ranks beyond the inline storage make every list allocate.
struct call_of_many_dimensions : scatter_call {
  std::vector<std::int64_t> deep = std::vector<std::int64_t>(10, 1);
  std::vector<std::int64_t> tuple{1};

  strew_status run_deep(std::int64_t wrong_extent) {
    std::vector<std::int64_t> updates_shape(deep);
    updates_shape.back() = wrong_extent;
    strew_tensor d = data_view();
    strew_tensor u = updates_view();
    strew_tensor o = output_view();
    strew_tensor i = indices_view();
    d.rank = u.rank = o.rank = deep.size();
    d.extents = o.extents = deep.data();
    u.extents = updates_shape.data();
    i.rank = 1;
    i.extents = tuple.data();
    indices[0] = wrong_extent == 1 ? 0 : 7;
    std::vector<std::int64_t> slice(updates_shape.begin() + 1, updates_shape.end());
    u.rank = slice.size();
    u.extents = slice.data();
    fail_allocation_after(budget, other_exception);
    const strew_status status = strew_scatter_nd(&d, &i, &u, &o, 0, &options, &execution, &error);
    fail_allocation_after(-1, false);
    return status;
  }
  int budget = -1;
  bool other_exception = false;
};

TEST(memory, each_allocation_that_fails_leaves_the_output_alone) {
  int failures = 0;
  for (int n = 0; n < 1000; ++n) {
    call_of_many_dimensions call;
    call.budget = n;
    const strew_status status = call.run_deep(1);
    if (status == STREW_STATUS_OK) {
      EXPECT_FALSE(call.output_is_untouched());
      break;
    }
    ASSERT_EQ(status, STREW_STATUS_MEMORY) << n;
    ASSERT_STREQ(call.error.rule, "MM1");
    ASSERT_STRNE(call.error.message, "");
    ASSERT_TRUE(call.output_is_untouched()) << n;
    ++failures;
  }
  EXPECT_GT(failures, 5);
}

TEST(memory, a_failure_while_a_failure_is_described_is_a_failure_of_memory) {
  bool saw_shape = false;
  for (int n = 0; n < 1000 && !saw_shape; ++n) {
    call_of_many_dimensions call;
    call.budget = n;
    const strew_status status = call.run_deep(2);
    ASSERT_TRUE(status == STREW_STATUS_MEMORY || status == STREW_STATUS_SHAPE) << status;
    ASSERT_TRUE(call.output_is_untouched());
    saw_shape = status == STREW_STATUS_SHAPE;
  }
  EXPECT_TRUE(saw_shape);
}

TEST(memory, any_other_exception_stays_inside_as_rule_IN1) {
  call_of_many_dimensions call;
  call.budget = 3;
  call.other_exception = true;
  EXPECT_EQ(call.run_deep(1), STREW_STATUS_INTERNAL);
  EXPECT_STREQ(call.error.rule, "IN1");
  EXPECT_TRUE(call.output_is_untouched());
}

}  // namespace
}  // namespace strew::testing
