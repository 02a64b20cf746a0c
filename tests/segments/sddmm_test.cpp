// sddmm by literal values, and every rule that it can break.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "support/array.hpp"

namespace strew::testing {
namespace {

using support::array;
using numbers = std::vector<float>;

// Four rows of two, three rows on the right, and five pairs of them.
struct product_call {
  array<float> data{{4, 2}, {1, 2, 3, 4, 5, 6, 7, 8}};
  array<float> right{{3, 2}, {1, 10, 2, 20, 3, 30}};
  array<std::int64_t> indices{{5}, {3, 0, 0, 1, 2}};
  array<std::int64_t> ids{{5}, {2, 0, 2, 1, 2}};
  array<std::int64_t> offsets{{4}, {0, 2, 2, 4}};
  array<float> output{{5}, numbers(5, 77)};
  strew_segmentation segmentation = STREW_SEGMENTATION_INIT;
  strew_options options = STREW_OPTIONS_INIT;
  std::int64_t batch_dims = 0;
  bool has_indices = true;
  strew_error error = STREW_ERROR_INIT;

  // The rule that is broken; "" if none is.
  std::string run(const std::function<void(strew_operands&)>& change = nullptr) {
    const strew_tensor d = data.view(), r = right.view(), i = indices.view(), o = output.view();
    const strew_tensor s = segmentation.form == STREW_SEGMENTS_OFFSETS ? offsets.view() : ids.view();
    strew_operands all = STREW_OPERANDS_INIT;
    all.data = &d, all.right = &r, all.output = &o;
    if (has_indices) all.indices = &i;
    if (segmentation.form != STREW_SEGMENTS_GROUPS) all.segments = &s;
    if (change) change(all);
    const strew_status status = strew_sddmm(&all, &segmentation, batch_dims, &options, nullptr, &error);
    return status == STREW_STATUS_OK ? "" : error.rule;
  }
  [[nodiscard]] std::string message() const { return error.message; }
};

TEST(sddmm, multiplies_pairs_of_rows_by_ids) {
  product_call one;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (numbers{21 + 240, 1 + 20, 3 + 60, 6 + 80, 15 + 180}));
}

TEST(sddmm, multiplies_pairs_of_rows_by_offsets) {
  product_call one;
  one.segmentation.form = STREW_SEGMENTS_OFFSETS;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (numbers{7 + 80, 1 + 20, 3 + 60, 9 + 120, 0}));  // the last position is of none
}

TEST(sddmm, multiplies_pairs_of_rows_by_groups) {
  product_call one;
  one.segmentation.form = STREW_SEGMENTS_GROUPS;
  one.indices = {{3, 2}, {3, 0, 0, 1, 2, 2}};
  one.output = {{3, 2}, numbers(6)};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (numbers{87, 21, 42, 86, 195, 195}));
}

TEST(sddmm, takes_the_rows_themselves_without_indices) {
  product_call one;
  one.has_indices = false;
  one.ids = {{4}, {0, 2, 0, 1}};
  one.output = {{4}, numbers(4)};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (numbers{21, 129, 65, 174}));
}

TEST(sddmm, sums_every_dimension_of_a_row) {
  product_call one;
  one.data = {{2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}};
  one.right = {{1, 2, 2}, {1, 10, 100, 1000}};
  one.indices = {{2}, {1, 0}};
  one.ids = {{2}, {0, 0}};
  one.output = {{2}, numbers(2)};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (numbers{8765, 4321}));
  one.data = {{2, 0, 2}, {}};
  one.right = {{1, 0, 2}, {}};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (numbers{0, 0}));
}

TEST(sddmm, has_batches) {
  product_call one;
  one.batch_dims = 1;
  one.data = {{2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}};
  one.right = {{2, 1, 2}, {1, 10, 2, 20}};
  one.indices = {{2, 2}, {1, 0, 0, 0}};
  one.ids = {{2, 2}, {0, 0, 0, 0}};
  one.output = {{2, 2}, numbers(4)};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (numbers{43, 21, 130, 130}));
}

