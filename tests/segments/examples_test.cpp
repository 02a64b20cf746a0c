// segment_reduce by literal values.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <cmath>
#include <string>
#include <utility>

#include "segments/segment_example.hpp"

namespace strew::testing {
namespace {

TEST(segment_reduce, sums_rows_by_ids) {
  segment_example one;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{1 + 3, 2 + 4, 0, 0, 7 + 1 + 5, 8 + 2 + 6}));
}

TEST(segment_reduce, sums_rows_by_offsets) {
  segment_example one;
  one.segmentation.form = STREW_SEGMENTS_OFFSETS;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{7 + 1, 8 + 2, 0, 0, 1 + 3 + 5, 2 + 4 + 6}));
  one.offsets = {{3}, {1, 2, 2}};  // the last segment ends with the positions; the first position is of none
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{1, 2, 0, 0, 1 + 3 + 5, 2 + 4 + 6}));
}

TEST(segment_reduce, sums_rows_by_groups_of_indices) {
  segment_example one;
  one.segmentation.form = STREW_SEGMENTS_GROUPS;
  one.indices = {{3, 2}, {3, 0, 0, 1, 2, 2}};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{8, 10, 4, 6, 10, 12}));
}

TEST(segment_reduce, takes_the_rows_themselves_without_indices) {
  segment_example one;
  one.has_indices = false;
  one.ids = {{4}, {0, 2, 0, 2}};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{1 + 5, 2 + 6, 0, 0, 3 + 7, 4 + 8}));
}

TEST(segment_reduce, multiplies_by_weights) {
  segment_example one;
  one.has_weights = true;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{10 + 60, 20 + 80, 0, 0, 7 + 2 + 2.5F, 8 + 4 + 3}));
}

TEST(segment_reduce, begins_with_the_base) {
  segment_example one;
  one.has_base = true;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{104, 106, 200, 200, 313, 316}));
  one.options.exclude_self = 1;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{4, 6, 200, 200, 13, 16}));
}

TEST(segment_reduce, begins_with_the_first_contribution_without_base) {
  segment_example one;
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
  segment_example one;
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
  segment_example one;
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
  segment_example one;
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
  segment_example one;
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
  segment_example one;
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

// Of a plan, and in place.
TEST(segment_reduce, is_planned) {
  segment_example one;
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
  segment_example one;
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

}  // namespace
}  // namespace strew::testing
