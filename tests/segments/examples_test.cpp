// segment_reduce by literal values, and every rule that it can break.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/array.hpp"

namespace strew::testing {
namespace {

using support::array;

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();

// Four rows of two, and five positions in three segments, of which the second one is empty.
struct call {
  array<float> data{{4, 2}, {1, 2, 3, 4, 5, 6, 7, 8}};
  array<std::int64_t> indices{{5}, {3, 0, 0, 1, 2}};
  array<std::int64_t> ids{{5}, {2, 0, 2, 0, 2}};
  array<std::int64_t> offsets{{4}, {0, 2, 2, 5}};
  array<float> weights{{5}, {1, 10, 2, 20, 0.5F}};
  array<float> base{{3, 2}, {100, 100, 200, 200, 300, 300}};
  array<float> output{{3, 2}, std::vector<float>(6, 77)};
  strew_segmentation segmentation = STREW_SEGMENTATION_INIT;
  strew_options options = support::options_of(STREW_REDUCTION_ADD);
  std::int64_t batch_dims = 0;
  bool has_indices = true, has_weights = false, has_base = false;
  strew_error error = STREW_ERROR_INIT;

  // The rule that is broken; "" if none is.
  std::string run(const std::function<void(strew_operands&)>& change = nullptr) {
    const strew_tensor d = data.view(), i = indices.view(), w = weights.view(), b = base.view(), o = output.view();
    const strew_tensor s = segmentation.form == STREW_SEGMENTS_OFFSETS ? offsets.view() : ids.view();
    strew_operands all = STREW_OPERANDS_INIT;
    all.data = &d;
    if (has_indices) all.indices = &i;
    if (segmentation.form != STREW_SEGMENTS_GROUPS) all.segments = &s;
    if (has_weights) all.weights = &w;
    if (has_base) all.base = &b;
    all.output = &o;
    if (change) change(all);
    const strew_status status = strew_segment_reduce(&all, &segmentation, batch_dims, &options, nullptr, &error);
    return status == STREW_STATUS_OK ? "" : error.rule;
  }
  [[nodiscard]] std::string message() const { return error.message; }
};

using floats = std::vector<float>;

TEST(segment_reduce, sums_rows_by_ids) {
  call one;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{1 + 3, 2 + 4, 0, 0, 7 + 1 + 5, 8 + 2 + 6}));
}

TEST(segment_reduce, sums_rows_by_offsets) {
  call one;
  one.segmentation.form = STREW_SEGMENTS_OFFSETS;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{7 + 1, 8 + 2, 0, 0, 1 + 3 + 5, 2 + 4 + 6}));
  one.offsets = {{3}, {1, 2, 2}};  // the last segment ends with the positions; the first position is of none
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{1, 2, 0, 0, 1 + 3 + 5, 2 + 4 + 6}));
}

TEST(segment_reduce, sums_rows_by_groups_of_indices) {
  call one;
  one.segmentation.form = STREW_SEGMENTS_GROUPS;
  one.indices = {{3, 2}, {3, 0, 0, 1, 2, 2}};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{8, 10, 4, 6, 10, 12}));
}

TEST(segment_reduce, takes_the_rows_themselves_without_indices) {
  call one;
  one.has_indices = false;
  one.ids = {{4}, {0, 2, 0, 2}};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{1 + 5, 2 + 6, 0, 0, 3 + 7, 4 + 8}));
}

TEST(segment_reduce, multiplies_by_weights) {
  call one;
  one.has_weights = true;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{10 + 60, 20 + 80, 0, 0, 7 + 2 + 2.5F, 8 + 4 + 3}));
}

TEST(segment_reduce, begins_with_the_base) {
  call one;
  one.has_base = true;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{104, 106, 200, 200, 313, 316}));
  one.options.exclude_self = 1;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{4, 6, 200, 200, 13, 16}));
}

