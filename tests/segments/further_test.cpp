// What segment_reduce tells beside its output: where extremes are from, and counts; and the rules of these.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <string>
#include <vector>

#include "segments/segment_example.hpp"

namespace strew::testing {
namespace {

// The rows of segment 0 are 0 and 1, those of segment 2 are 3, 0 and 2.
TEST(segment_reduce, tells_where_extremes_are_from) {
  segment_example one;
  one.options.reduction = STREW_REDUCTION_MAX;
  one.data.values = {1, nan_value, 3, 4, 5, nan_value, 5, 8};
  array<std::int64_t> arg{{3, 2}, integers(6, 9)}, count{{3}, integers(3, 9)};
  const strew_tensor a = arg.view(), c = count.view();
  const auto ask = [&](strew_operands& all) { all.arg = &a, all.count = &c; };
  EXPECT_EQ(one.run(ask), "") << one.message();
  EXPECT_EQ(arg.values, (integers{3, 1, 5, 5, 0, 2}));  // of equals the first, of NaN the first; none of segment 1
  EXPECT_EQ(count.values, (integers{2, 0, 3}));
  one.has_base = true;
  one.base.values = {2, 2, 200, 200, 5, 300};
  EXPECT_EQ(one.run(ask), "") << one.message();
  EXPECT_EQ(arg.values, (integers{3, 1, 5, 5, 5, 2}));  // base stays where no row is beyond it
  one.segmentation.has_padding_index = 1;               // row 0 contributes nothing
  EXPECT_EQ(one.run(ask), "") << one.message();
  EXPECT_EQ(count.values, (integers{1, 0, 2}));
  one.indices.values[4] = 7;
  arg.values = integers(6, 9);
  EXPECT_EQ(one.run(ask), "IX1");
  EXPECT_EQ(arg.values, integers(6, 9));
}

// The numbers of a product differ where they are stored as f16 no more.
TEST(segment_reduce, compares_in_the_type_of_the_accumulator) {
  const std::vector<std::uint16_t> data{0x3C01, 0x3C01}, base;
  const std::vector<float> weights{1, 1.0000001F};
  const integers ids{0, 0};
  std::vector<std::uint16_t> output(1);
  integers arg(1);
  const auto view_of = [](strew_dtype type, const void* first, std::uint64_t rank, const std::int64_t* extents) {
    strew_tensor made = STREW_TENSOR_INIT;
    made.dtype = type;
    made.data = const_cast<void*>(first);
    made.rank = rank;
    made.extents = extents;
    return made;
  };
  const std::int64_t two = 2, one = 1;
  const strew_tensor d = view_of(STREW_DTYPE_F16, data.data(), 1, &two);
  const strew_tensor w = view_of(STREW_DTYPE_F32, weights.data(), 1, &two);
  const strew_tensor s = view_of(STREW_DTYPE_I64, ids.data(), 1, &two);
  const strew_tensor o = view_of(STREW_DTYPE_F16, output.data(), 1, &one);
  const strew_tensor a = view_of(STREW_DTYPE_I64, arg.data(), 1, &one);
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &d, all.weights = &w, all.segments = &s, all.output = &o, all.arg = &a;
  const strew_segmentation by = STREW_SEGMENTATION_INIT;
  strew_options options = support::options_of(STREW_REDUCTION_MAX);
  strew_error error = STREW_ERROR_INIT;
  EXPECT_EQ(strew_segment_reduce(&all, &by, 0, &options, nullptr, &error), STREW_STATUS_OK) << error.message;
  EXPECT_EQ(arg[0], 1);
  EXPECT_EQ(output[0], data[0]);
}

TEST(segment_reduce, TY2_AT1_SG3_OV2_PT1_PT5_of_further_results) {
  segment_example one;
  one.options.reduction = STREW_REDUCTION_MIN;
  array<std::int64_t> arg{{3, 2}, integers(6)}, count{{3}, integers(3)};
  strew_tensor a = arg.view(), c = count.view();
  const auto ask = [&](strew_operands& all) { all.arg = &a, all.count = &c; };
  EXPECT_EQ(one.run(ask), "") << one.message();
  c.dtype = STREW_DTYPE_U64;
  EXPECT_EQ(one.run(ask), "TY2");
  EXPECT_EQ(one.message(), "TY2: count: its type u64 differs from i64, that of positions and counts");
  c = count.view();
  one.options.reduction = STREW_REDUCTION_ADD;
  EXPECT_EQ(one.run(ask), "AT1");
  EXPECT_EQ(one.message(), "AT1: arg: the reduction add takes no element, so that none has a position");
  one.options.reduction = STREW_REDUCTION_MIN;
  c.rank = 0;
  EXPECT_EQ(one.run(ask), "SG3");
  EXPECT_EQ(one.message(), "SG3: count: its extents are [], not [3]");
  c = count.view();
  c.data = arg.values.data();
  EXPECT_EQ(one.run(ask), "OV2");
  EXPECT_EQ(one.message(), "OV2: count: it overlaps arg, or is not proven apart from it");
  c.data = nullptr;
  EXPECT_EQ(one.run(ask), "PT1");
  EXPECT_EQ(one.error.operand, STREW_OPERAND_COUNT);
  const strew_tensor d = one.data.view(), i = one.indices.view(), o = one.output.view();
  strew_operator gather = STREW_OPERATOR_INIT;
  gather.kind = STREW_OPERATOR_GATHER;
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &d, all.indices = &i, all.output = &o, all.arg = &a;
  strew_plan* plan = nullptr;
  EXPECT_EQ(strew_plan_of(&gather, &all, nullptr, &plan, &one.error), STREW_STATUS_POINTER);
  EXPECT_STREQ(one.error.message, "PT5: arg: gather has no arg, but some are given");
}

// A plan with arg executes with its place; it is no problem with one result.
TEST(segment_reduce, PB6) {
  segment_example one;
  one.options.reduction = STREW_REDUCTION_MIN;
  array<std::int64_t> arg{{3, 2}, integers(6)};
  const strew_tensor d = one.data.view(), i = one.indices.view(), s = one.ids.view(), o = one.output.view(),
                     a = arg.view();
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_SEGMENT_REDUCE;
  op.segmentation = &one.segmentation;
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &d, all.indices = &i, all.segments = &s, all.output = &o, all.arg = &a;
  strew_plan *plan = nullptr, *without = nullptr, *other = nullptr;
  ASSERT_EQ(strew_plan_of(&op, &all, &one.options, &plan, &one.error), STREW_STATUS_OK) << one.message();
  all.arg = nullptr;
  ASSERT_EQ(strew_plan_of(&op, &all, &one.options, &without, &one.error), STREW_STATUS_OK) << one.message();
  EXPECT_EQ(strew_plan_equal(plan, without), 0);
  EXPECT_NE(strew_plan_hash(plan), strew_plan_hash(without));
  std::string text(20000, '\0');
  text.resize(strew_plan_explain(plan, text.data(), text.size()));
  EXPECT_NE(text.find("arg          i64 [3, 2]"), std::string::npos) << text;
  strew_operand_places at = STREW_OPERAND_PLACES_INIT;
  at.data = d.data, at.indices = i.data, at.segments = s.data, at.output = o.data;
  EXPECT_EQ(strew_execute_at(plan, &at, nullptr, &one.error), STREW_STATUS_POINTER);
  EXPECT_EQ(one.error.operand, STREW_OPERAND_ARG);
  at.arg = a.data;
  EXPECT_EQ(strew_execute_at(plan, &at, nullptr, &one.error), STREW_STATUS_OK) << one.message();
  EXPECT_EQ(arg.values, (integers{1, 1, 5, 5, 2, 2}));
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  EXPECT_EQ(strew_plan_view(plan, &view, &one.error), STREW_STATUS_ATTRIBUTE);
  EXPECT_STREQ(one.error.message, "PB6: arg: it is a result of the plan too");
  EXPECT_EQ(strew_plan_open(plan, &other, &one.error), STREW_STATUS_ATTRIBUTE);
  EXPECT_STREQ(one.error.rule, "PB6");
  strew_problem_places places = STREW_PROBLEM_PLACES_INIT;
  EXPECT_EQ(strew_check_memory(plan, &places, &one.error), STREW_STATUS_ATTRIBUTE);
  EXPECT_STREQ(one.error.rule, "PB6");
  strew_plan_destroy(plan);
  strew_plan_destroy(without);
}

}  // namespace
}  // namespace strew::testing
