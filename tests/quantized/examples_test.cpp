// gather_block_quantized by literal values, and every rule that it can break.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "support/array.hpp"

namespace strew::testing {
namespace {

using support::array;
using floats = std::vector<float>;
using bytes = std::vector<std::uint8_t>;

constexpr float infinite = std::numeric_limits<float>::infinity();

// Three rows of six codes of 4 bits, 0 to 5, 6 to 11 and 15 to 10, in blocks of four.
struct call {
  array<std::uint8_t> data{{3, 3}, {0x10, 0x32, 0x54, 0x76, 0x98, 0xBA, 0xEF, 0xCD, 0xAB}};
  array<std::int64_t> indices{{2}, {2, 0}};
  array<float> scales{{3, 2}, {1, 10, 2, 20, 0.5F, -1}};
  array<std::uint8_t> zero_points{{3, 1}, {0x21, 0x00, 0x8F}};
  array<float> codebook{{16}, {0, 0.5F, 1, 1.5F, 2, 3, 4, 6, -0.0F, -0.5F, -1, -1.5F, -2, -3, -4, -6}};
  array<float> output{{2, 6}, floats(12, 77)};
  strew_quantization quantization = {sizeof(strew_quantization), 1, 4, STREW_PACKING_LOW_FIRST, 4};
  strew_options options = STREW_OPTIONS_INIT;
  std::int64_t axis = 0, batch_dims = 0;
  bool has_zero_points = false, has_codebook = false;
  strew_error error = STREW_ERROR_INIT;

  // The rule that is broken; "" if none is.
  std::string run(const std::function<void(strew_operands&)>& change = nullptr) {
    const strew_tensor d = data.view(), i = indices.view(), s = scales.view(), z = zero_points.view();
    const strew_tensor c = codebook.view(), o = output.view();
    strew_operands all = STREW_OPERANDS_INIT;
    all.data = &d, all.indices = &i, all.scales = &s, all.output = &o;
    if (has_zero_points) all.zero_points = &z;
    if (has_codebook) all.codebook = &c;
    if (change) change(all);
    const strew_status status =
        strew_gather_block_quantized(&all, &quantization, axis, batch_dims, &options, nullptr, &error);
    return status == STREW_STATUS_OK ? "" : error.rule;
  }
  [[nodiscard]] std::string message() const { return error.message; }
};

TEST(gather_block_quantized, multiplies_codes_by_the_scales_of_their_blocks) {
  call one;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{7.5F, 7, 6.5F, 6, -11, -10, 0, 1, 2, 3, 40, 50}));
}

TEST(gather_block_quantized, subtracts_the_zero_points_of_their_blocks) {
  call one;
  one.has_zero_points = true;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{0, -0.5F, -1, -1.5F, -3, -2, -1, 0, 1, 2, 20, 30}));
}

TEST(gather_block_quantized, has_signed_codes_in_signed_bytes) {
  call one;
  one.data.dtype = one.zero_points.dtype = STREW_DTYPE_I8;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{-0.5F, -1, -1.5F, -2, 5, 6, 0, 1, 2, 3, 40, 50}));
  one.has_zero_points = true;  // -1, -8; 1, 2
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{0, -0.5F, -1, -1.5F, -3, -2, -1, 0, 1, 2, 20, 30}));
}

TEST(gather_block_quantized, reads_bytes_and_quarters_of_bytes) {
  call one;
  one.data = {{1, 2}, {200, 100}};
  one.indices = {{1}, {0}};
  one.scales = {{1, 1}, {0.5F}};
  one.output = {{1, 2}, floats(2)};
  one.quantization.bits = 8;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{100, 50}));
  one.data.dtype = STREW_DTYPE_I8;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{-28, 50}));
  one.quantization.bits = 2;
  one.data = {{1, 2}, {0xE4, 0x01}};  // 0 1 2 3, 1
  one.scales = {{1, 2}, {2, 3}};
  one.output = {{1, 5}, floats(5)};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{0, 2, 4, 6, 3}));
}