TEST(segment_reduce, begins_with_the_first_contribution_without_base) {
  call one;
  one.data.values = {-0.0F, -2, -0.0F, -4, -5, -6, -0.0F, -8};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_TRUE(std::signbit(one.output.values[0]));   // -0 + -0
  EXPECT_FALSE(std::signbit(one.output.values[2]));  // an empty one is +0
  one.options.reduction = STREW_REDUCTION_MAX;
  EXPECT_EQ(one.run(), "");
  EXPECT_EQ(one.output.values, (floats{0, -2, 0, 0, 0, -2}));
  one.options.reduction = STREW_REDUCTION_MEAN;
  EXPECT_EQ(one.run(), "");
  EXPECT_EQ(one.output.values, (floats{0, -3, 0, 0, -5.0F / 3, -16.0F / 3}));
  one.data.values[1] = nan_value;
  one.options.reduction = STREW_REDUCTION_MIN;
  EXPECT_EQ(one.run(), "");
  EXPECT_TRUE(std::isnan(one.output.values[1]));
}

TEST(segment_reduce, leaves_padding_out_after_the_policy) {
  call one;
  one.segmentation.has_padding_index = 1;
  one.segmentation.padding_index = -1;
  one.options.out_of_bounds = STREW_OOB_CLAMP;
  one.indices.values = {9, 0, 0, 1, 2};  // the first one is clamped to the padding
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{4, 6, 0, 0, 6, 8}));
  one.segmentation.has_padding_segment = 1;
  one.segmentation.padding_segment = 0;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{0, 0, 0, 0, 6, 8}));
}

TEST(segment_reduce, has_a_policy_for_ids) {
  call one;
  one.ids.values = {-1, 0, 3, 0, 2};
  EXPECT_EQ(one.run(), "IX1");
  EXPECT_EQ(one.message(),
            "IX1: segments: position 0 (0): component 0 of (-1) is -1, outside [0, 2] (axis 0 of extent "
            "3); 2 of 5 positions are bad");
  EXPECT_EQ(one.error.operand, STREW_OPERAND_SEGMENTS);
  one.segmentation.out_of_bounds = STREW_OOB_SKIP;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{4, 6, 0, 0, 5, 6}));
  one.segmentation.ids_from_end = 1;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{4, 6, 0, 0, 12, 14}));
}

TEST(segment_reduce, changes_nothing_where_an_index_is_bad) {
  call one;
  one.indices.values[3] = 4;
  EXPECT_EQ(one.run(), "IX1");
  EXPECT_EQ(one.message(),
            "IX1: indices: position 3 (3): component 0 of (4) is 4, outside [-4, 3] (axis 0 of extent 4); "
            "1 of 5 positions is bad");
  EXPECT_EQ(one.error.operand, STREW_OPERAND_INDICES);
  EXPECT_EQ(one.output.values, floats(6, 77));
  one.segmentation.form = STREW_SEGMENTS_OFFSETS;
  one.indices.values[3] = 0;
  one.offsets.values[2] = 1;
  EXPECT_EQ(one.run(), "OF1");
  EXPECT_EQ(one.error.operand, STREW_OPERAND_SEGMENTS);
  EXPECT_EQ(one.output.values, floats(6, 77));
}

TEST(segment_reduce, has_batches) {
  call one;
  one.batch_dims = 1;
  one.data = {{2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}};
  one.indices = {{2, 3}, {0, 1, 1, 0, 0, 1}};
  one.ids = {{2, 3}, {0, 0, 1, 1, 1, 0}};
  one.output = {{2, 2, 2}, floats(8)};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{4, 6, 3, 4, 7, 8, 10, 12}));
}

