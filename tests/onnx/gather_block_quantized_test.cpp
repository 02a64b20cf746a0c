// GatherBlockQuantized of the domain com.microsoft, by literal values.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "onnx/model.hpp"

namespace strew::testing {
namespace {

using bytes = tensor<std::uint8_t>;
using signed_bytes = tensor<std::int8_t>;

model decoding(std::vector<attribute> attributes) {
  return {"GatherBlockQuantized", 1, std::move(attributes), "com.microsoft"};
}

// A row of 16 values in one block, whose codes are the same, but the first two.
floats row(float first, float second, float others) {
  floats made = blank(extents{1, 16}, others);
  made.values[0] = first, made.values[1] = second;
  return made;
}

const indices second_row{{1}, {1}};
const floats scales{{2, 1}, {10, 2}};
const attribute blocks_of_16 = number("block_size", 16);

// The second row begins with the codes 1 and 3.
bytes codes_of(std::int64_t bits) {
  bytes made = blank(extents{2, 2 * bits}, std::uint8_t{0});
  made.values[static_cast<std::size_t>(2 * bits)] = bits == 2 ? 0x0D : bits == 4 ? 0x31 : 1;
  if (bits == 8) made.values[17] = 3;
  return made;
}

TEST(OnnxGatherBlockQuantized, TheMiddleIsTheZeroPointOfUint8) {
  EXPECT_EQ(output_of<float>(decoding({blocks_of_16, number("bits", 2)}), {codes_of(2), second_row, scales}),
            row(-2, 2, -4));
  EXPECT_EQ(output_of<float>(decoding({blocks_of_16}), {codes_of(4), second_row, scales}), row(-14, -10, -16));
  EXPECT_EQ(output_of<float>(decoding({blocks_of_16, number("bits", 8)}), {codes_of(8), second_row, scales}),
            row(-254, -250, -256));
}

TEST(OnnxGatherBlockQuantized, TheMiddleIsThatOfEachBlock) {
  for (const std::int64_t bits : {2, 4, 8}) {
    const bytes codes = blank(extents{1, 10 * bits}, std::uint8_t{0});  // five blocks
    const model node = decoding({blocks_of_16, number("bits", bits)});
    EXPECT_EQ(output_of<float>(node, {codes, indices{{1}, {0}}, blank(extents{1, 5}, 1.0F)}),
              blank(extents{1, 80}, -static_cast<float>(1 << (bits - 1))));
  }
}

TEST(OnnxGatherBlockQuantized, ZeroIsTheZeroPointOfUint4AndInt4) {
  const model made = decoding({blocks_of_16, number("bits", 4)});
  onnx::node node = made.node();
  node.has_uint4 = true;
  const bytes codes = codes_of(4);
  floats output = blank(extents{1, 16}, 99.0F);
  onnx::run(node, inputs{codes, second_row, scales}, {output.values, output.extents});
  EXPECT_EQ(output, row(2, 6, 0));

  signed_bytes below = blank(extents{2, 8}, std::int8_t{0});
  below.values[8] = static_cast<std::int8_t>(0x9F);  // -1 and -7
  EXPECT_EQ(output_of<float>(made, {below, second_row, scales}), row(-2, -14, 0));
}

TEST(OnnxGatherBlockQuantized, ZeroPointsArePackedInEachRow) {
  const bytes zero_points{{2, 1}, {0xFF, 0xF1}};  // of one block a row: the high half has none
  EXPECT_EQ(output_of<float>(decoding({blocks_of_16}), {codes_of(4), second_row, scales, zero_points}), row(0, 4, -2));
  const bytes of_two_bits{{2, 1}, {0xFF, 0xFD}};
  EXPECT_EQ(
      output_of<float>(decoding({blocks_of_16, number("bits", 2)}), {codes_of(2), second_row, scales, of_two_bits}),
      row(0, 4, -2));
  const const_view none;
  EXPECT_EQ(output_of<float>(decoding({blocks_of_16}), {codes_of(4), second_row, scales, none}), row(-14, -10, -16));
}

TEST(OnnxGatherBlockQuantized, EachBlockHasItsScaleAndZeroPoint) {
  bytes codes = blank(extents{1, 20}, std::uint8_t{0x33});  // 40 codes: blocks of 16, 16 and 8
  const floats three{{1, 3}, {1, 10, 100}};
  const bytes zero_points{{1, 2}, {0x21, 0x00}};
  const floats found = output_of<float>(decoding({blocks_of_16}), {codes, indices{{1}, {0}}, three, zero_points});
  EXPECT_EQ(found.extents, (extents{1, 40}));
  for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(found.values[i], i < 16 ? 2 : i < 32 ? 10 : 300) << i;
}

TEST(OnnxGatherBlockQuantized, ARowOutOfBoundsIsOneOfZeros) {
  const indices some{{3}, {-1, 2, -3}};
  const floats found = output_of<float>(decoding({blocks_of_16}), {codes_of(4), some, scales});
  EXPECT_EQ(std::vector<float>(found.values.begin(), found.values.begin() + 2), (std::vector<float>{-14, -10}));
  EXPECT_EQ(std::vector<float>(found.values.begin() + 16, found.values.end()), std::vector<float>(32, 0));
}

TEST(OnnxGatherBlockQuantized, GathersAlongAnyAxisButTheLast) {
  signed_bytes codes = blank(extents{2, 3, 8}, std::int8_t{0});
  for (std::size_t i = 0; i < 6; ++i) codes.values[i * 8] = static_cast<std::int8_t>(i + 1);
  const floats ones = blank(extents{2, 3, 1}, 1.0F);
  const narrow_indices some{{2, 2}, {2, 0, 1, -1}};
  const model node = decoding({blocks_of_16, number("gather_axis", -2), number("quantize_axis", 2)});
  const floats found = output_of<float>(node, {codes, some, ones});
  EXPECT_EQ(found.extents, (extents{2, 2, 2, 16}));
  std::vector<float> firsts;
  for (std::size_t i = 0; i < found.values.size(); i += 16) firsts.push_back(found.values[i]);
  EXPECT_EQ(firsts, (std::vector<float>{3, 1, 2, 3, 6, 4, 5, 6}));
}

TEST(OnnxGatherBlockQuantized, TheOutputHasTheTypeOfScales) {
  const std::vector<bf16> halves{bf16{0x4120}, bf16{0x4000}};
  std::vector<bf16> output(16);
  const bytes codes = codes_of(4);
  onnx::run(decoding({blocks_of_16}).node(), inputs{codes, second_row, {halves, {2, 1}}}, {output, {1, 16}});
  EXPECT_EQ(output[1].bits, 0xC120);  // (3 - 8) * 2
}

TEST(OnnxGatherBlockQuantized, RefusesByTheRulesOfTheContract) {
  const auto refused = [](const inputs& given, std::vector<attribute> attributes = {blocks_of_16}) {
    floats output = blank(extents{1, 16}, 77.0F);
    const model node = decoding(std::move(attributes));
    const auto got = onnx::try_run(node.node(), given, {output.values, output.extents});
    EXPECT_EQ(output, blank(extents{1, 16}, 77.0F));
    EXPECT_FALSE(onnx::try_shape(node.node(), given));
    return got ? std::string() : std::string(got.error().message()).substr(0, 28);
  };
  const bytes codes = codes_of(4), wide{{2, 2}, {0, 0, 0, 0}}, none{{}, {0}};
  const signed_bytes below = blank(extents{2, 8}, std::int8_t{0}), points = blank(extents{2, 1}, std::int8_t{0});
  EXPECT_EQ(refused({codes, second_row, {scales.values, {1, 2}}}), "GatherBlockQuantized-1: QB3:");
  EXPECT_EQ(refused({codes, second_row, scales, wide}), "GatherBlockQuantized-1: QB4:");
  EXPECT_EQ(refused({codes, second_row, scales, points}), "GatherBlockQuantized-1: TY5:");
  EXPECT_EQ(refused({none, second_row, scales}), "GatherBlockQuantized-1: AX1:");
  EXPECT_EQ(refused({below, second_row, scales}, {blocks_of_16, number("gather_axis", 5)}),
            "GatherBlockQuantized-1: AX2:");
}

static_assert(onnx::is_supported("GatherBlockQuantized", "com.microsoft") &&
              !onnx::is_supported("GatherBlockQuantized") && !onnx::is_supported("Gather", "com.microsoft"));

}  // namespace
}  // namespace strew::testing