// As blocks of ggml's q4_0: a scale of two bytes, then sixteen bytes of codes; here blocks of four.
TEST(gather_block_quantized, reads_halves_of_blocks_with_scales_between_them) {
  call one;
  const bytes blocks{0x00, 0x3C, 0x20, 0x31, 0x00, 0x40, 0x64, 0x75};  // 1 and codes 0 1 2 3, 2 and codes 4 5 6 7
  one.data = {{1, 2, 2}, blocks, STREW_DTYPE_U8, {8, 4, 1}};
  one.indices = {{1}, {0}};
  one.output = {{1, 2, 4}, floats(8)};
  one.quantization.packing = STREW_PACKING_HALVES;
  strew_tensor codes = one.data.view(), scales = codes;
  codes.data = const_cast<std::uint8_t*>(blocks.data()) + 2;
  const std::int64_t extents[] = {1, 2, 1};
  scales.data = const_cast<std::uint8_t*>(blocks.data());
  scales.extents = extents;
  scales.dtype = STREW_DTYPE_F16;
  EXPECT_EQ(one.run([&](strew_operands& all) { all.data = &codes, all.scales = &scales; }), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{0, 1, 2, 3, 8, 10, 12, 14}));
}

TEST(gather_block_quantized, looks_codes_up_in_a_codebook) {
  call one;
  one.has_codebook = true;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{-3, -2, -1.5F, -1, 1.5F, 1, 0, 0.5F, 1, 1.5F, 20, 30}));
}

TEST(gather_block_quantized, has_scales_that_are_exponents) {
  call one;
  const bytes exponents{127, 128, 0, 0, 126, 255};
  const array<std::uint8_t> scales{{3, 2}, exponents};
  const strew_tensor s = scales.view();
  EXPECT_EQ(one.run([&](strew_operands& all) { all.scales = &s; }), "") << one.message();
  const floats& made = one.output.values;
  EXPECT_EQ(floats(made.begin(), made.begin() + 4), (floats{7.5F, 7, 6.5F, 6}));
  EXPECT_TRUE(std::isnan(made[4]) && !std::signbit(made[4]));
  EXPECT_EQ(floats(made.begin() + 6, made.end()), (floats{0, 1, 2, 3, 8, 10}));
  one.indices.values = {1, 1};
  EXPECT_EQ(one.run([&](strew_operands& all) { all.scales = &s; }), "") << one.message();
  EXPECT_EQ(made[0], std::ldexp(6.0F, -127));  // no normal number
}

TEST(gather_block_quantized, keeps_signs_of_zeros_and_infinities) {
  call one;
  one.scales.values = {-1, infinite, 1, 1, 1, 1};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_TRUE(std::signbit(one.output.values[6]));
  EXPECT_EQ(one.output.values[10], infinite);
  one.scales.values[0] = -infinite;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_TRUE(std::isnan(one.output.values[6]));  // 0 times infinity
  EXPECT_FALSE(std::signbit(one.output.values[6]));
  EXPECT_EQ(one.output.values[7], -infinite);
}

TEST(gather_block_quantized, rounds_to_the_type_of_the_output) {
  call one;
  one.scales.values = {1, 1, 1, 1, 1.0F + 1.0F / 256, 30000};
  array<std::uint16_t> output{{2, 6}, std::vector<std::uint16_t>(12), STREW_DTYPE_BF16};
  strew_tensor o = output.view();
  EXPECT_EQ(one.run([&](strew_operands& all) { all.output = &o; }), "") << one.message();
  EXPECT_EQ(output.values[0], 0x4171);  // 15.0586 becomes 15.0625
  EXPECT_EQ(output.values[1], 0x4161);  // 14.0547 becomes 14.0625
  o.dtype = STREW_DTYPE_F16;
  EXPECT_EQ(one.run([&](strew_operands& all) { all.output = &o; }), "") << one.message();
  EXPECT_EQ(output.values[4], 0x7C00);  // 330000 is infinite
  EXPECT_EQ(output.values[7], 0x3C00);
}