// 2^24 + 1 is no float: products and sums are rounded one after the other, as they stand in the row.
TEST(sddmm, rounds_each_product_and_each_sum) {
  product_call one;
  one.data = {{1, 3}, {4097, 1, -16777216}};
  one.right = {{1, 3}, {4097, 1, 1}};
  one.indices = one.ids = {{1}, {0}};
  one.output = {{1}, numbers(1)};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (numbers{8192}));  // 4097 * 4097 = 16785409 is rounded to 16785408, and stays so
  one.data.values = {-0.0F, -0.0F, -0.0F};
  EXPECT_EQ(one.run(), "");
  EXPECT_TRUE(std::signbit(one.output.values[0]));  // the first product begins the sum
  one.data.values[1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(one.run(), "");
  EXPECT_TRUE(std::isnan(one.output.values[0]));
}

TEST(sddmm, is_0_where_a_position_is_left_out) {
  product_call one;
  one.options.out_of_bounds = STREW_OOB_SKIP;
  one.indices.values[0] = 4;
  one.segmentation.has_padding_segment = one.segmentation.has_padding_index = 1;
  one.segmentation.padding_segment = -2;  // that of the fourth position
  one.segmentation.padding_index = 2;     // that of the last one
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (numbers{0, 21, 63, 0, 0}));
}

TEST(sddmm, changes_nothing_where_an_index_is_bad) {
  product_call one;
  one.ids.values[3] = 3;
  EXPECT_EQ(one.run(), "IX1");
  EXPECT_EQ(one.message(),
            "IX1: segments: position 3 (3): component 0 of (3) is 3, outside [0, 2] (axis 0 of extent 3); "
            "1 of 5 positions is bad");
  EXPECT_EQ(one.error.operand, STREW_OPERAND_SEGMENTS);
  one.indices.values[4] = 4;
  EXPECT_EQ(one.run(), "IX1");
  EXPECT_EQ(one.error.operand, STREW_OPERAND_INDICES);
  EXPECT_EQ(one.output.values, numbers(5, 77));
  one.indices.values[4] = 0;
  one.segmentation.form = STREW_SEGMENTS_OFFSETS;
  one.offsets.values[2] = 9;
  EXPECT_EQ(one.run(), "OF1");
  EXPECT_EQ(one.output.values, numbers(5, 77));
}

TEST(sddmm, is_planned) {
  product_call one;
  const strew_tensor d = one.data.view(), r = one.right.view(), i = one.indices.view(), s = one.ids.view();
  const strew_tensor o = one.output.view();
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_SDDMM;
  op.segmentation = &one.segmentation;
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &d, all.indices = &i, all.segments = &s, all.right = &r, all.output = &o;
  strew_plan* plan = nullptr;
  ASSERT_EQ(strew_plan_of(&op, &all, nullptr, &plan, &one.error), STREW_STATUS_OK) << one.message();
  strew_operand_places at = STREW_OPERAND_PLACES_INIT;
  at.data = d.data, at.indices = i.data, at.segments = s.data, at.right = r.data, at.output = o.data;
  EXPECT_EQ(strew_execute_at(plan, &at, nullptr, &one.error), STREW_STATUS_OK) << one.message();
  EXPECT_EQ(one.output.values, (numbers{261, 21, 63, 86, 195}));
  EXPECT_EQ(strew_execute(plan, d.data, i.data, nullptr, o.data, nullptr, &one.error), STREW_STATUS_POINTER);
  EXPECT_EQ(one.message(), "PT5: call: a plan of sddmm has operands of other names: strew_execute_at");
  std::string text(2000, '\0');
  text.resize(strew_plan_describe(plan, text.data(), text.size()));
  EXPECT_EQ(text.substr(0, text.find(" or")).substr(0, text.find("; ")),
            "sddmm: ids i64 [5], data f32 [4, 2], indices i64 [5], right f32 [3, 2], output f32 [5]");
  EXPECT_NE(text.find("solver dots"), std::string::npos) << text;
  text.assign(6000, '\0');
  text.resize(strew_plan_explain(plan, text.data(), text.size()));
  for (const char* line :
       {"\noptions      out of bounds: error, negative indices: from_end, ids out of bounds: error, "
        "negative ids: invalid\n",
        "\nmain         products of rows of data and of right are summed, one sum for each position\n"})
    EXPECT_NE(text.find(line), std::string::npos) << text;
  std::uint64_t rank = 0;
  EXPECT_EQ(strew_shape(&op, &d, &i, 0, nullptr, &rank, &one.error), STREW_STATUS_ATTRIBUTE);
  EXPECT_EQ(one.message(), "AT6: call: the extents of the output of sddmm do not follow from data and indices");
  at.right = nullptr;
  EXPECT_EQ(strew_execute_at(plan, &at, nullptr, &one.error), STREW_STATUS_POINTER);
  EXPECT_EQ(one.error.operand, STREW_OPERAND_RIGHT);
  strew_plan_destroy(plan);
}

