// Plans are equal, hash alike and print one line if what they write is the same: the move, the layout of a scatter's
// data, the values of prepared indices. Each pair is executed: equal plans give equal results, others are seen to
// differ.
#include <string>

#include "operators/expect.hpp"
#include "operators/line.hpp"
#include "operators/planned.hpp"

namespace strew::support {
namespace {

std::string test_case_of(const plan_handle& plan) {
  std::string text(strew_plan_problem(plan.get(), nullptr, 0) + 1, '\0');
  strew_plan_problem(plan.get(), text.data(), text.size());
  return text;
}

void expect_same(const plan_handle& left, const plan_handle& right, bool is_same, const std::string& where) {
  EXPECT_EQ(strew_plan_equal(left.get(), right.get()), is_same ? 1 : 0) << where;
  EXPECT_EQ(strew_plan_hash(left.get()) == strew_plan_hash(right.get()), is_same) << where;
  EXPECT_EQ(test_case_of(left) == test_case_of(right), is_same) << where;
}

// A scatter into a 2 x 2 output; only the strides of data differ, within the same four numbers.
struct scatter_from {
  const char* name;
  std::vector<int64_t> strides;
  plan_handle plan{nullptr, strew_plan_destroy};
  std::vector<int32_t> result = {};
};

TEST(plan_equality, sees_the_layout_of_data) {
  for (const operator_kind kind : {operator_kind::scatter, operator_kind::scatter_nd, operator_kind::scatter_elements,
                                   operator_kind::stablehlo_scatter, operator_kind::tensor_scatter}) {
    scatter_from all[] = {{"packed", {8, 4}}, {"packed again", {8, 4}}, {"one value", {0, 0}}, {"transposed", {4, 8}}};
    array<int32_t> data{{2, 2}, {1, 2, 3, 4}}, output{{2, 2}, {0, 0, 0, 0}};
    array<int32_t> rows{{1}, {1}}, tuples{{1, 1}, {1}}, elements{{1, 2}, {1, 1}}, starts{{2}, {0, 0}};
    array<int32_t> updates{{1, 2}, {7, 8}}, column{{2, 1}, {7, 8}};
    for (scatter_from& one : all) {
      arguments a = stablehlo(kind, {{1}, {0}, {}, {}, {0}, 1, {}});
      a.data = data.view();
      a.data.strides = one.strides.data();
      a.axis = kind == operator_kind::tensor_scatter ? 1 : 0;
      auto& indices = kind == operator_kind::scatter            ? rows
                      : kind == operator_kind::scatter_elements ? elements
                      : kind == operator_kind::tensor_scatter   ? starts
                                                                : tuples;
      a.indices = indices.view();
      a.updates = (kind == operator_kind::tensor_scatter ? column : updates).view();
      a.output = output.view();
      one.plan = plan_of(a);
      ASSERT_EQ(
          strew_execute(one.plan.get(), a.data.data, a.indices.data, a.updates.data, a.output.data, nullptr, nullptr),
          STREW_STATUS_OK);
      one.result = output.values;
    }
    for (const scatter_from& left : all) {
      for (const scatter_from& right : all)
        expect_same(left.plan, right.plan, left.result == right.result,
                    std::string(name_of(kind)) + ": " + left.name + " and " + right.name);
    }
    EXPECT_EQ(all[0].result, all[1].result);
    EXPECT_NE(all[0].result, all[2].result);
    EXPECT_NE(all[0].result, all[3].result);
  }
}

plan_handle bound_to(const plan_handle& plan, const std::vector<int32_t>& indices) {
  const prepared_handle prepared = prepared_of(plan, indices.data());
  strew_plan* made = nullptr;
  EXPECT_EQ(strew_plan_bind(plan.get(), prepared.get(), &made, nullptr), STREW_STATUS_OK);
  return {made, strew_plan_destroy};
}

TEST(plan_equality, sees_the_values_of_prepared_indices) {
  for (const operator_kind kind : line_ops) {
    line<int32_t, int32_t> l{kind, {1, 2, 3, 4}, {2, 0, 2}, {5, 6, 7}};
    const plan_handle plan = plan_of(l.view());
    const plan_handle bound = bound_to(plan, {2, 0, 2}), again = bound_to(plan, {2, 0, 2}),
                      from_end = bound_to(plan, {-2, -4, 2}), other = bound_to(plan, {2, 1, 2});
    expect_same(bound, again, true, std::string(name_of(kind)));
    expect_same(bound, from_end, true, std::string(name_of(kind)) + " counted from the end");
    expect_same(bound, other, false, std::string(name_of(kind)) + " of other values");
    expect_same(bound, plan, false, std::string(name_of(kind)) + " that is not bound");
  }
}

}  // namespace
}  // namespace strew::support