// Positions of several entries take turns, as their rows are the same.
TEST(segment_reduce, has_batches_that_share_rows) {
  constexpr std::int64_t columns = 8;
  call one;
  one.batch_dims = 1;
  one.has_indices = false;
  floats rows(3 * columns);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<float>(1 + i % 5);
  one.data = {{2, 3, columns}, rows};
  one.data.strides = {0, 4 * columns, 4};
  one.offsets = {{2, 3}, {0, 1, 3, 0, 2, 3}};
  one.segmentation.form = STREW_SEGMENTS_OFFSETS;
  one.options.reduction = STREW_REDUCTION_MUL;
  one.output = {{2, 2, columns}, floats(4 * columns)};
  EXPECT_EQ(one.run(), "") << one.message();
  floats expected;
  for (const auto& [first, last] : {std::pair{0, 1}, {1, 3}, {0, 2}, {2, 3}}) {
    for (std::size_t c = 0; c < columns; ++c) {
      float product = 1;
      for (int row = first; row < last; ++row) product *= rows[static_cast<std::size_t>(row) * columns + c];
      expected.push_back(product);
    }
  }
  EXPECT_EQ(one.output.values, expected);
}

using integers = std::vector<std::int64_t>;

// The rows of segment 0 are 0 and 1, those of segment 2 are 3, 0 and 2.
TEST(segment_reduce, tells_where_extremes_are_from) {
  call one;
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

// The integers of a product differ where they are stored as f16 no more.
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
  call one;
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
  call one;
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
  strew_plan_destroy(plan);
  strew_plan_destroy(without);
}

// Of a plan, and in place.
TEST(segment_reduce, is_planned) {
  call one;
  const strew_tensor d = one.data.view(), i = one.indices.view(), s = one.ids.view(), o = one.output.view();
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_SEGMENT_REDUCE;
  op.segmentation = &one.segmentation;
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &d, all.indices = &i, all.segments = &s, all.base = all.output = &o;
  strew_plan* plan = nullptr;
  ASSERT_EQ(strew_plan_of(&op, &all, &one.options, &plan, &one.error), STREW_STATUS_OK) << one.message();
  strew_operand_places at = STREW_OPERAND_PLACES_INIT;
  at.data = d.data, at.indices = i.data, at.segments = s.data, at.base = at.output = o.data;
  EXPECT_EQ(strew_execute_at(plan, &at, nullptr, &one.error), STREW_STATUS_OK) << one.message();
  EXPECT_EQ(one.output.values, (floats{81, 83, 77, 77, 90, 93}));
  EXPECT_EQ(strew_execute(plan, d.data, i.data, nullptr, o.data, nullptr, &one.error), STREW_STATUS_POINTER);
  EXPECT_STREQ(one.error.rule, "PT5");
  std::string text(2000, '\0');
  text.resize(strew_plan_describe(plan, text.data(), text.size()));
  EXPECT_EQ(text.substr(0, text.find(';')),
            "segment_reduce: base f32 [3, 2], ids i64 [5], data f32 [4, 2], indices i64 [5]");
  text.assign(6000, '\0');
  text.resize(strew_plan_explain(plan, text.data(), text.size()));
  for (const char* line : {"\noptions      reduction add, out of bounds: error, negative indices: from_end, ids out of "
                           "bounds: error, negative ids: invalid\n",
                           "\ncopy         the base is copied to the output, unless in place\n",
                           "\nmain         rows of data go to their segments in the output\n"})
    EXPECT_NE(text.find(line), std::string::npos) << text;
  at.segments = nullptr;
  EXPECT_EQ(strew_execute_at(plan, &at, nullptr, &one.error), STREW_STATUS_POINTER);
  EXPECT_EQ(one.error.operand, STREW_OPERAND_SEGMENTS);
  strew_plan_destroy(plan);
}