TEST(gather_block_quantized, takes_a_row_as_a_block) {
  call one;
  one.quantization.block_size = 0;
  one.scales = {{3, 1}, {1, 2, 3}};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{45, 42, 39, 36, 33, 30, 0, 1, 2, 3, 4, 5}));
}

TEST(gather_block_quantized, has_the_policies_of_gathers) {
  call one;
  one.indices.values = {7, -3};
  EXPECT_EQ(one.run(), "IX1");
  EXPECT_EQ(one.message(),
            "IX1: indices: position 0 (0): component 0 of (7) is 7, outside [-3, 2] (axis 0 of extent 3); 1 of 2 "
            "positions is bad");
  EXPECT_EQ(one.output.values, floats(12, 77));
  one.options.out_of_bounds = STREW_OOB_SKIP;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{77, 77, 77, 77, 77, 77, 0, 1, 2, 3, 40, 50}));
  one.options.out_of_bounds = STREW_OOB_FILL;
  const double number = -2.5;
  one.options.fill_value = &number;
  one.options.fill_dtype = STREW_DTYPE_F64;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{-2.5F, -2.5F, -2.5F, -2.5F, -2.5F, -2.5F, 0, 1, 2, 3, 40, 50}));
  one.options.fill_value = nullptr;
  one.options.out_of_bounds = STREW_OOB_CLAMP;
  one.options.negative_indices = STREW_NEGATIVE_INVALID;
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{7.5F, 7, 6.5F, 6, -11, -10, 0, 1, 2, 3, 40, 50}));
}

// Along an axis in the middle, in a batch.
TEST(gather_block_quantized, gathers_along_an_axis_of_a_batch) {
  call one;
  one.axis = -2;
  one.batch_dims = 1;
  one.data = {{2, 2, 1}, {0x21, 0x43, 0x65, 0x87}};
  one.scales = {{2, 2, 1}, {1, 2, 3, 4}};
  one.indices = {{2, 1}, {1, 0}};
  one.output = {{2, 1, 2}, floats(4)};
  EXPECT_EQ(one.run(), "") << one.message();
  EXPECT_EQ(one.output.values, (floats{6, 8, 15, 18}));
}

TEST(gather_block_quantized, is_planned_and_described) {
  call one;
  const strew_tensor d = one.data.view(), i = one.indices.view(), s = one.scales.view(), o = one.output.view();
  const strew_tensor z = one.zero_points.view();
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_GATHER_BLOCK_QUANTIZED;
  op.quantization = &one.quantization;
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &d, all.indices = &i, all.scales = &s, all.zero_points = &z, all.output = &o;
  strew_plan *plan = nullptr, *other = nullptr;
  ASSERT_EQ(strew_plan_of(&op, &all, nullptr, &plan, &one.error), STREW_STATUS_OK) << one.message();
  strew_operand_places at = STREW_OPERAND_PLACES_INIT;
  at.data = d.data, at.indices = i.data, at.scales = s.data, at.zero_points = z.data, at.output = o.data;
  EXPECT_EQ(strew_execute_at(plan, &at, nullptr, &one.error), STREW_STATUS_OK) << one.message();
  EXPECT_EQ(one.output.values, (floats{0, -0.5F, -1, -1.5F, -3, -2, -1, 0, 1, 2, 20, 30}));
  std::string text(2000, '\0');
  text.resize(strew_plan_describe(plan, text.data(), text.size()));
  EXPECT_EQ(text,
            "gather_block_quantized, axis 0: data u8 [3, 3], indices i64 [2], scales f32 [3, 2], zero_points u8 "
            "[3, 1], output f32 [2, 6]; solver decoded; 88 bytes to read and write, workspace 0");
  for (const void** missing : {&at.scales, &at.zero_points}) {
    const void* const kept = *missing;
    *missing = nullptr;
    EXPECT_EQ(strew_execute_at(plan, &at, nullptr, &one.error), STREW_STATUS_POINTER);
    EXPECT_EQ(one.error.operand, missing == &at.scales ? STREW_OPERAND_SCALES : STREW_OPERAND_ZERO_POINTS);
    *missing = kept;
  }
  at.scales = o.data;
  EXPECT_EQ(strew_execute_at(plan, &at, nullptr, &one.error), STREW_STATUS_OVERLAP);
  EXPECT_STREQ(one.error.rule, "OV2");
  EXPECT_EQ(strew_execute(plan, d.data, i.data, nullptr, o.data, nullptr, &one.error), STREW_STATUS_POINTER);
  EXPECT_STREQ(one.error.rule, "PT5");
  one.quantization.bits = 4;
  all.zero_points = nullptr;
  ASSERT_EQ(strew_plan_of(&op, &all, nullptr, &other, &one.error), STREW_STATUS_OK) << one.message();
  EXPECT_EQ(strew_plan_equal(plan, other), 0);
  EXPECT_NE(strew_plan_hash(plan), strew_plan_hash(other));
  strew_plan_destroy(plan);
  strew_plan_destroy(other);
}

