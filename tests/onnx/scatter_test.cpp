// Scatter, ScatterElements and ScatterND: the examples of their definitions, for each version, reductions, in place.
#include <gtest/gtest.h>

#include "onnx/model.hpp"

namespace strew::testing {
namespace {

const floats zeros{{3, 3}, std::vector<float>(9)};
const floats five_in_a_row{{1, 5}, {1, 2, 3, 4, 5}};
const indices rows_at{{2, 3}, {1, 0, 2, 0, 2, 1}};
const floats rows_of{{2, 3}, {1.0F, 1.1F, 1.2F, 2.0F, 2.1F, 2.2F}};
const floats two{{1, 2}, {1.1F, 2.1F}};
const integers eight{{8}, {1, 2, 3, 4, 5, 6, 7, 8}};
const indices four_at{{4, 1}, {4, 3, 1, 7}};
const integers four{{4}, {9, 10, 11, 12}};

struct scatter {
  const char* op_type;
  std::int64_t opset;
};
constexpr scatter elements_forms[] = {{"Scatter", 9},          {"Scatter", 10},         {"Scatter", 11},
                                      {"Scatter", 18},         {"ScatterElements", 11}, {"ScatterElements", 13},
                                      {"ScatterElements", 16}, {"ScatterElements", 18}, {"ScatterElements", 28}};

TEST(OnnxScatterElements, ExamplesInEveryVersion) {
  const floats first{{3, 3}, {2.0F, 1.1F, 0, 1.0F, 0, 2.2F, 0, 2.1F, 1.2F}}, second{{1, 5}, {1, 1.1F, 3, 2.1F, 5}};
  for (const auto& [op_type, opset] : elements_forms) {
    EXPECT_EQ(output_of<float>({op_type, opset}, {zeros, rows_at, rows_of}), first) << op_type << opset;
    for (const std::int64_t axis : {1, -1}) {
      const model node{op_type, opset, {number("axis", axis)}};
      EXPECT_EQ(output_of<float>(node, {five_in_a_row, indices{{1, 2}, {1, 3}}, two}), second) << op_type << opset;
      EXPECT_EQ(output_of<float>(node, {five_in_a_row, narrow_indices{{1, 2}, {1, 3}}, two}), second)
          << op_type << opset;
    }
  }
}

TEST(OnnxScatterElements, NegativeIndicesCountFromTheEndSince11) {
  for (const auto& [op_type, opset] : elements_forms) {
    floats output{{1, 5}, {9, 9, 9, 9, 9}};
    const model node{op_type, opset, {number("axis", 1)}};
    const auto outcome =
        onnx::try_run(node.node(), inputs{five_in_a_row, indices{{1, 2}, {1, -3}}, two}, {output.values, {1, 5}});
    EXPECT_EQ(outcome.has_value(), opset >= 11) << op_type << opset;
    const std::vector<float> right = opset >= 11 ? std::vector<float>{1, 1.1F, 2.1F, 4, 5} : std::vector<float>(5, 9);
    EXPECT_EQ(output.values, right) << op_type << opset;
  }
}

struct reduced {
  const char* name;
  std::int64_t since;
  float value;
};
constexpr reduced reductions[] = {
    {"none", 16, 2.1F}, {"add", 16, 5.2F}, {"mul", 16, 4.62F}, {"max", 18, 2.1F}, {"min", 18, 1.1F}};

// With none ONNX forbids duplicates; the last one wins here.
TEST(OnnxScatterElements, ReductionsOfDuplicates) {
  for (const auto& [name, since, value] : reductions) {
    for (const std::int64_t opset : {since, std::int64_t{18}, std::int64_t{28}}) {
      const model node{"ScatterElements", opset, {number("axis", 1), word("reduction", name)}};
      const floats got = output_of<float>(node, {five_in_a_row, indices{{1, 2}, {1, 1}}, two});
      EXPECT_FLOAT_EQ(got.values[1], value) << name;
      EXPECT_EQ((std::vector<float>{got.values[0], got.values[2], got.values[3], got.values[4]}),
                (std::vector<float>{1, 3, 4, 5}))
          << name;
    }
  }
}

TEST(OnnxScatterND, FirstExampleInEveryVersion) {
  for (const std::int64_t opset : {11, 12, 13, 15, 16, 18, 28}) {
    EXPECT_EQ(output_of<std::int32_t>({"ScatterND", opset}, {eight, four_at, four}),
              (integers{{8}, {1, 11, 3, 10, 9, 6, 7, 12}}))
        << opset;
    EXPECT_EQ(output_of<std::int32_t>({"ScatterND", opset}, {eight, indices{{1, 1}, {-1}}, integers{{1}, {0}}}),
              (integers{{8}, {1, 2, 3, 4, 5, 6, 7, 0}}))
        << opset;
  }
}

TEST(OnnxScatterND, SlicesAndReductions) {
  const integers data{{3, 2}, {1, 2, 3, 4, 5, 6}}, updates{{2, 2}, {10, 20, 30, 2}};
  const indices at{{2, 1}, {0, 0}};
  struct expected {
    const char* reduction;
    std::vector<std::int32_t> values;
  };
  const expected all[] = {{"none", {30, 2, 3, 4, 5, 6}},
                          {"add", {41, 24, 3, 4, 5, 6}},
                          {"mul", {300, 80, 3, 4, 5, 6}},
                          {"max", {30, 20, 3, 4, 5, 6}},
                          {"min", {1, 2, 3, 4, 5, 6}}};
  for (const auto& [reduction, values] : all) {
    const model node{"ScatterND", 18, {word("reduction", reduction)}};
    EXPECT_EQ(output_of<std::int32_t>(node, {data, at, updates}), (integers{{3, 2}, values})) << reduction;
  }
}

// The text of ScatterND excludes no empty tuple: it addresses all of data.
TEST(OnnxScatterND, EmptyTuplesAddressAllOfData) {
  EXPECT_EQ(output_of<std::int32_t>({"ScatterND", 18, {word("reduction", "add")}},
                                    {integers{{2}, {1, 2}}, indices{{2, 0}, {}}, integers{{2, 2}, {10, 20, 30, 40}}}),
            (integers{{2}, {41, 62}}));
}

TEST(OnnxScatterND, InPlaceWhereTheOutputIsTheData) {
  integers data = eight;
  onnx::run(model{"ScatterND", 18}.node(), inputs{data, four_at, four}, {data.values, data.extents});
  EXPECT_EQ(data.values, (std::vector<std::int32_t>{1, 11, 3, 10, 9, 6, 7, 12}));
}

TEST(OnnxScatterND, ABadIndexWritesNothing) {
  integers output{{8}, std::vector<std::int32_t>(8, 7)};
  const auto outcome = onnx::try_run(model{"ScatterND", 16}.node(), inputs{eight, indices{{4, 1}, {4, 3, 8, 7}}, four},
                                     {output.values, {8}});
  EXPECT_EQ(outcome.code(), status::index);
  EXPECT_EQ(outcome.error().position(), 2U);
  EXPECT_EQ(outcome.error().message().substr(0, 18), "ScatterND-16: IX1:");
  EXPECT_EQ(output.values, std::vector<std::int32_t>(8, 7));
}

// 2048 + 1 is 2048 in float16: sums are rounded once.
TEST(OnnxScatterElements, SumsOfFloat16RoundOnce) {
  constexpr std::uint16_t one = 0x3C00, two_thousand_and_48 = 0x6800, two_thousand_and_50 = 0x6801;
  const std::vector<f16> data{{two_thousand_and_48}}, updates{{one}, {one}};
  std::vector<f16> output(1);
  const indices at{{2}, {0, 0}};
  const model node{"ScatterElements", 16, {word("reduction", "add")}};
  onnx::run(node.node(), inputs{data, at, updates}, output);
  EXPECT_EQ(output[0].bits, two_thousand_and_50);
}

}  // namespace
}  // namespace strew::testing