// Of either index operand, with the names of the call in errors.
TEST(segment_reduce, has_prepared_indices) {
  call one;
  const strew_tensor d = one.data.view(), i = one.indices.view(), s = one.ids.view(), o = one.output.view();
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_SEGMENT_REDUCE;
  op.segmentation = &one.segmentation;
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &d, all.indices = &i, all.segments = &s, all.output = &o;
  strew_plan *plan = nullptr, *bound = nullptr;
  strew_prepared *ids = nullptr, *rows = nullptr;
  ASSERT_EQ(strew_plan_of(&op, &all, &one.options, &plan, &one.error), STREW_STATUS_OK) << one.message();
  ASSERT_EQ(strew_prepare(plan, s.data, nullptr, &ids, &one.error), STREW_STATUS_OK) << one.message();
  ASSERT_EQ(strew_prepare_from(plan, i.data, nullptr, &rows, &one.error), STREW_STATUS_OK) << one.message();
  ASSERT_EQ(strew_plan_bind_both(plan, ids, rows, &bound, &one.error), STREW_STATUS_OK) << one.message();
  strew_operand_places at = STREW_OPERAND_PLACES_INIT;
  at.data = d.data, at.output = o.data;
  EXPECT_EQ(strew_execute_at(bound, &at, nullptr, &one.error), STREW_STATUS_OK) << one.message();
  EXPECT_EQ(one.output.values, (floats{4, 6, 0, 0, 13, 16}));
  one.indices.values[2] = 9;
  strew_prepared* bad = nullptr;
  EXPECT_EQ(strew_prepare_from(plan, i.data, nullptr, &bad, &one.error), STREW_STATUS_INDEX);
  EXPECT_EQ(one.error.operand, STREW_OPERAND_INDICES);
  strew_prepared_destroy(ids);
  strew_prepared_destroy(rows);
  strew_plan_destroy(bound);
  strew_plan_destroy(plan);
}

// ---- Rules ----------------------------------------------------------------------------------------------------------

TEST(segment_reduce, PT1_PT2_PT5) {
  call one;
  EXPECT_EQ(one.run([](strew_operands& all) { all.data = nullptr; }), "PT1");
  EXPECT_EQ(one.error.operand, STREW_OPERAND_DATA);
  EXPECT_EQ(one.run([](strew_operands& all) { all.output = nullptr; }), "PT1");
  EXPECT_EQ(one.run([](strew_operands& all) { all.updates = all.data; }), "PT5");
  EXPECT_EQ(one.error.operand, STREW_OPERAND_UPDATES);
  EXPECT_EQ(strew_segment_reduce(nullptr, &one.segmentation, 0, nullptr, nullptr, nullptr), STREW_STATUS_POINTER);
  one.segmentation.version = 9;
  EXPECT_EQ(one.run(), "PT2");
  strew_operator gather = STREW_OPERATOR_INIT;
  gather.kind = STREW_OPERATOR_GATHER;
  strew_operands all = STREW_OPERANDS_INIT;
  const strew_tensor d = one.data.view();
  all.data = all.indices = all.output = all.weights = &d;
  strew_plan* plan = nullptr;
  EXPECT_EQ(strew_plan_of(&gather, &all, nullptr, &plan, &one.error), STREW_STATUS_POINTER);
  EXPECT_STREQ(one.error.rule, "PT5");
}

TEST(segment_reduce, TY2_TY3_TY4_PB4) {
  call one;
  one.has_base = one.has_weights = true;
  EXPECT_EQ(one.run([](strew_operands& all) { const_cast<strew_tensor*>(all.base)->dtype = STREW_DTYPE_I32; }), "TY2");
  EXPECT_EQ(one.message(), "TY2: base: its type i32 differs from the f32 of data");
  EXPECT_EQ(one.run([](strew_operands& all) { const_cast<strew_tensor*>(all.segments)->dtype = STREW_DTYPE_F64; }),
            "TY3");
  EXPECT_EQ(one.error.operand, STREW_OPERAND_SEGMENTS);
  EXPECT_EQ(one.run([](strew_operands& all) { const_cast<strew_tensor*>(all.weights)->dtype = STREW_DTYPE_I32; }),
            "PB4");
  EXPECT_EQ(one.error.status, STREW_STATUS_TYPE);
  one.has_weights = false;
  one.options.reduction = STREW_REDUCTION_XOR;
  EXPECT_EQ(one.run(), "TY4");
  EXPECT_EQ(one.error.operand, STREW_OPERAND_DATA);
}

