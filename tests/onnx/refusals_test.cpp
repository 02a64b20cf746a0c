// ON1 to ON11: what is refused, in which order, and the sentence.
#include <gtest/gtest.h>

#include <complex>
#include <string>
#include <utility>
#include <vector>

#include "onnx/model.hpp"

namespace strew::testing {
namespace {

const floats the_data{{2, 2}, {1, 2, 3, 4}};
const indices the_index{{1, 1}, {0}};
const floats the_row{{1, 2}, {5, 6}};
const inputs gathered{the_data, the_index};
const inputs scattered{the_data, the_index, the_row};

// Shape, run and plan refuse alike; the output is not written.
void expect_refused(const model& node, const inputs& given, std::string_view rule, status code,
                    std::string_view message) {
  floats output = blank(extents{2, 2}, 9.0F);
  const view target(output.values, output.extents);
  const error_record records[] = {onnx::try_run(node.node(), given, target).error(),
                                  onnx::try_shape(node.node(), given).error(),
                                  onnx::try_plan(node.node(), given, target).error()};
  for (const error_record& record : records) {
    EXPECT_EQ(record.rule(), rule);
    EXPECT_EQ(record.code(), code);
    EXPECT_EQ(record.message(), message);
  }
  EXPECT_EQ(output, blank(extents{2, 2}, 9.0F));
}

TEST(OnnxRefusals, ON1Domain) {
  EXPECT_TRUE(onnx::try_shape(model{"Gather", 13, {}, "ai.onnx"}.node(), gathered));
  expect_refused({"Gather", 13, {}, "ai.onnx.ml"}, gathered, "ON1", status::attribute,
                 "operator 'Gather' is of domain 'ai.onnx.ml', which is none of ONNX's own, ai.strew and "
                 "com.microsoft");
}

TEST(OnnxRefusals, ON2Operator) {
  expect_refused({"Conv", 13}, gathered, "ON2", status::attribute,
                 "operator 'Conv' is none of Gather, GatherElements, GatherND, Scatter, ScatterElements, ScatterND, "
                 "TensorScatter");
}

// Of the domain ai.strew.
model reduces(std::vector<attribute> attributes, std::int64_t opset = 1, std::string_view op_type = "SegmentReduce") {
  return {op_type, opset, std::move(attributes), "ai.strew"};
}

TEST(OnnxRefusals, OwnDomain) {
  const indices ids{{2}, {0, 1}};
  const inputs by_ids{the_data, const_view(), ids};
  expect_refused(reduces({}, 1, "Gather"), by_ids, "ON2", status::attribute,
                 "operator 'Gather' is none of SegmentReduce");
  expect_refused(reduces({}, 0), by_ids, "ON3", status::attribute,
                 "SegmentReduce needs opset 1 of ai.strew, and the model imports opset 0");
  expect_refused(reduces({number("axis", 0)}), by_ids, "ON4", status::attribute,
                 "SegmentReduce-1: it has no attribute 'axis'");
  expect_refused(reduces({word("reduction", "sum")}), by_ids, "ON5", status::attribute,
                 "SegmentReduce-1: reduction 'sum' is none of none, add, mul, max, min, sub, mean, and, or, xor");
  expect_refused(reduces({number("form", 1)}), by_ids, "ON5", status::attribute,
                 "SegmentReduce-1: attribute 'form' must be a string, and is an integer");
  expect_refused(reduces({}), {}, "ON6", status::pointer, "SegmentReduce-1: input data is missing");
  expect_refused(reduces({}), {the_data}, "ON6", status::pointer,
                 "SegmentReduce-1: input segments is missing, but the form is not groups");
  expect_refused(reduces({word("form", "groups")}), by_ids, "ON6", status::pointer,
                 "SegmentReduce-1: input segments is given, but the form is groups");
  expect_refused(reduces({}), inputs(6, the_data), "ON6", status::pointer,
                 "SegmentReduce-1: 6 inputs are given; it has 5");
  expect_refused({"ScatterND", 18, {word("reduction", "mean")}}, scattered, "ON5", status::attribute,
                 "ScatterND-18: reduction 'mean' is none of none, add, mul, max, min");
}

TEST(OnnxRefusals, ON11NumberOfSegments) {
  const indices ids{{2}, {0, 1}};
  const inputs by_ids{the_data, const_view(), ids};
  const auto refused = onnx::try_shape(reduces({}).node(), by_ids).error();
  EXPECT_EQ(refused.rule(), "ON11");
  EXPECT_EQ(refused.code(), status::shape);
  EXPECT_EQ(refused.message(),
            "SegmentReduce-1: num_segments is missing: neither base nor offsets tell how many there are");
  EXPECT_TRUE(onnx::try_shape(reduces({number("num_segments", 4)}).node(), by_ids));
}

// Of the domain com.microsoft: two rows of 32 codes of 4 bits.
const tensor<std::uint8_t> the_codes = blank(extents{2, 16}, std::uint8_t{0x21});
const floats the_scales = blank(extents{2, 2}, 1.0F);
const inputs decoded{the_codes, the_index, the_scales};
model decodes(std::vector<attribute> attributes = {}, std::int64_t opset = 1) {
  attributes.push_back(number("block_size", 16));
  return {"GatherBlockQuantized", opset, std::move(attributes), "com.microsoft"};
}

TEST(OnnxRefusals, RuntimeDomain) {
  expect_refused({"Gather", 13, {}, "com.microsoft"}, gathered, "ON2", status::attribute,
                 "operator 'Gather' is none of GatherBlockQuantized");
  expect_refused(decodes({}, 0), decoded, "ON3", status::attribute,
                 "GatherBlockQuantized needs opset 1 of com.microsoft, and the model imports opset 0");
  expect_refused(decodes({number("axis", 0)}), decoded, "ON4", status::attribute,
                 "GatherBlockQuantized-1: it has no attribute 'axis'");
  expect_refused(decodes({number("bits", 3)}), decoded, "ON5", status::attribute,
                 "GatherBlockQuantized-1: bits is 3; it must be 2, 4 or 8");
  for (const std::int64_t size : {INT64_MIN, INT64_C(0), INT64_C(8), INT64_C(24)}) {
    expect_refused(
        {"GatherBlockQuantized", 1, {number("block_size", size)}, "com.microsoft"}, decoded, "ON5", status::attribute,
        "GatherBlockQuantized-1: block_size is " + std::to_string(size) + "; it must be a power of 2, and at least 16");
  }
  expect_refused(decodes(), {the_codes, the_index}, "ON6", status::pointer,
                 "GatherBlockQuantized-1: input scales is missing");
  expect_refused(decodes(), inputs(5, the_codes), "ON6", status::pointer,
                 "GatherBlockQuantized-1: 5 inputs are given; it has 4");
  expect_refused(decodes(), {the_data, the_index, the_scales}, "ON7", status::type,
                 "GatherBlockQuantized-1: data must be uint8, or bytes of int4 or uint4, and are float");
  expect_refused(decodes(), {the_codes, the_index, the_codes}, "ON7", status::type,
                 "GatherBlockQuantized-1: scales must be float, float16 or bfloat16, and are uint8");
  expect_refused(decodes(), {the_codes, the_scales, the_scales}, "ON8", status::type,
                 "GatherBlockQuantized-1: indices must be int64 or int32, and are float");
}

TEST(OnnxRefusals, ON12Codes) {
  const auto refused = [](const model& node, const inputs& given, std::string_view message) {
    expect_refused(node, given, "ON12", status::attribute, message);
  };
  for (const std::int64_t axis : {0, -2, 2, -3}) {
    refused(decodes({number("quantize_axis", axis)}), decoded,
            "GatherBlockQuantized-1: quantize_axis is " + std::to_string(axis) +
                "; it must be the last dimension of data, whose rank is 2");
  }
  refused(decodes({number("gather_axis", 1)}), decoded,
          "GatherBlockQuantized-1: gather_axis is 1, the dimension of data along which codes are packed");
  const tensor<std::uint8_t> deep = blank(extents{2, 2, 16}, std::uint8_t{0});
  const floats deep_scales = blank(extents{2, 2, 2}, 1.0F);
  refused(decodes({number("gather_axis", -2), number("quantize_axis", -1)}), {deep, the_index, deep_scales},
          "GatherBlockQuantized-1: gather_axis is -2; of data of uint8 it must be the first dimension");
  const tensor<std::int8_t> codes = blank(extents{2, 16}, std::int8_t{0x21});
  refused(decodes({number("bits", 8)}), {codes, the_index, the_scales},
          "GatherBlockQuantized-1: bits is 8, but codes of int4 have 4");
  const auto odd = onnx::try_byte_extents(extents{3, 7}).error();
  EXPECT_EQ(odd.rule(), "ON12");
  EXPECT_EQ(odd.message(), "rows of the extents [3, 7] begin inside a byte: the last one must be even");
  EXPECT_EQ(*onnx::try_byte_extents(extents{3, 8}), (extents{3, 4}));
  EXPECT_FALSE(onnx::try_byte_extents({}));
}

TEST(OnnxRefusals, ON13PlanOfCodes) {
  floats output = blank(extents{1, 1, 32}, 9.0F);
  const auto made = onnx::try_plan(decodes().node(), decoded, {output.values, output.extents});
  EXPECT_EQ(made.error().rule(), "ON13");
  EXPECT_EQ(made.error().message(),
            "GatherBlockQuantized-1: it has no plan, since scales and zero_points are no operands of an execution; it "
            "can be run");
}

TEST(OnnxRefusals, ON3Opset) {
  struct first {
    const char* op_type;
    std::int64_t opset;
  };
  for (const auto& [op_type, opset] :
       {first{"Gather", 1}, first{"Scatter", 9}, first{"GatherElements", 11}, first{"GatherND", 11},
        first{"ScatterElements", 11}, first{"ScatterND", 11}, first{"TensorScatter", 24}}) {
    const std::string early = std::to_string(opset - 1), needed = std::to_string(opset);
    expect_refused({op_type, opset - 1}, gathered, "ON3", status::attribute,
                   std::string(op_type) + " needs opset " + needed + ", and the model imports opset " + early);
  }
  expect_refused({"Gather", -5}, gathered, "ON3", status::attribute,
                 "Gather needs opset 1, and the model imports opset -5");
}

TEST(OnnxRefusals, ON4Attributes) {
  const auto refused = [](const model& node, const inputs& given, std::string_view message) {
    expect_refused(node, given, "ON4", status::attribute, message);
  };
  refused({"Gather", 18, {word("mode", "linear")}}, gathered, "Gather-13: it has no attribute 'mode'");
  refused({"GatherND", 11, {number("batch_dims", 0)}}, gathered,
          "GatherND-11: it has no attribute 'batch_dims', which came with opset 12");
  refused({"ScatterND", 15, {word("reduction", "max")}}, scattered,
          "ScatterND-13: it has no attribute 'reduction', which came with opset 16");
  refused({"Scatter", 18, {word("reduction", "add")}}, scattered, "Scatter-11: it has no attribute 'reduction'");
  refused({"Gather", 13, {number("", 0)}}, gathered, "Gather-13: it has no attribute ''");
  refused({"Gather", 13, {number("axis", 0), number("axis", 0)}}, gathered,
          "Gather-13: attribute 'axis' is given twice");
}

TEST(OnnxRefusals, ON5Values) {
  const auto refused = [](const model& node, const inputs& given, std::string_view message) {
    expect_refused(node, given, "ON5", status::attribute, message);
  };
  refused({"ScatterND", 16, {word("reduction", "max")}}, scattered, "ScatterND-16: reduction 'max' needs opset 18");
  refused({"ScatterElements", 17, {word("reduction", "min")}}, scattered,
          "ScatterElements-16: reduction 'min' needs opset 18");
  refused({"ScatterND", 16, {word("reduction", "sub")}}, scattered,
          "ScatterND-16: reduction 'sub' is none of none, add, mul");
  refused({"ScatterND", 28, {word("reduction", "")}}, scattered,
          "ScatterND-18: reduction '' is none of none, add, mul, max, min");
  refused({"TensorScatter", 24, {word("mode", "Linear")}}, scattered,
          "TensorScatter-24: mode 'Linear' is none of linear, circular");
  refused({"Gather", 13, {word("axis", "1")}}, gathered,
          "Gather-13: attribute 'axis' must be an integer, and is a string");
  refused({"Gather", 13, {{.name = "axis", .kind = attribute_kind::integers}}}, gathered,
          "Gather-13: attribute 'axis' must be an integer, and is a list of integers");
  refused({"ScatterND", 18, {{.name = "reduction", .kind = attribute_kind::other}}}, scattered,
          "ScatterND-18: attribute 'reduction' must be a string, and is of another type");
}

TEST(OnnxRefusals, ON6Inputs) {
  const auto refused = [](const model& node, const inputs& given, std::string_view message) {
    expect_refused(node, given, "ON6", status::pointer, message);
  };
  refused({"Gather", 13}, {}, "Gather-13: input data is missing");
  refused({"Gather", 13}, {the_data}, "Gather-13: input indices is missing");
  refused({"Gather", 13}, {const_view(), the_index}, "Gather-13: input data is missing");
  refused({"Gather", 13}, scattered, "Gather-13: 3 inputs are given; it has 2");
  refused({"ScatterND", 18}, gathered, "ScatterND-18: input updates is missing");
  refused({"ScatterND", 18}, {the_data, const_view(), the_row}, "ScatterND-18: input indices is missing");
  refused({"ScatterND", 18}, {the_data, the_index, the_row, the_row}, "ScatterND-18: 4 inputs are given; it has 3");
  refused({"TensorScatter", 24}, {the_data}, "TensorScatter-24: input update is missing");
  refused({"TensorScatter", 24}, {the_data, the_data, the_index, the_index},
          "TensorScatter-24: 4 inputs are given; it has 3");
}

TEST(OnnxRefusals, ON7ElementTypes) {
  const auto refused = [](const model& node, const inputs& given, std::string_view message) {
    expect_refused(node, given, "ON7", status::type, message);
  };
  const std::vector<bf16> half(4);
  const std::vector<char> text(4);
  const const_view bfloats(half, {2, 2}), records(text, {2, 2});
  refused({"GatherND", 12}, {bfloats, the_index}, "GatherND-12: data of bfloat16 need opset 13");
  refused({"Scatter", 18}, {bfloats, the_index, bfloats},
          "Scatter-11: data of bfloat16 are for ScatterElements, from opset 13 on");
  refused({"Gather", 13}, {records, the_index},
          "Gather-13: data must be of an element type of ONNX that strew has too: bool, an integer of 8 to 64 bits, "
          "float16, bfloat16, float, double or complex; not strings, floats of 8 bits or elements of less than a byte");
}

TEST(OnnxRefusals, ON8IndexTypes) {
  const auto refused = [](const model& node, const inputs& given, std::string_view message) {
    expect_refused(node, given, "ON8", status::type, message);
  };
  const std::vector<std::uint64_t> wide(1);
  const std::vector<std::int32_t> narrow(1);
  refused({"Gather", 13}, {the_data, {wide, {1, 1}}}, "Gather-13: indices must be int64 or int32, and are uint64");
  refused({"GatherND", 13}, {the_data, {narrow, {1, 1}}}, "GatherND-13: indices must be int64, and are int32");
  refused({"ScatterND", 18}, {the_data, {narrow, {1, 1}}, the_row},
          "ScatterND-18: indices must be int64, and are int32");
  refused({"Gather", 13}, {the_data, the_row}, "Gather-13: indices must be int64 or int32, and are float");
  refused({"TensorScatter", 24}, {the_data, the_data, {narrow, {1}}},
          "TensorScatter-24: write_indices must be int64, and are int32");
}

TEST(OnnxRefusals, ON9Ranks) {
  const auto refused = [](const model& node, const inputs& given, std::string_view message) {
    expect_refused(node, given, "ON9", status::shape, message);
  };
  const floats scalar{{}, {1}};
  const indices one{{}, {0}}, none{{1, 0}, {}};
  refused({"GatherND", 13}, {scalar, none}, "GatherND-13: data must have a rank of at least 1");
  refused({"ScatterND", 18}, {scalar, none, scalar}, "ScatterND-18: data must have a rank of at least 1");
  refused({"GatherND", 13}, {the_data, one}, "GatherND-13: indices must have a rank of at least 1");
}

TEST(OnnxRefusals, ON10Tuples) {
  const auto refused = [](const model& node, const inputs& given, std::string_view message) {
    expect_refused(node, given, "ON10", status::shape, message);
  };
  const indices flat{{1}, {0}}, empty{{2, 0}, {}}, deep{{2, 2, 1}, {0, 0, 0, 0}};
  refused({"GatherND", 13, {number("batch_dims", 1)}}, {the_data, flat},
          "GatherND-13: batch_dims is 1; it must be at least 0 and below both ranks, 2 of data and 1 of indices");
  refused({"GatherND", 13, {number("batch_dims", 2)}}, {the_data, deep},
          "GatherND-13: batch_dims is 2; it must be at least 0 and below both ranks, 2 of data and 3 of indices");
  refused({"GatherND", 13, {number("batch_dims", -1)}}, {the_data, the_index},
          "GatherND-13: batch_dims is -1; it must be at least 0 and below both ranks, 2 of data and 2 of indices");
  refused({"GatherND", 13}, {the_data, empty},
          "GatherND-13: the last dimension of indices must be at least 1, and is 0");
}

// A node that breaks several rules is refused by the first.
TEST(OnnxRefusals, TheFirstRuleIsReported) {
  const auto rule = [](const model& node, const inputs& given) {
    return std::string(onnx::try_shape(node.node(), given).error().rule());
  };
  const std::vector<bf16> half(4);
  const std::vector<std::int8_t> tiny(1);
  const const_view bfloats(half, {2, 2}), bad(tiny, {1});
  const attribute unknown = number("other", 1), wrong = word("batch_dims", "x"), large = number("batch_dims", 7);
  EXPECT_EQ(rule({"Conv", 0, {unknown}, "other"}, {}), "ON1");
  EXPECT_EQ(rule({"Conv", 0, {unknown}}, {}), "ON2");
  EXPECT_EQ(rule({"GatherND", 0, {unknown}}, {}), "ON3");
  EXPECT_EQ(rule({"GatherND", 12, {unknown, wrong}}, {}), "ON4");
  EXPECT_EQ(rule({"GatherND", 12, {wrong}}, {}), "ON5");
  EXPECT_EQ(rule({"GatherND", 12, {large}}, {bfloats}), "ON6");
  EXPECT_EQ(rule({"GatherND", 12, {large}}, {bfloats, bad}), "ON7");
  EXPECT_EQ(rule({"GatherND", 13, {large}}, {bfloats, bad}), "ON8");
  EXPECT_EQ(rule({"GatherND", 13, {large}}, {{half.data(), {}}, the_index}), "ON9");
  EXPECT_EQ(rule({"GatherND", 13, {large}}, {bfloats, the_index}), "ON10");
}

// The rules of the engine, with all that their records say.
TEST(OnnxRefusals, TheEngineIsQuotedWithTheVersion) {
  const auto refused = [](const model& node, const inputs& given) {
    return onnx::try_shape(node.node(), given).error();
  };
  const error_record axis = refused({"Gather", 18, {number("axis", 2)}}, gathered);
  EXPECT_EQ(axis.rule(), "AX2");
  EXPECT_EQ(axis.message().substr(0, 15), "Gather-13: AX2:");
  EXPECT_EQ(refused({"Gather", 1, {number("axis", -3)}}, gathered).rule(), "AX2");
  EXPECT_EQ(refused({"Gather", 13}, {floats{{}, {1}}, the_index}).rule(), "AX1");
  EXPECT_EQ(refused({"GatherElements", 13, {number("axis", -3)}}, gathered).rule(), "EL2");
  EXPECT_EQ(refused({"GatherElements", 13}, {the_data, indices{{1}, {0}}}).rule(), "EL1");
  EXPECT_EQ(refused({"GatherND", 13}, {the_data, indices{{1, 3}, {0, 0, 0}}}).rule(), "ND3");
  EXPECT_EQ(refused({"GatherND", 13, {number("batch_dims", 1)}}, {the_data, indices{{1, 1}, {0}}}).rule(), "ND4");
  EXPECT_EQ(refused({"ScatterND", 13}, {the_data, the_index, floats{{2, 1}, {1, 2}}}).rule(), "ND5");
  EXPECT_EQ(refused({"ScatterElements", 13}, {the_data, the_index, the_row}).rule(), "EL3");
  EXPECT_EQ(refused({"ScatterND", 13}, {the_data, the_index, integers{{1, 2}, {1, 2}}}).rule(), "TY2");
  EXPECT_EQ(refused({"ScatterND", 13}, {the_data, the_index, integers{{1, 2}, {1, 2}}}).operand(), operand::updates);
}

TEST(OnnxRefusals, ReductionsThatStrewDoesNotDefine) {
  const tensor<std::complex<float>> numbers{{1}, {1}};
  const model node{"ScatterND", 18, {word("reduction", "max")}};
  EXPECT_EQ(
      onnx::try_shape(node.node(), inputs{{numbers.values, {1}}, the_index, {numbers.values, {1}}}).error().rule(),
      "TY4");
}

TEST(OnnxRefusals, LongNamesAreCutBetweenCharacters) {
  std::string name(2000, 'x');
  for (std::size_t i = 0; i + 1 < name.size(); i += 2) name[i] = '\xC3', name[i + 1] = '\xA9';
  const auto outcome = onnx::try_shape(model{name, 13}.node(), gathered);
  EXPECT_LT(outcome.error().message().size(), std::size_t{488});
  EXPECT_EQ(outcome.error().message().back(), '\xA9');
}

}  // namespace
}  // namespace strew::testing