// Plans of calls that come again are kept: each call finds its own.
TEST(gather_block_quantized, is_remembered_by_all_that_it_depends_on) {
  const auto results = [] {
    std::vector<floats> made;
    const auto keep = [&](const auto& change, const std::function<void(strew_operands&)>& operands = nullptr) {
      call one;
      change(one);
      EXPECT_EQ(one.run(operands), "") << one.message();
      made.push_back(one.output.values);
    };
    const auto scales_of = [](strew_dtype type) {
      return [type](strew_operands& all) { const_cast<strew_tensor*>(all.scales)->dtype = type; };
    };
    const std::int64_t apart[] = {4, 4};
    keep([](call&) {});
    keep([](call& one) { one.data.dtype = STREW_DTYPE_I8; });
    keep([](call& one) { one.quantization.block_size = 5; });
    keep([](call& one) {
      one.quantization = {sizeof(strew_quantization), 1, 4, STREW_PACKING_HALVES, 6};
      one.scales = {{3, 1}, {1, 2, 3}};
    });
    keep([](call& one) { one.has_zero_points = true; });
    keep([](call& one) { one.has_codebook = true; });
    keep([](call&) {}, scales_of(STREW_DTYPE_F16));
    keep([](call&) {}, [&](strew_operands& all) { const_cast<strew_tensor*>(all.scales)->strides = apart; });
    return made;
  };
  const std::vector<floats> first = results();
  for (std::size_t n = 1; n < first.size(); ++n) EXPECT_NE(first[n], first[0]) << n;
  for (int times = 0; times < 3; ++times) EXPECT_EQ(results(), first);
}

// What the view of a plan says, and that neither it nor a part of it makes another plan.
TEST(gather_block_quantized, is_shown_to_other_executions) {
  call one;
  const strew_tensor d = one.data.view(), i = one.indices.view(), s = one.scales.view(), o = one.output.view();
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_GATHER_BLOCK_QUANTIZED;
  op.quantization = &one.quantization;
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &d, all.indices = &i, all.scales = &s, all.output = &o;
  strew_plan *plan = nullptr, *made = nullptr;
  ASSERT_EQ(strew_plan_of(&op, &all, nullptr, &plan, &one.error), STREW_STATUS_OK) << one.message();
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  ASSERT_EQ(strew_plan_view(plan, &view, &one.error), STREW_STATUS_OK) << one.message();
  const strew_problem_step& step = view.steps[view.step_count - 1];
  ASSERT_NE(step.decoding, nullptr);
  EXPECT_EQ(step.width, 24);
  EXPECT_EQ(step.decoding->columns, 6);
  EXPECT_EQ(step.decoding->block, 4);
  EXPECT_EQ(step.decoding->scale_stride, 8);
  EXPECT_EQ(step.decoding->scale_dtype, STREW_DTYPE_F32);
  EXPECT_EQ(view.scales.high, 24);
  EXPECT_EQ(view.zero_points.high, 0);
  EXPECT_EQ(strew_plan_from_problem(&view, nullptr, &made, &one.error), STREW_STATUS_ATTRIBUTE);
  EXPECT_STREQ(one.error.rule, "PB1");
  strew_problem_part part = STREW_PROBLEM_PART_INIT;
  part.first_position = 1;
  strew_problem_bases bases = STREW_PROBLEM_BASES_INIT;
  EXPECT_EQ(strew_problem_slice(plan, &part, &made, &bases, &one.error), STREW_STATUS_SHAPE);
  EXPECT_STREQ(one.error.rule, "PB5");
  strew_plan_destroy(plan);
}

