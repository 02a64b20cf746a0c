// DMLCalcBufferTensorSize: values worked out by hand, beyond 32 bits and up to the limit.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "directml/described.hpp"

namespace {

using directml_test::counts;

UINT64 size_of(DML_TENSOR_DATA_TYPE type, const counts& sizes, const counts& strides = {}) {
  return DMLCalcBufferTensorSize(type, static_cast<UINT>(sizes.size()), sizes.data(),
                                 strides.empty() ? nullptr : strides.data());
}

constexpr auto F32 = DML_TENSOR_DATA_TYPE_FLOAT32;
constexpr auto F64 = DML_TENSOR_DATA_TYPE_FLOAT64;
constexpr auto F16 = DML_TENSOR_DATA_TYPE_FLOAT16;
constexpr auto U8 = DML_TENSOR_DATA_TYPE_UINT8;

TEST(directml_size, packed) {
  EXPECT_EQ(size_of(F32, {8}), 32u);
  EXPECT_EQ(size_of(F32, {3, 4, 5}), 240u);
  EXPECT_EQ(size_of(F32, {1, 1, 1, 1, 1, 1, 1, 1}), 4u);
  EXPECT_EQ(size_of(F64, {2, 3}), 48u);
  EXPECT_EQ(size_of(DML_TENSOR_DATA_TYPE_INT64, {5}), 40u);
  EXPECT_EQ(size_of(DML_TENSOR_DATA_TYPE_INT16, {4}), 8u);
  EXPECT_EQ(size_of(DML_TENSOR_DATA_TYPE_INT8, {4}), 4u);
}

TEST(directml_size, is_a_multiple_of_4) {
  EXPECT_EQ(size_of(U8, {1}), 4u);
  EXPECT_EQ(size_of(U8, {3}), 4u);
  EXPECT_EQ(size_of(U8, {5}), 8u);
  EXPECT_EQ(size_of(F16, {1}), 4u);
  EXPECT_EQ(size_of(F16, {3}), 8u);
  EXPECT_EQ(size_of(DML_TENSOR_DATA_TYPE_UINT16, {3, 3}), 20u);
  EXPECT_EQ(size_of(U8, {2, 2}, {3, 1}), 8u);  // the last of 5 bytes
}

TEST(directml_size, every_data_type) {
  const std::uint64_t bytes[] = {0, 32, 16, 32, 16, 8, 32, 16, 8, 64, 64, 64, 4, 4};
  for (int type = 0; type < 14; ++type) EXPECT_EQ(size_of(static_cast<DML_TENSOR_DATA_TYPE>(type), {8}), bytes[type]);
  EXPECT_EQ(size_of(static_cast<DML_TENSOR_DATA_TYPE>(14), {8}), 0u);
  EXPECT_EQ(size_of(static_cast<DML_TENSOR_DATA_TYPE>(-1), {8}), 0u);
  EXPECT_EQ(size_of(DML_TENSOR_DATA_TYPE_INT4, {9}), 8u);  // 5 bytes
}

TEST(directml_size, strides_reach_the_last_element) {
  EXPECT_EQ(size_of(F32, {2, 3}, {3, 1}), 24u);
  EXPECT_EQ(size_of(F32, {2, 3}, {1, 2}), 24u);
  EXPECT_EQ(size_of(F32, {2, 3}, {8, 2}), 4u * (1 + 8 + 4));
  EXPECT_EQ(size_of(F32, {1, 3}, {1000, 1}), 12u);  // a stride of one element reaches nothing
}

TEST(directml_size, broadcast) {
  EXPECT_EQ(size_of(F32, {1000, 1000}, {0, 0}), 4u);
  EXPECT_EQ(size_of(F32, {1000, 3}, {0, 1}), 12u);
  EXPECT_EQ(size_of(F64, {0xFFFFFFFF, 0xFFFFFFFF}, {0, 0}), 8u);
}

TEST(directml_size, beyond_32_bits) {
  EXPECT_EQ(size_of(U8, {0xFFFFFFFF}), 0x100000000u);
  EXPECT_EQ(size_of(F64, {0xFFFFFFFF}), 0x7FFFFFFF8u);
  // the index of the last element: 65536 * 65537 = 2^32 + 65536, which 32 bits would make 65536
  EXPECT_EQ(size_of(U8, {65537, 1}, {65537, 1}), 0x100010004u);
  EXPECT_EQ(size_of(F32, {65537, 2}, {65536, 1}), 0x400000008u);
  EXPECT_EQ(size_of(F32, {3, 2}, {0x80000000, 1}), 4u * (0x100000000u + 2));
  EXPECT_EQ(size_of(F32, {2, 2}, {0xFFFFFFFF, 1}), 4u * (0xFFFFFFFFull + 2));
}

TEST(directml_size, beyond_64_bits_is_the_limit) {
  EXPECT_EQ(size_of(F32, {0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF}), UINT64_MAX);
  EXPECT_EQ(size_of(F32, {0xFFFFFFFF, 0xFFFFFFFF, 2}, {0xFFFFFFFF, 0xFFFFFFFF, 1}), UINT64_MAX);
  EXPECT_EQ(size_of(F64, {0xFFFFFFFF, 0xFFFFFFFF}), UINT64_MAX);
  EXPECT_EQ(size_of(U8, {0xFFFFFFFF, 0xFFFFFFFF}), (0xFFFFFFFFull * 0xFFFFFFFFull + 3) / 4 * 4);
  EXPECT_EQ(size_of(U8, {0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF}, {1, 1, 1}), 4u * ((3u * 0xFFFFFFFEull + 1 + 3) / 4));
}

TEST(directml_size, is_a_constant_expression) {
  constexpr UINT sizes[] = {2, 3};
  static_assert(DMLCalcBufferTensorSize(DML_TENSOR_DATA_TYPE_FLOAT16, 2, sizes, nullptr) == 12);
}

}  // namespace
