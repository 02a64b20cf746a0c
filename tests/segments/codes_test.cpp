// segment_reduce of rows of codes: literal values, what is refused, plans.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <cstdint>
#include <string>
#include <vector>

#include "segments/segment_example.hpp"

namespace strew::testing {
namespace {

// Three rows of four codes, of which two share a scale: 0 1 | 2 3, then 4 5 | 6 7 and 8 9 | 10 11.
struct bag_example {
  array<std::uint8_t> codes{{3, 2}, {0x10, 0x32, 0x54, 0x76, 0x98, 0xBA}};
  array<float> scales{{3, 2}, {1, 10, 2, 20, 3, 30}};
  array<std::uint8_t> zeros{{3, 1}, {0x21, 0x00, 0x08}};  // of row 0: 1 and 2, of row 2: 8 and 0
  array<std::int64_t> indices{{4}, {1, 0, 0, 2}};
  array<std::int64_t> offsets{{2}, {0, 2}};
  array<float> weights{{4}, {1, 100, 0.5F, 2}};
  array<float> output{{2, 4}, floats(8, 77)};
  strew_segmentation segmentation = STREW_SEGMENTATION_INIT;
  strew_quantization quantization = STREW_QUANTIZATION_INIT;
  strew_operator op = STREW_OPERATOR_INIT;
  strew_options options = support::options_of(STREW_REDUCTION_ADD);
  strew_operands all = STREW_OPERANDS_INIT;
  strew_tensor views[8];
  strew_error error = STREW_ERROR_INIT;

  bag_example() {
    segmentation.form = STREW_SEGMENTS_OFFSETS;
    quantization.bits = 4;
    quantization.block_size = 2;
    op.kind = STREW_OPERATOR_SEGMENT_REDUCE;
    op.segmentation = &segmentation;
    op.quantization = &quantization;
    views[0] = codes.view(), views[1] = scales.view(), views[2] = zeros.view(), views[3] = indices.view();
    views[4] = offsets.view(), views[5] = weights.view(), views[6] = output.view();
    all.data = &views[0];
    all.scales = &views[1];
    all.indices = &views[3];
    all.segments = &views[4];
    all.output = &views[6];
  }
  bag_example(const bag_example&) = delete;
  bag_example& operator=(const bag_example&) = delete;