TEST(sddmm, PT1_PT5) {
  product_call one;
  EXPECT_EQ(one.run([](strew_operands& all) { all.right = nullptr; }), "PT1");
  EXPECT_EQ(one.error.operand, STREW_OPERAND_RIGHT);
  for (const strew_tensor* strew_operands::*idle :
       {&strew_operands::updates, &strew_operands::weights, &strew_operands::base}) {
    EXPECT_EQ(one.run([&](strew_operands& all) { all.*idle = all.data; }), "PT5");
  }
  EXPECT_EQ(one.message(), "PT5: base: sddmm has no base, but some are given");
  strew_operator reduce = STREW_OPERATOR_INIT;
  reduce.kind = STREW_OPERATOR_SEGMENT_REDUCE;
  reduce.segmentation = &one.segmentation;
  const strew_tensor d = one.data.view();
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = all.segments = all.output = all.right = &d;
  strew_plan* plan = nullptr;
  EXPECT_EQ(strew_plan_of(&reduce, &all, nullptr, &plan, &one.error), STREW_STATUS_POINTER);
  EXPECT_EQ(one.error.operand, STREW_OPERAND_RIGHT);
}

TEST(sddmm, TY2_PB4_AT1_SG3) {
  product_call one;
  EXPECT_EQ(one.run([](strew_operands& all) { const_cast<strew_tensor*>(all.output)->dtype = STREW_DTYPE_I32; }),
            "TY2");
  EXPECT_EQ(one.run([](strew_operands& all) { const_cast<strew_tensor*>(all.right)->dtype = STREW_DTYPE_I32; }), "PB4");
  EXPECT_EQ(one.message(), "PB4: right: weights of type i32 are none of f32 elements");
  EXPECT_EQ(one.run([](strew_operands& all) { const_cast<strew_tensor*>(all.segments)->dtype = STREW_DTYPE_F64; }),
            "TY3");
  one.options.reduction = STREW_REDUCTION_ADD;
  EXPECT_EQ(one.run(), "AT1");
  EXPECT_EQ(one.message(), "AT1: call: sums of products have no reduction, but add is given");
  one.options = STREW_OPTIONS_INIT;
  one.options.duplicates = STREW_DUPLICATES_ERROR;
  EXPECT_EQ(one.run(), "AT1");
  one.options = STREW_OPTIONS_INIT;
  one.output = {{4}, numbers(4)};
  EXPECT_EQ(one.run(), "SG3");
  EXPECT_EQ(one.message(), "SG3: output: its extents are [4], not [5]");
  one.output = {{5}, numbers(5)};
  one.right = {{3, 3}, numbers(9)};
  EXPECT_EQ(one.run(), "SG3");
  EXPECT_EQ(one.error.operand, STREW_OPERAND_RIGHT);
}

}  // namespace
}  // namespace strew::testing
