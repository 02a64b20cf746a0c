// Gather, GatherElements and GatherND: the examples of their definitions, for each version, and their defaults.
#include <gtest/gtest.h>

#include "onnx/model.hpp"

namespace strew::testing {
namespace {

const floats three_rows{{3, 2}, {1.0F, 1.2F, 2.3F, 3.4F, 4.5F, 5.7F}};
const floats three_by_three{{3, 3}, {1.0F, 1.2F, 1.9F, 2.3F, 3.4F, 3.9F, 4.5F, 5.7F, 5.9F}};
const integers nine{{3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}};
const integers two_by_two{{2, 2}, {0, 1, 2, 3}};
const integers two_cubed{{2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7}};

constexpr std::int64_t all_opsets[] = {1, 6, 10, 11, 12, 13, 18, 24, 28};

TEST(OnnxGather, FirstExampleInEveryVersion) {
  const floats right{{2, 2, 2}, {1.0F, 1.2F, 2.3F, 3.4F, 2.3F, 3.4F, 4.5F, 5.7F}};
  for (const std::int64_t opset : all_opsets) {
    EXPECT_EQ(output_of<float>({"Gather", opset}, {three_rows, indices{{2, 2}, {0, 1, 1, 2}}}), right) << opset;
    EXPECT_EQ(output_of<float>({"Gather", opset}, {three_rows, narrow_indices{{2, 2}, {0, 1, 1, 2}}}), right) << opset;
  }
}

TEST(OnnxGather, SecondExampleInEveryVersion) {
  const floats right{{3, 1, 2}, {1.0F, 1.9F, 2.3F, 3.9F, 4.5F, 5.9F}};
  for (const std::int64_t opset : all_opsets) {
    for (const std::int64_t axis : {1, -1}) {
      const model node{"Gather", opset, {number("axis", axis)}};
      EXPECT_EQ(output_of<float>(node, {three_by_three, indices{{1, 2}, {0, 2}}}), right) << opset << ", " << axis;
    }
  }
}

TEST(OnnxGather, ScalarIndicesDropTheAxis) {
  EXPECT_EQ(output_of<std::int32_t>({"Gather", 13, {number("axis", 1)}}, {nine, indices{{}, {2}}}),
            (integers{{3}, {3, 6, 9}}));
  EXPECT_EQ(output_of<std::int32_t>({"Gather", 13}, {integers{{3}, {5, 6, 7}}, indices{{}, {-1}}}),
            (integers{{}, {7}}));
}

TEST(OnnxGather, NegativeIndicesCountFromTheEndSince11) {
  const integers ten{{10}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}};
  const indices at{{3}, {0, -9, -10}};
  for (const std::int64_t opset : {11, 13, 28}) {
    EXPECT_EQ(output_of<std::int32_t>({"Gather", opset}, {ten, at}), (integers{{3}, {0, 1, 0}})) << opset;
  }
  for (const std::int64_t opset : {1, 10}) {
    integers output{{3}, {9, 9, 9}};
    const auto outcome = onnx::try_run(model{"Gather", opset}.node(), inputs{ten, at}, {output.values, {3}});
    EXPECT_EQ(outcome.error().rule(), "IX1");
    EXPECT_EQ(outcome.error().position(), 1U);
    EXPECT_EQ(outcome.error().allowed_low(), 0);
    EXPECT_EQ(output.values, (std::vector<std::int32_t>{9, 9, 9}));
  }
}

TEST(OnnxGather, AnIndexOutOfBoundsIsAnErrorInEveryVersion) {
  for (const std::int64_t opset : all_opsets) {
    for (const std::int64_t bad : {3, -4}) {
      integers output{{1, 3}, {9, 9, 9}};
      const auto outcome =
          onnx::try_run(model{"Gather", opset}.node(), inputs{nine, indices{{1}, {bad}}}, {output.values, {1, 3}});
      EXPECT_EQ(outcome.code(), status::index);
      EXPECT_EQ(outcome.error().extent(), 3);
      EXPECT_EQ(output.values, (std::vector<std::int32_t>{9, 9, 9}));
    }
  }
}

TEST(OnnxGather, EmptyIndicesAndEmptyRows) {
  EXPECT_EQ(output_of<std::int32_t>({"Gather", 13}, {nine, indices{{0}, {}}}), (integers{{0, 3}, {}}));
  EXPECT_EQ(output_of<std::int32_t>({"Gather", 13}, {integers{{2, 0}, {}}, indices{{3}, {0, 1, 1}}}),
            (integers{{3, 0}, {}}));
}

TEST(OnnxGatherElements, ExamplesInEveryVersion) {
  for (const std::int64_t opset : {11, 12, 13, 18, 28}) {
    EXPECT_EQ(output_of<std::int32_t>({"GatherElements", opset, {number("axis", 1)}},
                                      {integers{{2, 2}, {1, 2, 3, 4}}, indices{{2, 2}, {0, 0, 1, 0}}}),
              (integers{{2, 2}, {1, 1, 4, 3}}));
    EXPECT_EQ(output_of<std::int32_t>({"GatherElements", opset}, {nine, indices{{2, 3}, {1, 2, 0, 2, 0, 0}}}),
              (integers{{2, 3}, {4, 8, 3, 7, 2, 3}}));
    EXPECT_EQ(output_of<std::int32_t>({"GatherElements", opset, {number("axis", -2)}},
                                      {nine, narrow_indices{{2, 3}, {-1, -2, 0, -2, 0, 0}}}),
              (integers{{2, 3}, {7, 5, 3, 4, 2, 3}}));
  }
}

// ONNX does not relate the other extents of indices and data; those that are smaller are taken.
TEST(OnnxGatherElements, IndicesMayBeSmallerOffTheAxisAndLongerAlongIt) {
  EXPECT_EQ(output_of<std::int32_t>({"GatherElements", 13}, {nine, indices{{4, 2}, {0, 1, 2, 0, 1, 1, 2, 2}}}),
            (integers{{4, 2}, {1, 5, 7, 2, 4, 5, 7, 8}}));
  EXPECT_EQ(onnx::try_shape(model{"GatherElements", 13}.node(), inputs{two_by_two, indices{{1, 3}, {0, 0, 0}}})
                .error()
                .rule(),
            "EL4");
}

TEST(OnnxGatherND, ExamplesInEveryVersion) {
  for (const std::int64_t opset : {11, 12, 13, 18, 28}) {
    const model node{"GatherND", opset};
    EXPECT_EQ(output_of<std::int32_t>(node, {two_by_two, indices{{2, 2}, {0, 0, 1, 1}}}), (integers{{2}, {0, 3}}));
    EXPECT_EQ(output_of<std::int32_t>(node, {two_by_two, indices{{2, 1}, {1, 0}}}), (integers{{2, 2}, {2, 3, 0, 1}}));
    EXPECT_EQ(output_of<std::int32_t>(node, {two_cubed, indices{{2, 2}, {0, 1, 1, 0}}}),
              (integers{{2, 2}, {2, 3, 4, 5}}));
    EXPECT_EQ(output_of<std::int32_t>(node, {two_cubed, indices{{2, 1, 2}, {0, 1, 1, 0}}}),
              (integers{{2, 1, 2}, {2, 3, 4, 5}}));
  }
}

TEST(OnnxGatherND, BatchDimensionsSince12) {
  const indices at{{2, 1}, {1, 0}};
  const inputs given{two_cubed, at};
  for (const std::int64_t opset : {12, 13, 28}) {
    EXPECT_EQ(output_of<std::int32_t>({"GatherND", opset, {number("batch_dims", 1)}}, given),
              (integers{{2, 2}, {2, 3, 4, 5}}));
    EXPECT_EQ(output_of<std::int32_t>({"GatherND", opset, {number("batch_dims", 0)}}, given),
              (integers{{2, 2, 2}, {4, 5, 6, 7, 0, 1, 2, 3}}));
  }
}

TEST(OnnxGatherND, NegativeIndicesCountFromTheEnd) {
  for (const std::int64_t opset : {11, 12, 13}) {
    EXPECT_EQ(output_of<std::int32_t>({"GatherND", opset}, {two_by_two, indices{{2, 2}, {-1, -2, 0, -1}}}),
              (integers{{2}, {2, 1}}));
  }
}

TEST(OnnxGatherND, OneTuple) {
  EXPECT_EQ(output_of<std::int32_t>({"GatherND", 13}, {two_by_two, indices{{2}, {1, 0}}}), (integers{{}, {2}}));
}

}  // namespace
}  // namespace strew::testing
