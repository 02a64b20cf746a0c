// Rules of the engine as they are reached through the frontend: shapes, types, overlap, indices.
#include <gtest/gtest.h>

#include "bnns/sample.hpp"

namespace strew::testing {
namespace {

TEST(EngineRules, ElementTypesAreOne) {
  for (const bnns_form form : all_forms) {
    for (const uint32_t type : {0x20020U, 0x40020U, 0x10010U, 0x100008U}) {
      expect_fault(form, {"TY2",
                          STREW_STATUS_TYPE,
                          is_scatter(form) ? STREW_OPERAND_UPDATES : STREW_OPERAND_OUTPUT,
                          {},
                          [&](sample& s) { s.input.data_type = static_cast<BNNSDataType>(type); }});
    }
  }
}

TEST(EngineRules, IndicesAreIntegers) {
  for (const bnns_form form : all_forms) {
    for (const uint32_t type : {0x10020U, 0x10010U, 0x18010U, 0x100008U}) {
      expect_fault(form, {"TY3", STREW_STATUS_TYPE, STREW_OPERAND_INDICES, {}, [&](sample& s) {
                            s.indices.data_type = static_cast<BNNSDataType>(type);
                          }});
    }
  }
}

int32_t direct_of(bnns_form form) {
  return is_scatter(form) ? STREW_OPERAND_UPDATES : STREW_OPERAND_OUTPUT;
}

BNNSNDArrayDescriptor& direct(sample& s) {
  return is_scatter(s.form) ? s.input : s.output;
}

BNNSNDArrayDescriptor& table(sample& s) {
  return is_scatter(s.form) ? s.output : s.input;
}

TEST(EngineRules, ShapesOfTheDirectOperand) {
  const char* const rules[] = {"AX5", "EL3", "ND5", "AX5", "EL3", "ND5"};
  for (const bnns_form form : all_forms) {
    const char* const rule = rules[static_cast<int>(form)];
    expect_fault(form, {rule, STREW_STATUS_SHAPE, direct_of(form), {}, [](sample& s) { direct(s).size[0] = 1; }});
    expect_fault(form, {rule, STREW_STATUS_SHAPE, direct_of(form), {}, [](sample& s) { direct(s).size[1] = 5; }});
    if (form == bnns_form::scatter_same) continue;  // BN10: the rank of indices is that of input
    expect_fault(form, {rule, STREW_STATUS_SHAPE, direct_of(form), {}, [](sample& s) {
                          direct(s).layout = BNNSDataLayout3DFirstMajor;
                          direct(s).size[2] = 1;
                        }});
  }
}

TEST(EngineRules, ShapesOfTheTable) {
  expect_fault(bnns_form::scatter, {"AX5", STREW_STATUS_SHAPE, STREW_OPERAND_UPDATES, {}, [](sample& s) {
                                      s.output.layout = BNNSDataLayout3DFirstMajor;
                                      s.output.size[2] = 1;
                                    }});
  expect_fault(bnns_form::scatter_same, {"EL1", STREW_STATUS_SHAPE, STREW_OPERAND_INDICES, {}, [](sample& s) {
                                           s.output.layout = BNNSDataLayout3DFirstMajor;
                                           s.output.size[2] = 1;
                                         }});
  expect_fault(bnns_form::scatter, {"AX2", STREW_STATUS_SHAPE, STREW_OPERAND_NONE, {}, [](sample& s) {
                                      s.output.layout = BNNSDataLayoutVector;
                                    }});
  for (const bnns_form form : {bnns_form::gather_same, bnns_form::scatter_same})
    expect_fault(form, {"EL4", STREW_STATUS_SHAPE, STREW_OPERAND_INDICES, {}, [](sample& s) { table(s).size[0] = 1; }});
  for (const bnns_form form : {bnns_form::gather_nd, bnns_form::scatter_nd})
    expect_fault(form,
                 {"ND3", STREW_STATUS_SHAPE, STREW_OPERAND_INDICES, {}, [](sample& s) { s.indices.size[1] = 3; }});
}

TEST(EngineRules, TheOutputIsWrittenOnce) {
  for (const bnns_form form : all_forms) {
    expect_fault(form, {"SZ3", STREW_STATUS_SIZE, STREW_OPERAND_OUTPUT, {}, [](sample& s) {
                          s.output.stride[0] = s.output.stride[1] = 1;
                        }});
  }
}

TEST(EngineRules, TheOutputOverlapsNothing) {
  for (const bnns_form form : all_forms) {
    const char* const itself = is_scatter(form) ? "OV2" : "OV1";
    expect_fault(form, {itself, STREW_STATUS_OVERLAP, STREW_OPERAND_OUTPUT, {}, [](sample& s) {
                          s.output.data = s.input.data;
                        }});
    expect_fault(form, {"OV2", STREW_STATUS_OVERLAP, STREW_OPERAND_OUTPUT, {}, [](sample& s) {
                          s.output.data = s.input_memory.data() + 1;
                        }});
    expect_fault(form, {"OV2", STREW_STATUS_OVERLAP, STREW_OPERAND_OUTPUT, {}, [](sample& s) {
                          s.output.data = s.indices_memory.data();
                        }});
  }
}

// A negative index is not counted from the end.
TEST(EngineRules, IndicesAreInside) {
  struct outside {
    int32_t value;
    bool is_negative;
  };
  for (const bnns_form form : all_forms) {
    for (const outside bad : {outside{-1, true}, {-3, true}, {3, false}, {INT32_MAX, false}, {INT32_MIN, true}}) {
      const strew_error error = expect_fault(
          form,
          {"IX1", STREW_STATUS_INDEX, STREW_OPERAND_INDICES, {}, [&](sample& s) { s.indices_memory[1] = bad.value; }});
      EXPECT_EQ(error.position, 1U);
      EXPECT_EQ(error.bad_count, 1U);
      EXPECT_EQ(error.component, 0U);
      EXPECT_EQ(error.extent, 3);
      EXPECT_EQ(error.allowed_low, 0);
      EXPECT_EQ(error.allowed_high, 2);
      EXPECT_EQ(error.tuple_depth, 1U);
      EXPECT_EQ(static_cast<int64_t>(error.tuple[0]), bad.value);
      EXPECT_EQ(error.tuple_negative[0], bad.is_negative ? 1 : 0);
      EXPECT_NE(std::string(error.message).find(std::to_string(bad.value)), std::string::npos) << error.message;
      const bool is_same_shape = form == bnns_form::gather_same || form == bnns_form::scatter_same;
      EXPECT_EQ(error.coordinate_rank, is_same_shape ? 2U : 1U);
      EXPECT_EQ(error.coordinates[is_same_shape ? 1 : 0], 1);
    }
  }
}

TEST(EngineRules, TheRecordHasTheWholeTuple) {
  const auto input = matrix<float>(3, 4, std::vector<float>(12));
  const auto indices = matrix<int64_t>(3, 2, {0, 0, 2, 4, -1, 9});
  const auto output = vector<float>({7, 7, 7});
  const auto in = input.view(), at = indices.view();
  auto out = output.view();
  EXPECT_EQ(BNNSGatherND(&in, &at, &out, nullptr), -1);
  const strew_error error = last_error();
  EXPECT_STREQ(error.rule, "IX1");
  EXPECT_EQ(error.position, 1U);
  EXPECT_EQ(error.bad_count, 2U);
  EXPECT_EQ(error.component, 1U);
  EXPECT_EQ(error.extent, 4);
  EXPECT_EQ(error.tuple_depth, 2U);
  EXPECT_EQ(error.tuple[0], 2U);
  EXPECT_EQ(error.tuple[1], 4U);
  EXPECT_EQ(output.values, (std::vector<float>{7, 7, 7}));
}

// An unsigned index with its highest bit set is large, not negative.
TEST(EngineRules, UnsignedIndicesAreNeverNegative) {
  const auto input = vector<float>({1, 2, 3});
  const auto output = vector<float>({7});
  const auto expect_large = [&](BNNSNDArrayDescriptor at, uint64_t value) {
    const auto in = input.view();
    auto out = output.view();
    EXPECT_EQ(BNNSGather(0, &in, &at, &out, nullptr), -1);
    EXPECT_EQ(last_error().tuple[0], value);
    EXPECT_EQ(last_error().tuple_negative[0], 0);
    EXPECT_EQ(output.values, std::vector<float>{7});
  };
  const auto bytes = vector<uint8_t>({255});
  const auto halves = vector<uint16_t>({65535});
  const auto words = vector<uint32_t>({0xFFFFFFFF});
  const auto longs = vector<uint64_t>({~uint64_t{0}});
  expect_large(bytes.view(), 255);
  expect_large(halves.view(), 65535);
  expect_large(words.view(), 0xFFFFFFFF);
  expect_large(longs.view(), ~uint64_t{0});
}

}  // namespace
}  // namespace strew::testing
