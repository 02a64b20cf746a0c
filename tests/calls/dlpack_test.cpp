// DLTensors become views: strides in bytes, types by code and bits, refusals with a rule.
#include <gtest/gtest.h>
#include <strew/strew.h>

#include <cstdint>
#include <limits>
#include <utility>

namespace strew::testing {
namespace {

// As dlpack.h lays it out.
struct dl_tensor {
  void* data = nullptr;
  std::int32_t device_type = 1;
  std::int32_t device_id = 0;
  std::int32_t rank = 2;
  std::uint8_t code = 2;
  std::uint8_t bits = 32;
  std::uint16_t lanes = 1;
  const std::int64_t* shape = nullptr;
  const std::int64_t* strides = nullptr;
  std::uint64_t byte_offset = 0;
};

struct dlpack : ::testing::Test {
  float values[6] = {0, 1, 2, 3, 4, 5};
  std::int64_t shape[2] = {2, 3};
  std::int64_t element_strides[2] = {1, 2};
  std::int64_t strides[2] = {};
  dl_tensor from;
  strew_tensor to = STREW_TENSOR_INIT;
  strew_error error = STREW_ERROR_INIT;

  dlpack() {
    from.data = values;
    from.shape = shape;
  }
  strew_status convert(std::uint64_t capacity = 2) {
    return strew_tensor_from_dlpack(&from, capacity, strides, &to, &error);
  }
};

TEST_F(dlpack, packed_and_strided_tensors_convert) {
  ASSERT_EQ(convert(), STREW_STATUS_OK);
  EXPECT_EQ(to.dtype, static_cast<strew_dtype>(STREW_DTYPE_F32));
  EXPECT_EQ(to.rank, 2U);
  EXPECT_EQ(to.strides, nullptr);
  from.strides = element_strides;
  from.byte_offset = 4;
  ASSERT_EQ(convert(), STREW_STATUS_OK);
  EXPECT_EQ(to.strides[0], 4);
  EXPECT_EQ(to.strides[1], 8);
  EXPECT_EQ(to.data, values + 1);
}

TEST_F(dlpack, every_whole_byte_type_has_a_width) {
  struct row {
    std::uint8_t code, bits;
    std::uint16_t lanes;
    strew_dtype type;
    std::uint64_t width;
  };
  const row rows[] = {{0, 8, 1, STREW_DTYPE_I8, 1},       {1, 64, 1, STREW_DTYPE_U64, 8},
                      {4, 16, 1, STREW_DTYPE_BF16, 2},    {5, 128, 1, STREW_DTYPE_C128, 16},
                      {6, 8, 1, STREW_DTYPE_BOOL, 1},     {10, 8, 1, STREW_DTYPE_F8_E4M3, 1},
                      {12, 8, 1, STREW_DTYPE_F8_E5M2, 1}, {7, 8, 1, STREW_DTYPE_OPAQUE, 1},
                      {2, 32, 4, STREW_DTYPE_OPAQUE, 16}, {1, 4, 2, STREW_DTYPE_OPAQUE, 1}};
  for (const row& r : rows) {
    from.code = r.code;
    from.bits = r.bits;
    from.lanes = r.lanes;
    ASSERT_EQ(convert(), STREW_STATUS_OK);
    EXPECT_EQ(to.dtype, r.type);
    EXPECT_EQ(to.element_bytes, r.width);
  }
}

TEST_F(dlpack, what_cannot_be_described_is_refused) {
  const auto expect = [&](const char* rule) {
    EXPECT_NE(convert(), STREW_STATUS_OK);
    EXPECT_STREQ(error.rule, rule);
  };
  from.bits = 4;
  expect("TY1");
  from.bits = 32;
  from.rank = -1;
  expect("EX1");
  from.rank = 2;
  from.strides = element_strides;
  EXPECT_EQ(convert(1), STREW_STATUS_POINTER);
  element_strides[0] = std::numeric_limits<std::int64_t>::max() / 2;
  expect("SZ2");
  from.shape = nullptr;
  expect("PT1");
  EXPECT_EQ(strew_tensor_from_dlpack(nullptr, 0, nullptr, &to, nullptr), STREW_STATUS_POINTER);
}

// Planned for, as every tensor; it is the execution that needs the memory of the CPU.
TEST_F(dlpack, a_tensor_of_another_device_is_described) {
  for (const auto& [type, device] : {std::pair{1, 1U}, {2, 2U}, {3, 1U}, {10, 10U}}) {
    from.device_type = type;
    ASSERT_EQ(convert(), STREW_STATUS_OK);
    EXPECT_EQ(to.device, device);
  }
}

TEST_F(dlpack, a_converted_tensor_gathers) {
  from.strides = element_strides;  // column-major: [[0, 2, 4], [1, 3, 5]]
  ASSERT_EQ(convert(), STREW_STATUS_OK);
  const std::int64_t tuple_shape[2] = {1, 1};
  const std::int64_t out_shape[2] = {1, 3};
  std::uint8_t index = 1;
  float out[3] = {};
  strew_tensor indices = STREW_TENSOR_INIT;
  indices.dtype = STREW_DTYPE_U8;
  indices.data = &index;
  indices.rank = 2;
  indices.extents = tuple_shape;
  strew_tensor output = STREW_TENSOR_INIT;
  output.dtype = STREW_DTYPE_F32;
  output.data = out;
  output.rank = 2;
  output.extents = out_shape;
  ASSERT_EQ(strew_gather_nd(&to, &indices, &output, 0, nullptr, nullptr, &error), STREW_STATUS_OK) << error.message;
  EXPECT_EQ(out[0], 1);
  EXPECT_EQ(out[1], 3);
  EXPECT_EQ(out[2], 5);
}

}  // namespace
}  // namespace strew::testing
