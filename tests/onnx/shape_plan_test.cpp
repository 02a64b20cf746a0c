// Shapes without memory, plans, the forms that throw, and settings of an execution.
#include <gtest/gtest.h>

#include "onnx/model.hpp"

namespace strew::testing {
namespace {

// A view of no memory.
const_view of(const extents& shape, dtype type = dtype::f32) {
  return {static_cast<const void*>(nullptr), type, shape};
}

extents shape_of(const model& node, const inputs& given) {
  const result<extents> made = onnx::try_shape(node.node(), given);
  EXPECT_TRUE(made) << made.error().message();
  return made.value_or(extents{-1});
}

TEST(OnnxShapes, FollowFromTheInputs) {
  const const_view data = of({5, 4, 3, 2});
  const auto at = [](const extents& shape) { return of(shape, dtype::i64); };
  EXPECT_EQ(shape_of({"Gather", 1}, {data, at({3})}), (extents{3, 4, 3, 2}));
  EXPECT_EQ(shape_of({"Gather", 13, {number("axis", -2)}}, {data, at({7, 8})}), (extents{5, 4, 7, 8, 2}));
  EXPECT_EQ(shape_of({"Gather", 13, {number("axis", 3)}}, {data, at({})}), (extents{5, 4, 3}));
  EXPECT_EQ(shape_of({"GatherElements", 11, {number("axis", 1)}}, {data, at({5, 9, 3, 2})}), (extents{5, 9, 3, 2}));
  EXPECT_EQ(shape_of({"GatherND", 11}, {data, at({6, 3})}), (extents{6, 2}));
  EXPECT_EQ(shape_of({"GatherND", 13, {number("batch_dims", 2)}}, {data, at({5, 4, 6, 1})}), (extents{5, 4, 6, 2}));
  EXPECT_EQ(shape_of({"GatherND", 13}, {data, at({4})}), (extents{}));
  EXPECT_EQ(shape_of({"ScatterElements", 18}, {data, at({9, 4, 3, 2}), of({9, 4, 3, 2})}), (extents{5, 4, 3, 2}));
  EXPECT_EQ(shape_of({"Scatter", 9}, {data, at({0, 4, 3, 2}), of({0, 4, 3, 2})}), (extents{5, 4, 3, 2}));
  EXPECT_EQ(shape_of({"ScatterND", 16}, {data, at({6, 2}), of({6, 3, 2})}), (extents{5, 4, 3, 2}));
  EXPECT_EQ(shape_of({"TensorScatter", 24}, {data, of({5, 4, 1, 2}), at({5})}), (extents{5, 4, 3, 2}));
}

TEST(OnnxShapes, AnOutputTooLargeIsRefused) {
  const model node{"Gather", 13};
  const inputs given{of({1, INT64_C(1) << 40}), of({INT64_C(1) << 40}, dtype::i64)};
  EXPECT_EQ(onnx::try_shape(node.node(), given).code(), status::size);
}

TEST(OnnxPlans, ExecuteWithTheOperandsOfTheOperator) {
  const integers table{{3, 2}, {1, 2, 3, 4, 5, 6}};
  const indices rows{{2}, {-1, 0}};
  integers output{{2, 2}, {0, 0, 0, 0}};
  const plan gather = onnx::make_plan(model{"Gather", 13}.node(), inputs{of({3, 2}, dtype::i32), of({2}, dtype::i64)},
                                      {output.values, {2, 2}});
  gather.execute({.data = table, .indices = rows, .output = {output.values, {2, 2}}});
  EXPECT_EQ(output, (integers{{2, 2}, {5, 6, 1, 2}}));
}

TEST(OnnxPlans, OfAppendsHavePastCacheAsData) {
  const integers past{{2, 3}, {1, 2, 3, 4, 5, 6}}, update{{2, 1}, {10, 20}};
  const indices write_indices{{2}, {2, 1}};
  integers present{{2, 3}, std::vector<std::int32_t>(6)};
  const view output(present.values, {2, 3});
  const model node{"TensorScatter", 24, {number("axis", 1)}};
  const plan append = onnx::make_plan(node.node(), inputs{past, update, write_indices}, output);
  append.execute({.data = past, .indices = write_indices, .updates = update, .output = output});
  EXPECT_EQ(present, (integers{{2, 3}, {1, 2, 10, 4, 20, 6}}));
}

TEST(OnnxPlans, AreRefusedForAnOutputOfOtherExtents) {
  integers output{{3, 2}, std::vector<std::int32_t>(6)};
  const auto made = onnx::try_plan(model{"Gather", 13}.node(), inputs{of({3, 2}, dtype::i32), of({2}, dtype::i64)},
                                   {output.values, {3, 2}});
  EXPECT_EQ(made.error().rule(), "AX5");
  EXPECT_EQ(made.error().operand(), operand::output);
  EXPECT_EQ(made.error().message().substr(0, 15), "Gather-13: AX5:");
}

TEST(OnnxForms, ThatThrow) {
  const floats table{{2}, {1, 2}};
  const indices bad{{1}, {2}};
  floats output{{1}, {9}};
  const model node{"Gather", 13};
  try {
    onnx::run(node.node(), inputs{table, bad}, {output.values, {1}});
    FAIL() << "no exception";
  } catch (const index_error& thrown) {
    EXPECT_EQ(thrown.record().tuple(0).bits, 2U);
  }
  EXPECT_THROW(onnx::shape(model{"Gather", 0}.node(), inputs{table, bad}), error);
  EXPECT_THROW(onnx::make_plan(model{"Gather", 0}.node(), inputs{table, bad}, {output.values, {1}}), error);
  EXPECT_EQ(output.values[0], 9);
}

TEST(OnnxForms, SettingsOfAnExecutionArePassedOn) {
  const floats table{{2}, {1, 2}};
  const indices at{{1}, {1}};
  floats output{{1}, {9}};
  const auto outcome = onnx::try_run(model{"Gather", 13}.node(), inputs{table, at}, {output.values, {1}},
                                     {.cancel = [] { return true; }});
  EXPECT_EQ(outcome.code(), status::cancelled);
  EXPECT_EQ(outcome.error().message().substr(0, 11), "Gather-13: ");
}

// Operands of any strides: ONNX's tensors are packed, but nothing needs that here.
TEST(OnnxForms, StridesOfViewsAreKept) {
  const std::vector<float> table{1, 2, 3, 4, 5, 6};
  const indices at{{2}, {2, 0}};
  floats output{{2, 2}, {0, 0, 0, 0}};
  onnx::run(model{"Gather", 13}.node(), inputs{const_view(table, {2, 3}).transpose(), at}, {output.values, {2, 2}});
  EXPECT_EQ(output, (floats{{2, 2}, {3, 6, 1, 4}}));
}

}  // namespace
}  // namespace strew::testing