  // The rule that is broken; "" if none is.
  std::string run() {
    strew_site once = STREW_SITE_INIT;
    const strew_status status = strew_run_at(&once, &op, &all, &options, nullptr, &error);
    strew_site_clear(&once);
    return status == STREW_STATUS_OK ? "" : error.rule;
  }
  strew_plan* plan() {
    strew_plan* made = nullptr;
    strew_plan_of(&op, &all, &options, &made, &error);
    return made;
  }
};

TEST(bags_of_codes, are_sums_of_their_values) {
  bag_example bag;
  EXPECT_EQ(bag.run(), "") << bag.error.message;
  EXPECT_EQ(bag.output.values, (floats{8, 11, 140, 170, 24, 28, 320, 360}));
}

TEST(bags_of_codes, subtract_zero_points_and_multiply_by_weights) {
  bag_example bag;
  bag.all.zero_points = &bag.views[2];
  bag.all.weights = &bag.views[5];
  EXPECT_EQ(bag.run(), "") << bag.error.message;
  EXPECT_EQ(bag.output.values, (floats{8 - 100, 10, 120, 140 + 1000, -0.5F, 6, 600, 660 + 5}));
}

TEST(bags_of_codes, take_the_numbers_of_a_codebook) {
  bag_example bag;
  array<float> numbers{{16}, floats(16, -1)};
  numbers.values[0] = 1000;
  const strew_tensor view = numbers.view();
  bag.all.codebook = &view;
  EXPECT_EQ(bag.run(), "") << bag.error.message;
  EXPECT_EQ(bag.output.values, (floats{998, -3, -30, -30, 997, -4, -40, -40}));
}

TEST(bags_of_codes, begin_with_a_base_and_count_what_they_take) {
  bag_example bag;
  array<float> base{{2, 4}, {1000, 0, 0, 0, 0, 0, 0, -1000}};
  array<std::int64_t> arg{{2, 4}, integers(8, 77)}, count{{2}, {7, 7}};
  const strew_tensor b = base.view(), a = arg.view(), c = count.view();
  bag.all.base = &b, bag.all.arg = &a, bag.all.count = &c;
  bag.options.reduction = STREW_REDUCTION_MAX;
  EXPECT_EQ(bag.run(), "") << bag.error.message;
  EXPECT_EQ(bag.output.values, (floats{1000, 10, 120, 140, 24, 27, 300, 330}));
  EXPECT_EQ(arg.values, (integers{4, 0, 0, 0, 3, 3, 3, 3}));
  EXPECT_EQ(count.values, (integers{2, 2}));
}

// Of a table of one row all bags are sums of that row, and the weights differ from unit to unit of what is moved at a
// time.
TEST(bags_of_codes, have_weights_of_16_bits_from_unit_to_unit) {
  bag_example bag;
  array<std::uint8_t> codes{{1, 3, 1}, {1, 2, 3}};
  array<float> scales{{1, 3, 1}, {1, 10, 100}};
  array<std::int64_t> indices{{3, 2}, {0, 0, 0, 0, 0, 0}};
  array<std::uint16_t> weights{{3, 2}, {0x3C00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600}};  // 1 to 6
  array<std::uint16_t> sums{{3, 3, 1}, std::vector<std::uint16_t>(9, 77)};
  strew_tensor views[] = {codes.view(), scales.view(), indices.view(), weights.view(), sums.view()};
  views[3].dtype = views[4].dtype = STREW_DTYPE_F16;
  bag.segmentation.form = STREW_SEGMENTS_GROUPS;
  bag.quantization.bits = 8;
  bag.quantization.block_size = 0;
  bag.all.data = &views[0], bag.all.scales = &views[1], bag.all.indices = &views[2];
  bag.options.out_of_bounds = STREW_OOB_CLAMP;  // to the only row, so that indices play no part
  bag.all.segments = nullptr, bag.all.weights = &views[3], bag.all.output = &views[4];
  EXPECT_EQ(bag.run(), "") << bag.error.message;
  // 3 times 1, 20 and 300, then 7 and 11 times
  const std::vector<std::uint16_t> right = {0x4200, 0x5380, 0x6308, 0x4700, 0x5860, 0x681A, 0x4980, 0x5AE0, 0x6A72};
  EXPECT_EQ(sums.values, right);
}

// 2048 + 1 is no f16, and 2050 is: two of them need the sum in f32.
TEST(bags_of_codes, keep_values_and_sums_in_f32) {
  bag_example bag;
  bag.codes.values = {0x00, 0x00, 0x11, 0x11, 0x11, 0x11};
  bag.scales.values = {1, 1, 2048, 2048, 1, 1};
  bag.indices.values = {1, 2, 2, 2};
  bag.offsets.values = {0, 3};
  array<std::uint16_t> halves{{2, 4}, std::vector<std::uint16_t>(8, 77)};
  strew_tensor view = halves.view();
  view.dtype = STREW_DTYPE_F16;
  bag.all.output = &view;
  EXPECT_EQ(bag.run(), "") << bag.error.message;
  EXPECT_EQ(halves.values,
            (std::vector<std::uint16_t>{0x6801, 0x6801, 0x6801, 0x6801, 0x3C00, 0x3C00, 0x3C00, 0x3C00}));
  bag.options.accumulate = STREW_ACCUMULATE_NATIVE;
  EXPECT_EQ(bag.run(), "") << bag.error.message;
  EXPECT_EQ(halves.values,
            (std::vector<std::uint16_t>{0x6800, 0x6800, 0x6800, 0x6800, 0x3C00, 0x3C00, 0x3C00, 0x3C00}));
}

TEST(bags_of_codes, need_scales_and_leave_these_to_them) {
  bag_example without;
  without.all.scales = nullptr;
  EXPECT_EQ(without.run(), "PT1");
  bag_example elements;
  elements.op.quantization = nullptr;
  EXPECT_EQ(elements.run(), "PT5");
  bag_example scan;
  scan.op.kind = STREW_OPERATOR_SEGMENT_SCAN;
  scan.all.scales = nullptr;
  EXPECT_EQ(scan.run(), "PT5");
}

TEST(bags_of_codes, name_the_operand_and_the_rule) {
  bag_example rows;
  rows.views[1].rank = 1;
  EXPECT_EQ(rows.run(), "QB3");
  EXPECT_EQ(rows.error.operand, STREW_OPERAND_SCALES);
  bag_example narrow;
  narrow.quantization.bits = 8;
  EXPECT_EQ(narrow.run(), "QB2");
  EXPECT_EQ(narrow.error.operand, STREW_OPERAND_DATA);
  EXPECT_STREQ(narrow.error.message, "QB2: data: its last extent is 2, but 4 codes of 8 bits have 4 bytes");
  bag_example last;
  last.op.batch_dims = 1;
  EXPECT_EQ(last.run(), "SG3");
  bag_example floating;
  floating.views[0].dtype = STREW_DTYPE_I32;
  EXPECT_EQ(floating.run(), "TY5");
  EXPECT_EQ(floating.error.operand, STREW_OPERAND_DATA);
}

TEST(bags_of_codes, refuse_offsets_and_indices_before_they_write) {
  bag_example bag;
  bag.offsets.values = {2, 1};
  EXPECT_EQ(bag.run(), "OF1");
  bag.offsets.values = {0, 2};
  bag.indices.values[3] = 3;
  EXPECT_EQ(bag.run(), "IX1");
  EXPECT_EQ(bag.output.values, floats(8, 77));
}

TEST(bags_of_codes, have_plans_without_views_and_parts) {
  bag_example bag;
  strew_plan* const plan = bag.plan();
  ASSERT_NE(plan, nullptr) << bag.error.message;
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  EXPECT_EQ(strew_plan_view(plan, &view, &bag.error), STREW_STATUS_ATTRIBUTE);
  EXPECT_STREQ(bag.error.rule, "PB6");
  strew_plan* open = nullptr;
  EXPECT_EQ(strew_plan_open(plan, &open, &bag.error), STREW_STATUS_ATTRIBUTE);
  strew_operand_places at = STREW_OPERAND_PLACES_INIT;
  at.data = bag.codes.values.data(), at.indices = bag.indices.values.data(), at.segments = bag.offsets.values.data();
  at.output = bag.output.values.data();
  EXPECT_EQ(strew_execute_at(plan, &at, nullptr, &bag.error), STREW_STATUS_POINTER);
  EXPECT_EQ(bag.error.operand, STREW_OPERAND_SCALES);
  at.scales = bag.scales.values.data();
  EXPECT_EQ(strew_execute_at(plan, &at, nullptr, &bag.error), STREW_STATUS_OK) << bag.error.message;
  EXPECT_EQ(bag.output.values, (floats{8, 11, 140, 170, 24, 28, 320, 360}));
  strew_plan_destroy(plan);
}

TEST(bags_of_codes, refuse_an_output_over_their_scales) {
  bag_example bag;
  bag.views[6].data = bag.scales.values.data();
  EXPECT_EQ(bag.run(), "OV2");
}

}  // namespace
}  // namespace strew::testing
