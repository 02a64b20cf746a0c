// Every rule that a gather_block_quantized can break.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <functional>
#include <string>
#include <vector>

#include "quantized/quantized_example.hpp"

namespace strew::testing {
namespace {

TEST(gather_block_quantized, PT1_PT2_PT5_AT6) {
  quantized_example one;
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
  quantized_example one;
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
  quantized_example one;
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
  quantized_example one;
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
  quantized_example one;
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

}  // namespace
}  // namespace strew::testing
