// BN5 to BN12: what a call as a whole is refused for, and the order in which rules are looked for.
#include <gtest/gtest.h>

#include <limits>

#include "bnns/sample.hpp"
#include "support/fp_environment.hpp"

namespace strew::testing {
namespace {

TEST(CallRefusals, BN5) {
  for (const bnns_form form : all_forms) {
    const auto spoil = [&](int32_t where, const std::vector<const char*>& says, std::function<void(sample&)> change) {
      expect_fault(form, {"BN5", STREW_STATUS_TYPE, where, says, std::move(change)});
    };
    spoil(STREW_OPERAND_OUTPUT, {"data_scale", "2", "1"}, [](sample& s) { s.input.data_scale = 2; });
    spoil(STREW_OPERAND_OUTPUT, {"data_scale", "0.5"}, [](sample& s) { s.output.data_scale = 0.5F; });
    spoil(STREW_OPERAND_OUTPUT, {"data_bias", "-3"}, [](sample& s) { s.output.data_bias = -3; });
    spoil(STREW_OPERAND_OUTPUT, {"data_bias", "4"}, [](sample& s) { s.input.data_bias = 4; });
    spoil(STREW_OPERAND_INDICES, {"data_scale", "2"}, [](sample& s) { s.indices.data_scale = 2; });
    spoil(STREW_OPERAND_INDICES, {"data_bias", "1.5"}, [](sample& s) { s.indices.data_bias = 1.5F; });
    spoil(STREW_OPERAND_INDICES, {"table"}, [](sample& s) { s.indices.data_type = BNNSDataTypeIndexed8; });
    const auto index_both = [](sample& s) { s.input.data_type = s.output.data_type = BNNSDataTypeIndexed8; };
    spoil(STREW_OPERAND_OUTPUT, {"table_data"}, [&](sample& s) {
      index_both(s);
      s.input.table_data = s.input.data;
    });
    spoil(STREW_OPERAND_OUTPUT, {"table_data"}, [&](sample& s) {
      index_both(s);
      s.output.table_data_type = BNNSDataTypeFloat16;
    });
    spoil(STREW_OPERAND_OUTPUT, {"table_data"}, [&](sample& s) {
      index_both(s);
      s.output.data_type = BNNSDataTypeUInt8;  // as wide, and no table
    });
  }
}

TEST(CallRefusals, BN5HasNoDefaultsToCompare) {
  for (const bnns_form form : all_forms) {
    sample s = sample_of(form);
    s.input.data_scale = 1;  // the output's is 0, which reads as 1
    s.indices.data_scale = 1;
    s.input.table_data = &s;  // read of Indexed types only
    s.input.data_bias = -0.0F;
    expect_works(s, "the same scale");
    s.input.data_type = s.output.data_type = BNNSDataTypeInt32;
    s.input.data_scale = s.output.data_scale = 0.25F;
    s.input.data_bias = s.output.data_bias = 7;
    expect_works(s, "scaled integers are moved");
    s.input.data_type = s.output.data_type = BNNSDataTypeIndexed8;
    s.output.table_data = &s;
    expect_works(s, "entries of one table are moved");
  }
}

// A scale is compared as the bits say, whatever the caller makes of subnormal numbers, and a NaN traps nowhere.
TEST(CallRefusals, BN5InEveryFloatingPointEnvironment) {
  for (const std::uint32_t scale : {0x00000001U, 0x80000001U, 0x7fc00000U, 0x7f800001U}) {
    for (const named_environment& environment : all_environments()) {
      for (const bool is_of_indices : {false, true}) {
        sample s = sample_of(bnns_form::gather);
        point(s);
        std::memcpy(&(is_of_indices ? s.indices : s.output).data_scale, &scale, sizeof scale);
        const fp_environment usual = current_environment();
        enter(environment.is);
        const int found = run(s);
        const fp_environment after = current_environment();
        enter(usual);
        EXPECT_EQ(found, -1) << environment.name << " " << scale;
        EXPECT_STREQ(last_error().rule, "BN5") << environment.name << " " << scale;
        EXPECT_EQ(after, environment.is) << environment.name << " " << scale;
      }
    }
  }
}

constexpr bnns_form scatters[] = {bnns_form::scatter, bnns_form::scatter_same, bnns_form::scatter_nd};

TEST(CallRefusals, BN6) {
  struct refused {
    uint32_t op;
    const char* says;
  };
  constexpr refused functions[] = {
      {2, "ArgMax"},
      {3, "ArgMin"},
      {4, "Mean"},
      {5, "MeanNonZero"},
      {7, "SumSquare"},
      {8, "SumLog"},
      {9, "L1Norm"},
      {12, "L2Norm"},
      {13, "LogSumExp"},
      {16, "LogSum"},
      {17, "17"},
      {100, "100"},
      {0xFFFFFFFF, "4294967295"},
  };
  for (const bnns_form form : scatters) {
    for (const refused& bad : functions) {
      expect_fault(form,
                   {"BN6", STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, {bad.says}, [&](sample& s) { s.op = bad.op; }});
    }
  }
}

TEST(CallRefusals, BN7) {
  for (const bnns_form form : scatters) {
    for (const uint32_t op : {10U, 11U}) {
      for (const uint32_t type : {0x10020U, 0x20020U, 0x40008U, 0x80008U}) {
        expect_fault(form, {"BN7", STREW_STATUS_TYPE, STREW_OPERAND_OUTPUT, {"Logical", "not Boolean"}, [&](sample& s) {
                              s.op = op;
                              s.input.data_type = s.output.data_type = static_cast<BNNSDataType>(type);
                            }});
      }
    }
  }
}

TEST(CallRefusals, BN8) {
  for (const bnns_form form : scatters) {
    for (const uint32_t op : {0U, 1U, 6U, 14U}) {
      const auto spoil = [&](BNNSDataType type, float scale, float bias, const char* says) {
        expect_fault(form, {"BN8", STREW_STATUS_TYPE, STREW_OPERAND_OUTPUT, {says}, [&](sample& s) {
                              s.op = op;
                              s.input.data_type = s.output.data_type = type;
                              s.input.data_scale = s.output.data_scale = scale;
                              s.input.data_bias = s.output.data_bias = bias;
                            }});
      };
      spoil(BNNSDataTypeInt8, 0.5F, 0, "data_scale 0.5");
      spoil(BNNSDataTypeUInt16, 0, 3, "data_bias 3");
      spoil(BNNSDataTypeIndexed8, 0, 0, "table");
      sample s = sample_of(form);
      s.op = op;
      s.input.data_type = s.output.data_type = BNNSDataTypeInt32;
      s.input.data_scale = 1;
      expect_works(s, "a scale of 1");
      s = sample_of(form);
      s.op = op;
      s.input.data_scale = s.output.data_scale = 2;
      expect_works(s, "floats are numbers already");
    }
  }
}

TEST(CallRefusals, BN9) {
  for (const bnns_form form : all_forms) {
    if (!has_axis(form)) continue;
    for (const std::size_t axis : {std::size_t{2}, std::size_t{8}, std::numeric_limits<std::size_t>::max()}) {
      const std::string value = std::to_string(axis);
      expect_fault(form,
                   {"BN9", STREW_STATUS_SHAPE, STREW_OPERAND_NONE, {value.c_str(), "2 dimensions"}, [&](sample& s) {
                      s.axis = axis;
                    }});
    }
  }
}

TEST(CallRefusals, BN10) {
  for (const bnns_form form : all_forms) {
    if (!has_axis(form)) continue;
    expect_fault(form, {"BN10", STREW_STATUS_SHAPE, STREW_OPERAND_INDICES, {"3 dimensions", "has 2"}, [](sample& s) {
                          s.indices.layout = BNNSDataLayout3DFirstMajor;
                          s.indices.size[1] = s.indices.size[2] = 1;
                        }});
  }
}

TEST(CallRefusals, BN11) {
  BNNSFilterParameters parameters = {};
  for (const bnns_form form : all_forms) {
    const auto expect_refused = [&](const char* says) {
      expect_fault(form, {"BN11", STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, {says}, [&](sample& s) {
                            s.parameters = &parameters;
                          }});
    };
    parameters = {2, 0, nullptr, nullptr};
    expect_refused("0x2");
    parameters = {0x80000001, 0, nullptr, nullptr};
    expect_refused("0x80000001");
    parameters = {BNNSFlagsUseClientPtr, 3, nullptr, nullptr};
    sample s = sample_of(form);
    s.parameters = &parameters;
    expect_works(s, "a flag that is known");
  }
}

TEST(CallRefusals, BN12) {
  for (const bnns_form form : all_forms) {
    strew_options options = STREW_OPTIONS_INIT;
    for (const int32_t reduction : {STREW_REDUCTION_ADD + 0, STREW_REDUCTION_XOR + 0, -1, 1000}) {
      options.reduction = reduction;
      const std::string value = std::to_string(reduction);
      expect_fault(form, {"BN12", STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, {value.c_str()}, [&](sample& s) {
                            s.options = &options;
                          }});
    }
  }
}

// The frontend's rules are looked for in the order of their numbers, one after the other in all operands.
TEST(CallRefusals, ComeInOrder) {
  strew_options options = STREW_OPTIONS_INIT;
  options.reduction = STREW_REDUCTION_ADD;
  BNNSFilterParameters parameters = {2, 0, nullptr, nullptr};
  sample s = sample_of(bnns_form::scatter);
  point(s);
  s.options = &options;
  s.parameters = &parameters;
  s.indices.size[0] = 0;
  s.op = 99;
  s.axis = 99;
  s.input.data_scale = 3;
  s.indices_memory[0] = -1;
  s.output.data_type = BNNSDataTypeInt4;
  s.output.layout = BNNSDataLayoutMHA_DHK;
  s.output.data = nullptr;
  const auto expect_next = [&](const char* rule) {
    EXPECT_EQ(run(s), -1);
    EXPECT_STREQ(last_error().rule, rule) << last_error().message;
  };
  expect_next("BN1");
  s.output.data = s.output_memory.data();
  expect_next("BN2");
  s.output.layout = BNNSDataLayout2DFirstMajor;
  expect_next("BN3");
  s.output.data_type = BNNSDataTypeFloat32;
  expect_next("BN4");
  s.indices.size[0] = 2;
  expect_next("BN5");
  s.input.data_scale = 1;
  expect_next("BN6");
  s.op = BNNSReduceFunctionAll;
  expect_next("BN7");
  s.op = BNNSReduceFunctionSum;
  s.input.data_type = s.output.data_type = BNNSDataTypeIndexed8;
  expect_next("BN8");
  s.input.data_type = s.output.data_type = BNNSDataTypeFloat32;
  expect_next("BN9");
  s.axis = 1;
  s.indices.layout = BNNSDataLayout3DLastMajor;
  s.indices.size[1] = s.indices.size[2] = 1;
  expect_next("BN10");
  s.indices.layout = BNNSDataLayoutVector;
  expect_next("BN11");
  parameters.flags = 0;
  expect_next("BN12");
  options.reduction = STREW_REDUCTION_NONE;
  options.negative_indices = STREW_NEGATIVE_INVALID;
  expect_next("IX1");
  s.indices_memory[0] = 1;
  EXPECT_EQ(run(s), 0);
  EXPECT_EQ(last_error().status, STREW_STATUS_OK);
}

}  // namespace
}  // namespace strew::testing