TEST(segment_reduce, AT1_AT2_AT7) {
  const auto broken = [](const std::function<void(call&)>& change) {
    call one;
    change(one);
    return one.run();
  };
  EXPECT_EQ(broken([](call& one) { one.segmentation.form = 3; }), "AT1");
  EXPECT_EQ(broken([](call& one) { one.segmentation.out_of_bounds = 9; }), "AT1");
  EXPECT_EQ(broken([](call& one) { one.segmentation.out_of_bounds = STREW_OOB_FILL; }), "AT2");
  EXPECT_EQ(broken([](call& one) { one.options.out_of_bounds = STREW_OOB_FILL; }), "AT2");
  EXPECT_EQ(broken([](call& one) {
              one.segmentation.form = STREW_SEGMENTS_OFFSETS;
              one.segmentation.out_of_bounds = STREW_OOB_SKIP;
            }),
            "AT1");
  EXPECT_EQ(broken([](call& one) {
              one.has_indices = false;
              one.ids = {{4}, {0, 0, 0, 0}};
              one.options.out_of_bounds = STREW_OOB_CLAMP;
            }),
            "AT1");
  EXPECT_EQ(broken([](call& one) {
              one.segmentation.has_padding_index = 1;
              one.segmentation.padding_index = 4;
            }),
            "AT7");
  EXPECT_EQ(broken([](call& one) {
              one.segmentation.has_padding_segment = 1;
              one.segmentation.padding_segment = -4;
            }),
            "AT7");
}

TEST(segment_reduce, SG1_SG2_SG3) {
  call one;
  EXPECT_EQ(one.run([](strew_operands& all) { all.segments = nullptr; }), "SG1");
  EXPECT_EQ(one.message(), "SG1: segments: they are missing, but ids are asked for");
  one.segmentation.form = STREW_SEGMENTS_GROUPS;
  one.has_indices = false;
  EXPECT_EQ(one.run(), "SG1");
  EXPECT_EQ(one.error.operand, STREW_OPERAND_INDICES);
  one = call();
  one.batch_dims = 2;
  EXPECT_EQ(one.run(), "SG2");
  EXPECT_EQ(one.message(), "SG2: call: batch_dims is 2, outside [0, 1] for the rank 2 of data");
  one.batch_dims = 0;
  one.ids = {{4}, {0, 0, 0, 0}};
  EXPECT_EQ(one.run(), "SG3");
  EXPECT_EQ(one.message(), "SG3: segments: its extents are [4], not [5]");
  one = call();
  one.segmentation.form = STREW_SEGMENTS_OFFSETS;
  one.offsets = {{6}, {0, 0, 0, 0, 0, 0}};
  EXPECT_EQ(one.run(), "SG3");
  one.offsets = {{4}, {0, 0, 0, 0}};
  one.output = {{3, 3}, floats(9)};
  EXPECT_EQ(one.run(), "SG3");
  EXPECT_EQ(one.error.operand, STREW_OPERAND_OUTPUT);
}

TEST(segment_reduce, SZ3_OV2) {
  call one;
  one.output.strides = {4, 4};
  EXPECT_EQ(one.run(), "SZ3");
  one.output.strides = {};
  EXPECT_EQ(one.run([](strew_operands& all) {
    const_cast<strew_tensor*>(all.output)->data = static_cast<char*>(all.data->data) + 4;
  }),
            "OV2");
  EXPECT_EQ(one.message(), "OV2: output: it overlaps data, or is not proven apart from it");
}

}  // namespace
}  // namespace strew::testing
