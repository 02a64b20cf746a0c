// Every number of Apple's pages, typed in from them: values of the enums, sizes and offsets of the structures.
#include <gtest/gtest.h>

#include "strew/bnns.h"

namespace {

struct number {
  const char* name;
  std::uint64_t here;
  std::uint64_t there;
};

#define NAMED(name, value) \
  { #name, name, value }

constexpr number layouts[] = {
    NAMED(BNNSDataLayoutVector, 65536),
    NAMED(BNNSDataLayout1DLastMajor, 98304),
    NAMED(BNNSDataLayout1DFirstMajor, 98305),
    NAMED(BNNSDataLayoutRowMajorMatrix, 131072),
    NAMED(BNNSDataLayoutColumnMajorMatrix, 131073),
    NAMED(BNNSDataLayoutFullyConnectedSparse, 135169),
    NAMED(BNNSDataLayout2DLastMajor, 163840),
    NAMED(BNNSDataLayout2DFirstMajor, 163841),
    NAMED(BNNSDataLayoutImageCHW, 196608),
    NAMED(BNNSDataLayoutSNE, 196609),
    NAMED(BNNSDataLayoutNSE, 196610),
    NAMED(BNNSDataLayoutMHA_DHK, 196611),
    NAMED(BNNSDataLayout3DLastMajor, 229376),
    NAMED(BNNSDataLayout3DFirstMajor, 229377),
    NAMED(BNNSDataLayoutConvolutionWeightsOIHW, 262144),
    NAMED(BNNSDataLayoutConvolutionWeightsOIHrWr, 262145),
    NAMED(BNNSDataLayoutConvolutionWeightsIOHrWr, 262146),
    NAMED(BNNSDataLayoutConvolutionWeightsOIHW_Pack32, 262160),
    NAMED(BNNSDataLayout4DLastMajor, 294912),
    NAMED(BNNSDataLayout4DFirstMajor, 294913),
    NAMED(BNNSDataLayout5DLastMajor, 360448),
    NAMED(BNNSDataLayout5DFirstMajor, 360449),
    NAMED(BNNSDataLayout6DLastMajor, 425984),
    NAMED(BNNSDataLayout6DFirstMajor, 425985),
    NAMED(BNNSDataLayout7DLastMajor, 491520),
    NAMED(BNNSDataLayout7DFirstMajor, 491521),
    NAMED(BNNSDataLayout8DLastMajor, 557056),
    NAMED(BNNSDataLayout8DFirstMajor, 557057),
};

constexpr number data_types[] = {
    NAMED(BNNSDataTypeFloatBit, 65536),    NAMED(BNNSDataTypeFloat16, 65552),
    NAMED(BNNSDataTypeFloat32, 65568),     NAMED(BNNSDataTypeBFloat16, 98320),
    NAMED(BNNSDataTypeIntBit, 131072),     NAMED(BNNSDataTypeInt1, 131073),
    NAMED(BNNSDataTypeInt2, 131074),       NAMED(BNNSDataTypeInt4, 131076),
    NAMED(BNNSDataTypeInt8, 131080),       NAMED(BNNSDataTypeInt16, 131088),
    NAMED(BNNSDataTypeInt32, 131104),      NAMED(BNNSDataTypeInt64, 131136),
    NAMED(BNNSDataTypeUIntBit, 262144),    NAMED(BNNSDataTypeUInt1, 262145),
    NAMED(BNNSDataTypeUInt2, 262146),      NAMED(BNNSDataTypeUInt3, 262147),
    NAMED(BNNSDataTypeUInt4, 262148),      NAMED(BNNSDataTypeUInt6, 262150),
    NAMED(BNNSDataTypeUInt8, 262152),      NAMED(BNNSDataTypeUInt16, 262160),
    NAMED(BNNSDataTypeUInt32, 262176),     NAMED(BNNSDataTypeUInt64, 262208),
    NAMED(BNNSDataTypeIndexedBit, 524288), NAMED(BNNSDataTypeIndexed1, 524289),
    NAMED(BNNSDataTypeIndexed2, 524290),   NAMED(BNNSDataTypeIndexed4, 524292),
    NAMED(BNNSDataTypeIndexed8, 524296),   NAMED(BNNSDataTypeMiscellaneousBit, 1048576),
    NAMED(BNNSDataTypeBoolean, 1048584),
};

constexpr number reduce_functions[] = {
    NAMED(BNNSReduceFunctionMax, 0),         NAMED(BNNSReduceFunctionMin, 1),
    NAMED(BNNSReduceFunctionArgMax, 2),      NAMED(BNNSReduceFunctionArgMin, 3),
    NAMED(BNNSReduceFunctionMean, 4),        NAMED(BNNSReduceFunctionMeanNonZero, 5),
    NAMED(BNNSReduceFunctionSum, 6),         NAMED(BNNSReduceFunctionSumSquare, 7),
    NAMED(BNNSReduceFunctionSumLog, 8),      NAMED(BNNSReduceFunctionL1Norm, 9),
    NAMED(BNNSReduceFunctionLogicalOr, 10),  NAMED(BNNSReduceFunctionAny, 10),
    NAMED(BNNSReduceFunctionLogicalAnd, 11), NAMED(BNNSReduceFunctionAll, 11),
    NAMED(BNNSReduceFunctionL2Norm, 12),     NAMED(BNNSReduceFunctionLogSumExp, 13),
    NAMED(BNNSReduceFunctionProduct, 14),    NAMED(BNNSReduceFunctionNone, 15),
    NAMED(BNNSReduceFunctionLogSum, 16),
};

constexpr number others[] = {
    NAMED(BNNSNDArrayFlagBackpropSet, 0),
    NAMED(BNNSNDArrayFlagBackpropAccumulate, 1),
    NAMED(BNNSFlagsUseClientPtr, 1),
    NAMED(BNNS_MAX_TENSOR_DIMENSION, 8),
};

constexpr number places[] = {
    {"flags", offsetof(BNNSNDArrayDescriptor, flags), 0},
    {"layout", offsetof(BNNSNDArrayDescriptor, layout), 4},
    {"size", offsetof(BNNSNDArrayDescriptor, size), 8},
    {"stride", offsetof(BNNSNDArrayDescriptor, stride), 72},
    {"data", offsetof(BNNSNDArrayDescriptor, data), 136},
    {"data_type", offsetof(BNNSNDArrayDescriptor, data_type), 144},
    {"table_data", offsetof(BNNSNDArrayDescriptor, table_data), 152},
    {"table_data_type", offsetof(BNNSNDArrayDescriptor, table_data_type), 160},
    {"data_scale", offsetof(BNNSNDArrayDescriptor, data_scale), 164},
    {"data_bias", offsetof(BNNSNDArrayDescriptor, data_bias), 168},
    {"BNNSNDArrayDescriptor", sizeof(BNNSNDArrayDescriptor), 176},
    {"parameters: flags", offsetof(BNNSFilterParameters, flags), 0},
    {"n_threads", offsetof(BNNSFilterParameters, n_threads), 8},
    {"alloc_memory", offsetof(BNNSFilterParameters, alloc_memory), 16},
    {"free_memory", offsetof(BNNSFilterParameters, free_memory), 24},
    {"BNNSFilterParameters", sizeof(BNNSFilterParameters), 32},
    {"BNNSDataLayout", sizeof(BNNSDataLayout), 4},
    {"BNNSDataType", sizeof(BNNSDataType), 4},
    {"BNNSNDArrayFlags", sizeof(BNNSNDArrayFlags), 4},
    {"BNNSReduceFunction", sizeof(BNNSReduceFunction), 4},
};

template <std::size_t Count>
void expect_same(const number (&table)[Count]) {
  for (const number& one : table) EXPECT_EQ(one.here, one.there) << one.name;
}

TEST(Values, Layouts) {
  expect_same(layouts);
}
TEST(Values, DataTypes) {
  expect_same(data_types);
}
TEST(Values, ReduceFunctions) {
  expect_same(reduce_functions);
}
TEST(Values, Others) {
  expect_same(others);
}
TEST(Values, SizesAndOffsets) {
  if (sizeof(void*) == 8) expect_same(places);
}

// The signatures of the pages: a pointer to each function has this type.
static_assert(std::is_same_v<decltype(&BNNSGather),
                             int (*)(std::size_t, const BNNSNDArrayDescriptor*, const BNNSNDArrayDescriptor*,
                                     BNNSNDArrayDescriptor*, const BNNSFilterParameters*)>);
static_assert(
    std::is_same_v<decltype(&BNNSGatherND), int (*)(const BNNSNDArrayDescriptor*, const BNNSNDArrayDescriptor*,
                                                    BNNSNDArrayDescriptor*, const BNNSFilterParameters*)>);
static_assert(std::is_same_v<decltype(&BNNSScatter), int (*)(std::size_t, BNNSReduceFunction,
                                                             const BNNSNDArrayDescriptor*, const BNNSNDArrayDescriptor*,
                                                             BNNSNDArrayDescriptor*, const BNNSFilterParameters*)>);
static_assert(std::is_same_v<decltype(&BNNSScatterND),
                             int (*)(BNNSReduceFunction, const BNNSNDArrayDescriptor*, const BNNSNDArrayDescriptor*,
                                     BNNSNDArrayDescriptor*, const BNNSFilterParameters*)>);
static_assert(std::is_same_v<BNNSAlloc, int (*)(void**, std::size_t, std::size_t)>);
static_assert(std::is_same_v<BNNSFree, void (*)(void*)>);

}  // namespace
