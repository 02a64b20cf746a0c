// segment_scan by literal values, and every rule that it can break.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>
#include <strew/strew.hpp>

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "support/array.hpp"

namespace strew::testing {
namespace {

using support::array;
using numbers = std::vector<float>;

// Four rows of two, and five positions in three segments.
struct scan_call {
  array<float> data{{4, 2}, {1, 2, 3, 4, 5, 6, 7, 8}};
  array<std::int64_t> indices{{5}, {3, 0, 0, 1, 2}};
  array<std::int64_t> ids{{5}, {2, 0, 2, 0, 2}};
  array<std::int64_t> offsets{{4}, {0, 2, 2, 4}};
  array<float> output{{5, 2}, numbers(10, 77)};
  strew_segmentation segmentation = STREW_SEGMENTATION_INIT;
  strew_options options = support::options_of(STREW_REDUCTION_ADD);
  std::int32_t mode = STREW_SCAN_INCLUSIVE;
  std::int64_t batch_dims = 0;
  bool has_indices = true;
  strew_error error = STREW_ERROR_INIT;

  scan_call() { segmentation.segment_count = 3; }

  // The rule that is broken; "" if none is.
  std::string run(const std::function<void(strew_operands&)>& change = nullptr) {
    const strew_tensor d = data.view(), i = indices.view(), o = output.view();
    const strew_tensor s = segmentation.form == STREW_SEGMENTS_OFFSETS ? offsets.view() : ids.view();
    strew_operands all = STREW_OPERANDS_INIT;
    all.data = &d, all.output = &o;
    if (has_indices) all.indices = &i;
    if (segmentation.form != STREW_SEGMENTS_GROUPS) all.segments = &s;
    if (change) change(all);
    const strew_status status = strew_segment_scan(&all, &segmentation, mode, batch_dims, &options, nullptr, &error);
    return status == STREW_STATUS_OK ? "" : error.rule;
  }
  [[nodiscard]] std::string message() const { return error.message; }
};

TEST(segment_scan, sums_the_rows_of_each_segment_so_far) {
  scan_call one;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (numbers{7, 8, 1, 2, 8, 10, 4, 6, 13, 16}));
  one.mode = STREW_SCAN_EXCLUSIVE;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (numbers{0, 0, 0, 0, 7, 8, 1, 2, 8, 10}));
}

TEST(segment_scan, takes_offsets) {
  scan_call one;
  one.segmentation.form = STREW_SEGMENTS_OFFSETS;
  for (const std::int64_t count : {0, 3}) {
    one.segmentation.segment_count = count;
    one.output.values.assign(10, 77);
    EXPECT_EQ(one.run(), "") << one.message();
    EXPECT_EQ(one.output.values, (numbers{7, 8, 8, 10, 1, 2, 4, 6, 0, 0})) << count;  // the last one is of no segment
  }
}

TEST(segment_scan, takes_groups) {
  scan_call one;
  one.segmentation.form = STREW_SEGMENTS_GROUPS;
  one.segmentation.segment_count = 0;
  one.indices = {{2, 2}, {3, 0, 1, 1}};
  one.output = {{2, 2, 2}, numbers(8, 77)};
  one.options.reduction = STREW_REDUCTION_MUL;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (numbers{7, 8, 7, 16, 3, 4, 9, 16}));
}

TEST(segment_scan, ranks_positions_in_their_segments) {
  const std::vector<std::int64_t> experts = {2, 0, 2, 2, 0};
  std::vector<std::int64_t> ranks(5, 77);
  strew::segment_scan(strew::filled{std::int64_t{1}, {5}}, {.segment_ids = experts, .segment_count = 3}, ranks,
                      strew::scan_mode::exclusive, {.reduction = strew::reduction::add});
  EXPECT_EQ(ranks, (std::vector<std::int64_t>{0, 0, 1, 2, 1}));
  const auto refused = strew::try_segment_scan(strew::filled{std::int64_t{1}, {5}},
                                               {.segment_ids = experts, .offsets = experts, .segment_count = 3}, ranks);
  EXPECT_EQ(refused.error().rule(), "SG1");
}

TEST(segment_scan, has_batches) {
  scan_call one;
  one.batch_dims = 1;
  one.data = {{2, 3}, {1, 2, 3, 10, 20, 30}};
  one.has_indices = false;
  one.ids = {{2, 3}, {0, 1, 0, 2, 2, 2}};
  one.output = {{2, 3}, numbers(6, 77)};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (numbers{1, 2, 4, 10, 30, 60}));
}

