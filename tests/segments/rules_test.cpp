// Every rule that a segment_reduce can break.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <functional>
#include <string>

#include "segments/segment_example.hpp"

namespace strew::testing {
namespace {

TEST(segment_reduce, PT1_PT2_PT5) {
  segment_example one;
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
  segment_example one;
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
  const auto broken = [](const std::function<void(segment_example&)>& change) {
    segment_example one;
    change(one);
    return one.run();
  };
  EXPECT_EQ(broken([](segment_example& one) { one.segmentation.form = 3; }), "AT1");
  EXPECT_EQ(broken([](segment_example& one) { one.segmentation.out_of_bounds = 9; }), "AT1");
  EXPECT_EQ(broken([](segment_example& one) { one.segmentation.out_of_bounds = STREW_OOB_FILL; }), "AT2");
  EXPECT_EQ(broken([](segment_example& one) { one.options.out_of_bounds = STREW_OOB_FILL; }), "AT2");
  EXPECT_EQ(broken([](segment_example& one) {
              one.segmentation.form = STREW_SEGMENTS_OFFSETS;
              one.segmentation.out_of_bounds = STREW_OOB_SKIP;
            }),
            "AT1");
  EXPECT_EQ(broken([](segment_example& one) {
              one.has_indices = false;
              one.ids = {{4}, {0, 0, 0, 0}};
              one.options.out_of_bounds = STREW_OOB_CLAMP;
            }),
            "AT1");
  EXPECT_EQ(broken([](segment_example& one) {
              one.segmentation.has_padding_index = 1;
              one.segmentation.padding_index = 4;
            }),
            "AT7");
  EXPECT_EQ(broken([](segment_example& one) {
              one.segmentation.has_padding_segment = 1;
              one.segmentation.padding_segment = -4;
            }),
            "AT7");
}

TEST(segment_reduce, SG1_SG2_SG3) {
  segment_example one;
  EXPECT_EQ(one.run([](strew_operands& all) { all.segments = nullptr; }), "SG1");
  EXPECT_EQ(one.message(), "SG1: segments: they are missing, but ids are asked for");
  one.segmentation.form = STREW_SEGMENTS_GROUPS;
  one.has_indices = false;
  EXPECT_EQ(one.run(), "SG1");
  EXPECT_EQ(one.error.operand, STREW_OPERAND_INDICES);
  one = segment_example();
  one.batch_dims = 2;
  EXPECT_EQ(one.run(), "SG2");
  EXPECT_EQ(one.message(), "SG2: call: batch_dims is 2, outside [0, 1] for the rank 2 of data");
  one.batch_dims = 0;
  one.ids = {{4}, {0, 0, 0, 0}};
  EXPECT_EQ(one.run(), "SG3");
  EXPECT_EQ(one.message(), "SG3: segments: its extents are [4], not [5]");
  one = segment_example();
  one.segmentation.form = STREW_SEGMENTS_OFFSETS;
  one.offsets = {{6}, {0, 0, 0, 0, 0, 0}};
  EXPECT_EQ(one.run(), "SG3");
  one.offsets = {{4}, {0, 0, 0, 0}};
  one.output = {{3, 3}, floats(9)};
  EXPECT_EQ(one.run(), "SG3");
  EXPECT_EQ(one.error.operand, STREW_OPERAND_OUTPUT);
}

TEST(segment_reduce, SZ3_OV2) {
  segment_example one;
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