// ---- Rules ----------------------------------------------------------------------------------------------------------

TEST(gather_block_quantized, PT1_PT2_PT5_AT6) {
  call one;
  EXPECT_EQ(one.run([](strew_operands& all) { all.scales = nullptr; }), "PT1");
  EXPECT_EQ(one.error.operand, STREW_OPERAND_SCALES);
  EXPECT_EQ(one.run([](strew_operands& all) { all.output = nullptr; }), "PT1");
  EXPECT_EQ(one.run([](strew_operands& all) { all.updates = all.data; }), "PT5");
  EXPECT_EQ(one.run([](strew_operands& all) { all.base = all.data; }), "PT5");
  EXPECT_EQ(strew_gather_block_quantized(nullptr, &one.quantization, 0, 0, nullptr, nullptr, nullptr),
            STREW_STATUS_POINTER);
  one.quantization.version = 9;
  EXPECT_EQ(one.run(), "PT2");
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_GATHER;
  strew_operands all = STREW_OPERANDS_INIT;
  const strew_tensor d = one.data.view();
  all.data = all.indices = all.output = all.scales = &d;
  strew_plan* plan = nullptr;
  EXPECT_EQ(strew_plan_of(&op, &all, nullptr, &plan, &one.error), STREW_STATUS_POINTER);
  EXPECT_EQ(one.error.operand, STREW_OPERAND_SCALES);
  op.quantization = &one.quantization;
  all.scales = nullptr;
  EXPECT_EQ(strew_plan_of(&op, &all, nullptr, &plan, &one.error), STREW_STATUS_POINTER);
  EXPECT_STREQ(one.error.rule, "PT5");
  op.kind = STREW_OPERATOR_GATHER_BLOCK_QUANTIZED;
  one.quantization.version = 1;
  std::uint64_t rank = 0;
  EXPECT_EQ(strew_shape(&op, &d, &d, 0, nullptr, &rank, &one.error), STREW_STATUS_ATTRIBUTE);
  EXPECT_STREQ(one.error.rule, "AT6");
}

TEST(gather_block_quantized, TY3_TY5) {
  call one;
  one.has_zero_points = true;
  const auto broken = [&](const strew_tensor* strew_operands::*which, strew_dtype type) {
    return one.run([&](strew_operands& all) { const_cast<strew_tensor*>(all.*which)->dtype = type; });
  };
  EXPECT_EQ(broken(&strew_operands::data, STREW_DTYPE_BOOL), "TY5");
  EXPECT_EQ(one.message(), "TY5: data: its type is bool, but codes are u8, or i8 if they are signed");
  EXPECT_EQ(broken(&strew_operands::indices, STREW_DTYPE_F64), "TY3");
  EXPECT_EQ(broken(&strew_operands::scales, STREW_DTYPE_I32), "TY5");
  EXPECT_EQ(one.message(), "TY5: scales: their type i32 is none of f32, f16, bf16 and u8");
  EXPECT_EQ(broken(&strew_operands::zero_points, STREW_DTYPE_I8), "TY5");
  EXPECT_EQ(one.message(), "TY5: zero_points: their type i8 differs from the u8 of data");
  EXPECT_EQ(broken(&strew_operands::output, STREW_DTYPE_I32), "TY5");
  one.has_zero_points = false, one.has_codebook = true;
  EXPECT_EQ(broken(&strew_operands::codebook, STREW_DTYPE_I32), "TY5");
  EXPECT_EQ(one.output.values, floats(12, 77));
}