TEST(segment_scan, keeps_16_bit_sums_wide) {
  std::vector<std::uint16_t> data = {0x6800, 0x3c00, 0x3c00};  // 2048, 1, 1
  const std::vector<std::int64_t> ids = {0, 0, 0};
  std::vector<std::uint16_t> output(3);
  const strew::const_view halves(data.data(), strew::dtype::f16, {3});
  const strew::view to(output.data(), strew::dtype::f16, {3});
  const strew::segment_operands of = {.segment_ids = ids, .segment_count = 1};
  strew::options with = {.reduction = strew::reduction::add};
  strew::segment_scan(halves, of, to, strew::scan_mode::inclusive, with);
  EXPECT_EQ(output, (std::vector<std::uint16_t>{0x6800, 0x6800, 0x6801}));  // 2049 rounds to even, 2050 is one
  with.accumulate = strew::accumulate::native;
  strew::segment_scan(halves, of, to, strew::scan_mode::inclusive, with);
  EXPECT_EQ(output, (std::vector<std::uint16_t>{0x6800, 0x6800, 0x6800}));
}

TEST(segment_scan, is_0_where_a_position_is_left_out) {
  scan_call one;
  one.options.out_of_bounds = STREW_OOB_SKIP;
  one.segmentation.out_of_bounds = STREW_OOB_SKIP;
  one.indices.values[2] = 4;
  one.ids.values[3] = -1;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (numbers{7, 8, 1, 2, 0, 0, 0, 0, 12, 14}));
  one.indices.values[2] = 0, one.ids.values[3] = 0;
  one.segmentation.has_padding_index = 1, one.segmentation.padding_index = -1;
  one.segmentation.has_padding_segment = 1, one.segmentation.padding_segment = 0;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (numbers{0, 0, 0, 0, 1, 2, 0, 0, 6, 8}));
}

TEST(segment_scan, changes_nothing_where_an_index_is_bad) {
  scan_call one;
  one.ids.values[4] = 3;
  EXPECT_EQ(one.run(), "IX1");
  EXPECT_EQ(one.message(),
            "IX1: segments: position 4 (4): component 0 of (3) is 3, outside [0, 2] (axis 0 of extent 3); 1 of 5 "
            "positions is bad");
  EXPECT_EQ(one.output.values, numbers(10, 77));
}

TEST(segment_scan, is_planned) {
  scan_call one;
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_SEGMENT_SCAN;
  op.mode = STREW_SCAN_EXCLUSIVE;
  op.segmentation = &one.segmentation;
  const strew_tensor d = one.data.view(), i = one.indices.view(), s = one.ids.view(), o = one.output.view();
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &d, all.indices = &i, all.segments = &s, all.output = &o;
  strew_plan* plan = nullptr;
  ASSERT_EQ(strew_plan_of(&op, &all, &one.options, &plan, &one.error), STREW_STATUS_OK) << one.message();
  std::string text(6000, '\0');
  text.resize(strew_plan_explain(plan, text.data(), text.size()));
  for (const char* line :
       {"\noperator     segment_scan, exclusive\n", "\nload         the accumulators become empty\n",
        "\nmain         rows of data go to the accumulators of their segments, whose values to the output\n"})
    EXPECT_NE(text.find(line), std::string::npos) << text;
  strew_operand_places at = STREW_OPERAND_PLACES_INIT;
  at.data = one.data.values.data(), at.indices = one.indices.values.data(), at.segments = one.ids.values.data();
  at.output = one.output.values.data();
  EXPECT_EQ(strew_execute_at(plan, &at, nullptr, &one.error), STREW_STATUS_OK) << one.message();
  EXPECT_EQ(one.output.values, (numbers{0, 0, 0, 0, 7, 8, 1, 2, 8, 10}));
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  EXPECT_EQ(strew_plan_view(plan, &view, &one.error), STREW_STATUS_ATTRIBUTE);
  EXPECT_EQ(one.message(), "PB6: output: its elements are values of a scan, which is no problem of its own");
  strew_plan* other = nullptr;
  EXPECT_EQ(strew_plan_open(plan, &other, &one.error), STREW_STATUS_ATTRIBUTE);
  EXPECT_STREQ(one.error.rule, "PB6");
  strew_plan_destroy(plan);
}

