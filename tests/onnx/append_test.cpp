// TensorScatter: the examples of its definition, modes, defaults.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "onnx/model.hpp"

namespace strew::testing {
namespace {

const floats cache{{2, 1, 4, 5}, {1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 4, 3, 2, 1, 0,
                                  1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 4, 3, 2, 1, 0}};
const integers short_cache{{2, 4, 1}, {1, 2, 3, 4, 5, 6, 7, 8}};
const integers two_rows{{2, 2, 1}, {10, 20, 30, 40}};

TEST(OnnxTensorScatter, FirstExample) {
  floats right = cache;
  for (std::size_t i = 0; i < 5; ++i) right.values[5 + i] = 5, right.values[30 + i] = 1;
  const floats update{{2, 1, 1, 5}, {5, 5, 5, 5, 5, 1, 1, 1, 1, 1}};
  const indices at{{2}, {1, 2}};
  const inputs given{cache, update, at};
  for (const std::int64_t opset : {24, 28}) {
    EXPECT_EQ(output_of<float>({"TensorScatter", opset}, given), right);
    EXPECT_EQ(output_of<float>({"TensorScatter", opset, {word("mode", "linear"), number("axis", 2)}}, given), right);
  }
}

TEST(OnnxTensorScatter, CircularWrapsTheAxisOnly) {
  EXPECT_EQ(output_of<std::int32_t>({"TensorScatter", 24, {word("mode", "circular")}},
                                    {short_cache, two_rows, indices{{2}, {3, 1}}}),
            (integers{{2, 4, 1}, {20, 2, 3, 10, 5, 30, 40, 8}}));
  // More batch entries than rows: they are not taken modulo the rows.
  EXPECT_EQ(output_of<std::int32_t>(
                {"TensorScatter", 24, {word("mode", "circular"), number("axis", 1)}},
                {integers{{3, 2}, {1, 2, 3, 4, 5, 6}}, integers{{3, 1}, {7, 8, 9}}, indices{{3}, {1, 2, 3}}}),
            (integers{{3, 2}, {1, 7, 8, 4, 5, 9}}));
}

TEST(OnnxTensorScatter, BeginsAt0WithoutWriteIndices) {
  const integers right{{2, 4, 1}, {10, 20, 3, 4, 30, 40, 7, 8}};
  EXPECT_EQ(output_of<std::int32_t>({"TensorScatter", 24}, {short_cache, two_rows}), right);
  EXPECT_EQ(output_of<std::int32_t>({"TensorScatter", 24}, {short_cache, two_rows, const_view()}), right);
}

TEST(OnnxTensorScatter, InPlace) {
  integers present = short_cache;
  onnx::run(model{"TensorScatter", 24}.node(), inputs{present, two_rows, indices{{2}, {2, 0}}},
            {present.values, present.extents});
  EXPECT_EQ(present.values, (std::vector<std::int32_t>{1, 2, 10, 20, 30, 40, 7, 8}));
}

TEST(OnnxTensorScatter, RefusesWhatDoesNotFit) {
  integers output = short_cache;
  const auto rule = [&](const model& node, const inputs& given) {
    return std::string(onnx::try_run(node.node(), given, {output.values, output.extents}).error().rule());
  };
  const model node{"TensorScatter", 24};
  EXPECT_EQ(rule(node, {short_cache, two_rows, indices{{2}, {3, 0}}}), "IX1");
  EXPECT_EQ(rule({"TensorScatter", 24, {word("mode", "circular")}}, {short_cache, two_rows, indices{{2}, {-1, 0}}}),
            "IX1");
  EXPECT_EQ(rule({"TensorScatter", 24, {number("axis", 0)}}, {short_cache, two_rows}), "TS3");
  EXPECT_EQ(rule({"TensorScatter", 24, {number("axis", -3)}}, {short_cache, two_rows}), "TS3");
  EXPECT_EQ(rule({"TensorScatter", 24, {number("axis", 3)}}, {short_cache, two_rows}), "TS2");
  EXPECT_EQ(rule(node, {short_cache, integers{{2, 5, 1}, std::vector<std::int32_t>(10)}}), "TS5");
  EXPECT_EQ(rule(node, {short_cache, two_rows, indices{{1}, {0}}}), "TS6");
  EXPECT_EQ(output, short_cache);
}

}  // namespace
}  // namespace strew::testing