TEST(gather_block_quantized, AT1_AT4_QB1) {
  call one;
  one.options.reduction = STREW_REDUCTION_ADD;
  EXPECT_EQ(one.run(), "AT1");
  one.options.reduction = STREW_REDUCTION_NONE;
  one.options.out_of_bounds = STREW_OOB_FILL;
  const std::uint8_t raw[1] = {0};
  one.options.fill_value = raw;
  one.options.fill_bytes = 1;
  EXPECT_EQ(one.run(), "AT4");
  EXPECT_EQ(one.message(), "AT4: call: the fill value has 1 bytes, an element of output has 4");
  one.options = STREW_OPTIONS_INIT;
  one.quantization.bits = 3;
  EXPECT_EQ(one.run(), "QB1");
  EXPECT_EQ(one.message(), "QB1: call: bits is 3, not 8, 4 or 2");
  one.quantization.bits = 8;
  one.quantization.packing = STREW_PACKING_HALVES;
  EXPECT_EQ(one.run(), "QB1");
  one.quantization.packing = 2;
  EXPECT_EQ(one.run(), "QB1");
}

TEST(gather_block_quantized, AX2_AX5_QB2) {
  call one;
  one.axis = 2;
  EXPECT_EQ(one.run(), "AX2");
  one.axis = 0;
  one.output.extents = {3, 6};
  EXPECT_EQ(one.run(), "AX5");
  one.output.extents = {2, 7};
  EXPECT_EQ(one.run(), "QB2");
  EXPECT_EQ(one.message(), "QB2: data: its last extent is 3, but 7 codes of 4 bits have 4 bytes");
  one.output.extents = {2, 6};
  one.quantization.block_size = -1;
  EXPECT_EQ(one.run(), "QB2");
  one.quantization.packing = STREW_PACKING_HALVES;
  for (const std::int64_t size : {4, 3, 12}) {
    one.quantization.block_size = size;
    EXPECT_EQ(one.run(), "QB2");
  }
  EXPECT_EQ(one.message(), "QB2: call: rows of 6 values have no whole blocks of 12 with two halves");
  one.quantization = {sizeof(strew_quantization), 1, 4, STREW_PACKING_LOW_FIRST, 4};
  one.axis = -1;
  one.output.extents = {3, 2};
  EXPECT_EQ(one.run(), "QB2");
  EXPECT_EQ(one.message(), "QB2: call: axis is the last one of data of rank 2, along which codes are packed");
}

TEST(gather_block_quantized, QB3_QB4) {
  call one;
  one.scales.extents = {3, 1};
  EXPECT_EQ(one.run(), "QB3");
  EXPECT_EQ(one.message(), "QB3: scales: their extents are [3, 1], not [3, 2]");
  one.scales.extents = {3, 2};
  one.has_zero_points = true;
  one.zero_points.extents = {1, 3};
  EXPECT_EQ(one.run(), "QB4");
  EXPECT_EQ(one.error.operand, STREW_OPERAND_ZERO_POINTS);
  one.has_codebook = true;
  one.zero_points.extents = {3, 1};
  EXPECT_EQ(one.run(), "QB4");
  one.has_zero_points = false;
  one.codebook.extents = {15};
  EXPECT_EQ(one.run(), "QB4");
  EXPECT_EQ(one.message(), "QB4: codebook: its extents are [15], not [16]");
  one.codebook.extents = {16};
  one.data.dtype = STREW_DTYPE_I8;
  EXPECT_EQ(one.run(), "QB4");
  EXPECT_EQ(one.output.values, floats(12, 77));
}