TEST(segment_scan, clears_no_output_whose_positions_all_have_a_segment) {
  scan_call one;
  one.segmentation.form = STREW_SEGMENTS_GROUPS;
  one.segmentation.segment_count = 0;
  const array<std::int64_t> rows{{2, 2}, {3, 0, 1, 1}};
  const array<float> output{{2, 2, 2}, numbers(8, 77)};
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_SEGMENT_SCAN;
  op.segmentation = &one.segmentation;
  const strew_tensor d = one.data.view(), i = rows.view(), o = output.view();
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &d, all.indices = &i, all.output = &o;
  for (const bool may_skip : {false, true}) {
    one.options.out_of_bounds = may_skip ? STREW_OOB_SKIP : STREW_OOB_ERROR;
    strew_plan* plan = nullptr;
    ASSERT_EQ(strew_plan_of(&op, &all, &one.options, &plan, &one.error), STREW_STATUS_OK) << one.message();
    std::string text(6000, '\0');
    text.resize(strew_plan_explain(plan, text.data(), text.size()));
    EXPECT_EQ(text.find("\ncopy ") != std::string::npos, may_skip) << text;
    strew_plan_destroy(plan);
  }
}

TEST(segment_scan, PT5) {
  scan_call one;
  const strew_tensor more = one.output.view();
  for (const strew_tensor* strew_operands::*which :
       {&strew_operands::weights, &strew_operands::base, &strew_operands::updates, &strew_operands::right,
        &strew_operands::scales, &strew_operands::arg, &strew_operands::count})
    EXPECT_EQ(one.run([&](strew_operands& all) { all.*which = &more; }), "PT5");
}

TEST(segment_scan, TY2_TY4) {
  scan_call one;
  EXPECT_EQ(one.run([](strew_operands& all) { const_cast<strew_tensor*>(all.output)->dtype = STREW_DTYPE_I32; }),
            "TY2");
  one.options.reduction = STREW_REDUCTION_MIN;
  EXPECT_EQ(one.run([](strew_operands& all) {
    for (const strew_tensor* view : {all.data, all.output}) const_cast<strew_tensor*>(view)->dtype = STREW_DTYPE_C64;
  }),
            "TY4");
}

TEST(segment_scan, AT1) {
  scan_call one;
  one.options.reduction = STREW_REDUCTION_MEAN;
  EXPECT_EQ(one.run(), "AT1");
  EXPECT_EQ(one.message(), "AT1: call: a scan has the reductions add, mul, min and max, not mean");
  one = {};
  one.mode = 2;
  EXPECT_EQ(one.run(), "AT1");
  EXPECT_EQ(one.message(), "AT1: call: the mode is 2, outside [0, 1]");
  one = {};
  one.segmentation.segment_count = -1;
  EXPECT_EQ(one.run(), "AT1");
  EXPECT_EQ(one.message(), "AT1: call: segment_count is -1, below 0");
  one = {};
  one.options.exclude_self = 1;
  EXPECT_EQ(one.run(), "AT1");
  one = {};
  one.options.duplicates = STREW_DUPLICATES_ERROR;
  EXPECT_EQ(one.run(), "AT1");
  one = {};
  one.segmentation.form = STREW_SEGMENTS_GROUPS;
  EXPECT_EQ(one.run(), "AT1");
  EXPECT_EQ(one.message(), "AT1: call: segment_count is 3, but groups are as many as their indices have");
}

TEST(segment_scan, SG1_EX2) {
  scan_call one;
  one.segmentation.form = STREW_SEGMENTS_GROUPS;
  one.segmentation.segment_count = 0;
  one.has_indices = false;
  EXPECT_EQ(one.run(), "SG1");
  one = {};
  one.segmentation.form = STREW_SEGMENTS_OFFSETS;
  one.segmentation.segment_count = 0;
  const std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(one.run([&](strew_operands& all) { const_cast<strew_tensor*>(all.segments)->extents = &lowest; }), "EX2");
}

TEST(segment_scan, SG3_MM1) {
  scan_call one;
  one.output = {{5, 3}, numbers(15, 77)};
  EXPECT_EQ(one.run(), "SG3");
  EXPECT_EQ(one.message(), "SG3: output: its extents are [5, 3], not [5, 2]");
  one = {};
  one.segmentation.form = STREW_SEGMENTS_OFFSETS;
  one.segmentation.segment_count = 2;
  EXPECT_EQ(one.run(), "SG3");
  one = {};
  one.segmentation.segment_count = std::numeric_limits<std::int64_t>::max() / 2;
  EXPECT_EQ(one.run(), "MM1");
  EXPECT_EQ(one.message(), "MM1: output: a workspace with an accumulator for each segment exceeds 63 bits");
}

}  // namespace
}  // namespace strew::testing
