// Every published number but those of the operators, typed in again.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <type_traits>

#include "strew/directml.h"

namespace {

template <class Enum>
struct named {
  Enum value;
  std::int64_t number;
};

template <class Enum, std::size_t Count>
void expect_numbers(const named<Enum> (&rows)[Count]) {
  for (const auto& row : rows) EXPECT_EQ(static_cast<std::int64_t>(row.value), row.number);
}

TEST(directml_values, tensor_data_types) {
  expect_numbers<DML_TENSOR_DATA_TYPE>({{DML_TENSOR_DATA_TYPE_UNKNOWN, 0},
                                        {DML_TENSOR_DATA_TYPE_FLOAT32, 1},
                                        {DML_TENSOR_DATA_TYPE_FLOAT16, 2},
                                        {DML_TENSOR_DATA_TYPE_UINT32, 3},
                                        {DML_TENSOR_DATA_TYPE_UINT16, 4},
                                        {DML_TENSOR_DATA_TYPE_UINT8, 5},
                                        {DML_TENSOR_DATA_TYPE_INT32, 6},
                                        {DML_TENSOR_DATA_TYPE_INT16, 7},
                                        {DML_TENSOR_DATA_TYPE_INT8, 8},
                                        {DML_TENSOR_DATA_TYPE_FLOAT64, 9},
                                        {DML_TENSOR_DATA_TYPE_UINT64, 10},
                                        {DML_TENSOR_DATA_TYPE_INT64, 11},
                                        {DML_TENSOR_DATA_TYPE_UINT4, 12},
                                        {DML_TENSOR_DATA_TYPE_INT4, 13}});
}

TEST(directml_values, tensor_type_and_flags) {
  expect_numbers<DML_TENSOR_TYPE>({{DML_TENSOR_TYPE_INVALID, 0}, {DML_TENSOR_TYPE_BUFFER, 1}});
  expect_numbers<DML_TENSOR_FLAGS>({{DML_TENSOR_FLAG_NONE, 0x0}, {DML_TENSOR_FLAG_OWNED_BY_DML, 0x1}});
}

TEST(directml_values, feature_levels) {
  expect_numbers<DML_FEATURE_LEVEL>({{DML_FEATURE_LEVEL_1_0, 0x1000},
                                     {DML_FEATURE_LEVEL_2_0, 0x2000},
                                     {DML_FEATURE_LEVEL_2_1, 0x2100},
                                     {DML_FEATURE_LEVEL_3_0, 0x3000},
                                     {DML_FEATURE_LEVEL_3_1, 0x3100},
                                     {DML_FEATURE_LEVEL_4_0, 0x4000},
                                     {DML_FEATURE_LEVEL_4_1, 0x4100},
                                     {DML_FEATURE_LEVEL_5_0, 0x5000},
                                     {DML_FEATURE_LEVEL_5_1, 0x5100},
                                     {DML_FEATURE_LEVEL_5_2, 0x5200},
                                     {DML_FEATURE_LEVEL_6_0, 0x6000},
                                     {DML_FEATURE_LEVEL_6_1, 0x6100},
                                     {DML_FEATURE_LEVEL_6_2, 0x6200},
                                     {DML_FEATURE_LEVEL_6_3, 0x6300},
                                     {DML_FEATURE_LEVEL_6_4, 0x6400}});
  expect_numbers<DML_FEATURE>({{DML_FEATURE_TENSOR_DATA_TYPE_SUPPORT, 0}, {DML_FEATURE_FEATURE_LEVELS, 1}});
}

TEST(directml_values, flags_of_devices_and_executions) {
  expect_numbers<DML_CREATE_DEVICE_FLAGS>({{DML_CREATE_DEVICE_FLAG_NONE, 0}, {DML_CREATE_DEVICE_FLAG_DEBUG, 0x1}});
  expect_numbers<DML_EXECUTION_FLAGS>({{DML_EXECUTION_FLAG_NONE, 0},
                                       {DML_EXECUTION_FLAG_ALLOW_HALF_PRECISION_COMPUTATION, 0x1},
                                       {DML_EXECUTION_FLAG_DISABLE_META_COMMANDS, 0x2},
                                       {DML_EXECUTION_FLAG_DESCRIPTORS_VOLATILE, 0x4}});
}

TEST(directml_values, bindings_and_graphs) {
  expect_numbers<DML_BINDING_TYPE>(
      {{DML_BINDING_TYPE_NONE, 0}, {DML_BINDING_TYPE_BUFFER, 1}, {DML_BINDING_TYPE_BUFFER_ARRAY, 2}});
  expect_numbers<DML_GRAPH_NODE_TYPE>(
      {{DML_GRAPH_NODE_TYPE_INVALID, 0}, {DML_GRAPH_NODE_TYPE_OPERATOR, 1}, {DML_GRAPH_NODE_TYPE_CONSTANT, 2}});
  expect_numbers<DML_GRAPH_EDGE_TYPE>({{DML_GRAPH_EDGE_TYPE_INVALID, 0},
                                       {DML_GRAPH_EDGE_TYPE_INPUT, 1},
                                       {DML_GRAPH_EDGE_TYPE_OUTPUT, 2},
                                       {DML_GRAPH_EDGE_TYPE_INTERMEDIATE, 3}});
}

TEST(directml_values, reduce_functions_and_directions) {
  expect_numbers<DML_REDUCE_FUNCTION>({{DML_REDUCE_FUNCTION_ARGMAX, 0},
                                       {DML_REDUCE_FUNCTION_ARGMIN, 1},
                                       {DML_REDUCE_FUNCTION_AVERAGE, 2},
                                       {DML_REDUCE_FUNCTION_L1, 3},
                                       {DML_REDUCE_FUNCTION_L2, 4},
                                       {DML_REDUCE_FUNCTION_LOG_SUM, 5},
                                       {DML_REDUCE_FUNCTION_LOG_SUM_EXP, 6},
                                       {DML_REDUCE_FUNCTION_MAX, 7},
                                       {DML_REDUCE_FUNCTION_MIN, 8},
                                       {DML_REDUCE_FUNCTION_MULTIPLY, 9},
                                       {DML_REDUCE_FUNCTION_SUM, 10},
                                       {DML_REDUCE_FUNCTION_SUM_SQUARE, 11}});
  expect_numbers<DML_AXIS_DIRECTION>({{DML_AXIS_DIRECTION_INCREASING, 0}, {DML_AXIS_DIRECTION_DECREASING, 1}});
}

TEST(directml_values, results) {
  const auto bits = [](HRESULT result) { return static_cast<std::uint32_t>(result); };
  EXPECT_EQ(bits(S_OK), 0u);
  EXPECT_EQ(bits(S_FALSE), 1u);
  EXPECT_EQ(bits(E_INVALIDARG), 0x80070057u);
  EXPECT_EQ(bits(E_OUTOFMEMORY), 0x8007000Eu);
  EXPECT_EQ(bits(E_NOINTERFACE), 0x80004002u);
  EXPECT_EQ(bits(E_ABORT), 0x80004004u);
  EXPECT_EQ(bits(E_UNEXPECTED), 0x8000FFFFu);
  EXPECT_EQ(bits(DXGI_ERROR_NOT_FOUND), 0x887A0002u);
  EXPECT_EQ(bits(DXGI_ERROR_MORE_DATA), 0x887A0003u);
  EXPECT_EQ(bits(DXGI_ERROR_UNSUPPORTED), 0x887A0004u);
  EXPECT_EQ(bits(DXGI_ERROR_DEVICE_REMOVED), 0x887A0005u);
  EXPECT_EQ(bits(DXGI_ERROR_SDK_COMPONENT_MISSING), 0x887A002Du);
  EXPECT_TRUE(SUCCEEDED(S_OK) && SUCCEEDED(S_FALSE) && !FAILED(S_FALSE));
  EXPECT_TRUE(FAILED(E_INVALIDARG) && FAILED(DXGI_ERROR_UNSUPPORTED) && !SUCCEEDED(E_NOINTERFACE));
}

TEST(directml_values, constants) {
  EXPECT_EQ(DML_TENSOR_DIMENSION_COUNT_MAX, 5u);
  EXPECT_EQ(DML_TENSOR_DIMENSION_COUNT_MAX1, 8u);
  EXPECT_EQ(DML_TEMPORARY_BUFFER_ALIGNMENT, 256u);
  EXPECT_EQ(DML_PERSISTENT_BUFFER_ALIGNMENT, 256u);
  EXPECT_EQ(DML_MINIMUM_BUFFER_TENSOR_ALIGNMENT, 16u);
}

TEST(directml_values, flags_combine_as_flags) {
  DML_EXECUTION_FLAGS flags = DML_EXECUTION_FLAG_DISABLE_META_COMMANDS | DML_EXECUTION_FLAG_DESCRIPTORS_VOLATILE;
  static_assert(std::is_same_v<decltype(flags | flags), DML_EXECUTION_FLAGS>);
  EXPECT_EQ(flags, 0x6);
  EXPECT_EQ(flags & DML_EXECUTION_FLAG_DESCRIPTORS_VOLATILE, 0x4);
  EXPECT_EQ(flags ^ DML_EXECUTION_FLAG_DESCRIPTORS_VOLATILE, 0x2);
  EXPECT_EQ(~DML_EXECUTION_FLAG_DISABLE_META_COMMANDS & flags, 0x4);
  flags |= DML_EXECUTION_FLAG_ALLOW_HALF_PRECISION_COMPUTATION;
  EXPECT_EQ(flags, 0x7);
  flags &= ~DML_EXECUTION_FLAG_DISABLE_META_COMMANDS;
  EXPECT_EQ(flags, 0x5);
  flags ^= DML_EXECUTION_FLAG_ALLOW_HALF_PRECISION_COMPUTATION | DML_EXECUTION_FLAG_DESCRIPTORS_VOLATILE;
  EXPECT_EQ(flags, DML_EXECUTION_FLAG_NONE);
  static_assert(std::is_same_v<decltype(DML_TENSOR_FLAG_NONE | DML_TENSOR_FLAG_OWNED_BY_DML), DML_TENSOR_FLAGS>);
  static_assert(
      std::is_same_v<decltype(DML_CREATE_DEVICE_FLAG_NONE & DML_CREATE_DEVICE_FLAG_DEBUG), DML_CREATE_DEVICE_FLAGS>);
}

TEST(directml_values, names_of_data_types) {
  const char* const expected[] = {"UNKNOWN", "FLOAT32", "FLOAT16", "UINT32", "UINT16", "UINT8", "INT32",
                                  "INT16",   "INT8",    "FLOAT64", "UINT64", "INT64",  "UINT4", "INT4"};
  for (std::int32_t type = 1; type <= 13; ++type) {
    ASSERT_NE(strew_directml_data_type_name(type), nullptr) << type;
    EXPECT_EQ(std::string(strew_directml_data_type_name(type)), expected[type]);
  }
  EXPECT_EQ(strew_directml_data_type_name(14), nullptr);
  EXPECT_EQ(strew_directml_data_type_name(-1), nullptr);
}

TEST(directml_values, names_of_operators) {
  EXPECT_STREQ(strew_directml_operator_name(67), "DML_OPERATOR_GATHER");
  EXPECT_STREQ(strew_directml_operator_name(107), "DML_OPERATOR_GATHER_ELEMENTS");
  EXPECT_STREQ(strew_directml_operator_name(108), "DML_OPERATOR_GATHER_ND");
  EXPECT_STREQ(strew_directml_operator_name(109), "DML_OPERATOR_SCATTER_ND");
  EXPECT_STREQ(strew_directml_operator_name(140), "DML_OPERATOR_GATHER_ND1");
  const std::string scatter = strew_directml_operator_name(94);  // one number, two names
  EXPECT_TRUE(scatter == "DML_OPERATOR_SCATTER" || scatter == "DML_OPERATOR_SCATTER_ELEMENTS") << scatter;
  for (const std::int32_t other : {-1, 0, 1, 68, 93, 95, 106, 110, 139, 141, 177, 178})
    EXPECT_EQ(strew_directml_operator_name(other), nullptr) << other;
}

TEST(directml_values, rules_have_numbers_and_texts) {
  for (std::uint64_t i = 0; i < 28; ++i) {
    const std::string expected = "DM" + std::to_string(i + 1);
    ASSERT_NE(strew_directml_rule_name(i), nullptr) << expected;
    EXPECT_EQ(strew_directml_rule_name(i), expected);
    ASSERT_NE(strew_directml_rule_text(expected.c_str()), nullptr);
    EXPECT_GT(std::string(strew_directml_rule_text(expected.c_str())).size(), 20u);
  }
  EXPECT_EQ(strew_directml_rule_name(28), nullptr);
  EXPECT_EQ(strew_directml_rule_name(UINT64_MAX), nullptr);
  EXPECT_STREQ(strew_directml_rule_text("ND3"), strew_rule_text("ND3"));
  EXPECT_EQ(strew_directml_rule_text("DM0"), nullptr);
  EXPECT_EQ(strew_directml_rule_text("DM29"), nullptr);
  EXPECT_EQ(strew_directml_rule_text(nullptr), nullptr);
}

}  // namespace