TEST(gather_block_quantized, reads_operands_at_any_address) {
  call one;
  bytes scales(1 + sizeof(float) * one.scales.values.size());
  std::memcpy(scales.data() + 1, one.scales.values.data(), scales.size() - 1);
  EXPECT_EQ(one.run([&](strew_operands& all) { const_cast<strew_tensor*>(all.scales)->data = scales.data() + 1; }), "");
  EXPECT_EQ(one.output.values, (floats{7.5F, 7, 6.5F, 6, -11, -10, 0, 1, 2, 3, 40, 50}));
}

// So wide rows that pieces of columns are decoded at a time, and so many that they are stored past the cache.
struct large_call {
  static constexpr std::size_t columns = 20000, positions = 700;
  call one;
  large_call() {
    one.quantization.block_size = 100;
    one.data = {{3, columns / 2}, bytes(3 * columns / 2)};
    for (std::size_t n = 0; n < one.data.values.size(); ++n)
      one.data.values[n] = static_cast<std::uint8_t>(n * n >> 3U);
    one.scales = {{3, columns / 100}, floats(3 * columns / 100)};
    for (std::size_t n = 0; n < one.scales.values.size(); ++n) one.scales.values[n] = static_cast<float>(n) / 8 - 20;
    one.indices = {{positions}, std::vector<std::int64_t>(positions)};
    for (std::size_t n = 0; n < positions; ++n) one.indices.values[n] = static_cast<std::int64_t>(n % 3);
    one.output = {{positions, columns}, floats(positions * columns, 77)};
  }
  [[nodiscard]] floats row(std::size_t number) const {
    floats made(columns);
    for (std::size_t c = 0; c < columns; ++c) {
      const unsigned byte = one.data.values[number * columns / 2 + c / 2];
      made[c] = static_cast<float>(c % 2 == 0 ? byte & 15U : byte >> 4U) * one.scales.values[number * 200 + c / 100];
    }
    return made;
  }
};

TEST(gather_block_quantized, decodes_many_wide_rows) {
  large_call large;
  EXPECT_EQ(large.one.run(), "") << large.one.message();
  const floats rows[] = {large.row(0), large.row(1), large.row(2)};
  for (std::size_t p = 0; p < large_call::positions; ++p) {
    const float* const made = large.one.output.values.data() + p * large_call::columns;
    ASSERT_EQ(std::memcmp(made, rows[p % 3].data(), large_call::columns * sizeof(float)), 0) << p;
  }
}

TEST(gather_block_quantized, is_cancelled) {
  large_call large;
  call& one = large.one;
  const strew_tensor d = one.data.view(), i = one.indices.view(), s = one.scales.view(), o = one.output.view();
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &d, all.indices = &i, all.scales = &s, all.output = &o;
  strew_execution execution = STREW_EXECUTION_INIT;
  int polls = 0;
  execution.threads = 1;
  execution.cancel_context = &polls;
  execution.cancel = [](void* context) { return ++*static_cast<int*>(context) > 3 ? 1 : 0; };
  EXPECT_EQ(strew_gather_block_quantized(&all, &one.quantization, 0, 0, nullptr, &execution, &one.error),
            STREW_STATUS_CANCELLED);
  EXPECT_LT(polls, 6);
}

TEST(gather_block_quantized, of_nothing) {
  call one;
  one.indices = {{0}, {}};
  one.output = {{0, 6}, {}};
  EXPECT_EQ(one.run(), "") << one.message();
  call none;
  none.data.extents = {3, 0};
  none.scales.extents = {3, 0};
  none.output.extents = {2, 0};
  EXPECT_EQ(none.run(), "") << none.message();
  none.indices.values = {5, 5};
  EXPECT_EQ(none.run(), "IX1");
}

}  // namespace
}  // namespace strew::testing
