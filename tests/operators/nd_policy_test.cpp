// The index policy: values at the edge of their types. What each rule makes of a line is in policy_test.cpp.
#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "support/array.hpp"

namespace strew::support {
namespace {

const array<int32_t> tens_table{{5}, {10, 20, 30, 40, 50}};
TEST(nd_policy, fill_of_a_slice_of_records) {
  const array<uint8_t> data{{2, 2, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}};
  array<uint8_t> output{{2, 2, 3}, std::vector<uint8_t>(12)};
  strew_tensor table = describe(const_cast<uint8_t*>(data.values.data()), STREW_DTYPE_OPAQUE, data.extents, {6, 3});
  const shape pair = {2, 2};
  table.rank = 2;
  table.extents = pair.data();
  table.strides = nullptr;
  table.element_bytes = 3;
  strew_tensor direct = table;
  direct.data = output.values.data();
  strew_options options = options_of(STREW_REDUCTION_NONE, STREW_OOB_FILL);
  const uint8_t record[] = {251, 252, 253};
  options.fill_value = record;
  options.fill_bytes = 3;
  const array<int8_t> indices{{2, 1}, {-3, 1}};
  const strew_error error = gather_nd(table, indices.view(), direct, 0, options);
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, (std::vector<uint8_t>{251, 252, 253, 251, 252, 253, 7, 8, 9, 10, 11, 12}));
}

TEST(nd_policy, both_ends_of_the_allowed_range) {
  array<int32_t> output{{4}, {0, 0, 0, 0}};
  const array<int8_t> indices{{4, 1}, {-5, 4, -1, 0}};
  const strew_error error = gather_nd(tens_table.view(), indices.view(), output.view());
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, (std::vector<int32_t>{10, 50, 50, 10}));
}

// from_end adds the extent once: -6 of an extent of 5 is outside, not 4.
TEST(nd_policy, from_end_adds_the_extent_once) {
  array<int32_t> output{{1}, {7}};
  for (const int64_t value : {int64_t{-6}, int64_t{-10}, std::numeric_limits<int64_t>::min()}) {
    const array<int64_t> indices{{1, 1}, {value}};
    const strew_error error = gather_nd(tens_table.view(), indices.view(), output.view());
    EXPECT_EQ(error.status, STREW_STATUS_INDEX) << value;
    EXPECT_EQ(error.tuple[0], static_cast<uint64_t>(value));
    EXPECT_EQ(error.tuple_negative[0], 1);
  }
  EXPECT_EQ(output.values[0], 7);
}

template <class I>
void expect_outside(const array<int32_t>& data, I value) {
  array<int32_t> output{{1}, {7}};
  const array<I> indices{{1, 1}, {value}};
  const strew_error error = gather_nd(data.view(), indices.view(), output.view());
  EXPECT_EQ(error.status, STREW_STATUS_INDEX) << value;
  EXPECT_EQ(error.tuple[0], static_cast<uint64_t>(value));
  EXPECT_EQ(error.tuple_negative[0], 0);
  EXPECT_EQ(output.values[0], 7);
}

// Values that a narrowing to 32 bits or to signed would turn into good ones.
TEST(nd_policy, wide_values_are_not_narrowed) {
  for (const int shift : {8, 16, 31, 32, 33, 62}) {
    for (const int64_t low : {0, 1, 4}) {
      expect_outside<int64_t>(tens_table, (int64_t{1} << shift) + low);
      expect_outside<uint64_t>(tens_table, (uint64_t{1} << shift) + static_cast<uint64_t>(low));
    }
  }
  expect_outside<int64_t>(tens_table, std::numeric_limits<int64_t>::max());
  expect_outside<uint64_t>(tens_table, uint64_t{1} << 63);
  expect_outside<uint64_t>(tens_table, (uint64_t{1} << 63) + 4);
}

// 2^64 - 1 is not -1, 0xff is not -1.
TEST(nd_policy, unsigned_values_are_never_negative) {
  expect_outside<uint64_t>(tens_table, std::numeric_limits<uint64_t>::max());
  expect_outside<uint32_t>(tens_table, std::numeric_limits<uint32_t>::max());
  expect_outside<uint16_t>(tens_table, std::numeric_limits<uint16_t>::max());
  expect_outside<uint8_t>(tens_table, std::numeric_limits<uint8_t>::max());
}

TEST(nd_policy, unsigned_wrap_is_unsigned) {
  array<int32_t> output{{3}, {0, 0, 0}};
  const array<uint64_t> indices{{3, 1}, {UINT64_MAX, uint64_t{1} << 63, (uint64_t{1} << 63) + 7}};
  const strew_error error =
      gather_nd(tens_table.view(), indices.view(), output.view(), 0, options_of(STREW_REDUCTION_NONE, STREW_OOB_WRAP));
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, (std::vector<int32_t>{10, 40, 10}));  // 2^64 - 1 = 0, 2^63 = 3, 2^63 + 7 = 0 modulo 5
}

TEST(nd_policy, signed_extremes_clamp_and_wrap) {
  const array<int64_t> indices{{2, 1}, {INT64_MIN, INT64_MAX}};
  array<int32_t> output{{2}, {0, 0}};
  strew_error error =
      gather_nd(tens_table.view(), indices.view(), output.view(), 0, options_of(STREW_REDUCTION_NONE, STREW_OOB_CLAMP));
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, (std::vector<int32_t>{10, 50}));
  error =
      gather_nd(tens_table.view(), indices.view(), output.view(), 0, options_of(STREW_REDUCTION_NONE, STREW_OOB_WRAP));
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, (std::vector<int32_t>{30, 30}));  // -2^63 = 2, 2^63 - 1 = 2 modulo 5
}

// [0, 3] of extents {2, 3} would be the flat offset 3, which is inside.
TEST(nd_policy, each_component_is_checked_before_it_is_multiplied) {
  const array<int32_t> data{{2, 3}, {0, 1, 2, 3, 4, 5}};
  array<int32_t> output{{2}, {7, 7}};
  const array<int32_t> beyond{{2, 2}, {1, 2, 0, 3}};
  strew_error error = gather_nd(data.view(), beyond.view(), output.view());
  EXPECT_EQ(error.status, STREW_STATUS_INDEX);
  EXPECT_EQ(error.position, 1U);
  EXPECT_EQ(error.component, 1U);
  const array<int32_t> below{{2, 2}, {1, 2, 1, -4}};
  error = gather_nd(data.view(), below.view(), output.view());
  EXPECT_EQ(error.status, STREW_STATUS_INDEX);
  EXPECT_EQ(error.component, 1U);
  // Components whose strides cancel modulo 2^64.
  const array<int64_t> cancelling{{1, 2}, {int64_t{1} << 62, 0}};
  array<int32_t> one{{1}, {7}};
  error = gather_nd(data.view(), cancelling.view(), one.view());
  EXPECT_EQ(error.status, STREW_STATUS_INDEX);
  EXPECT_EQ(output.values, (std::vector<int32_t>{7, 7}));
}

TEST(nd_policy, an_extent_of_0_has_no_valid_index) {
  const array<int32_t> data{{0}, {}};
  const array<int64_t> indices{{2, 1}, {0, -1}};
  for (const int32_t policy : {STREW_OOB_ERROR, STREW_OOB_CLAMP, STREW_OOB_WRAP, STREW_OOB_ASSUME}) {
    array<int32_t> output{{2}, {7, 7}};
    const strew_error error =
        gather_nd(data.view(), indices.view(), output.view(), 0, options_of(STREW_REDUCTION_NONE, policy));
    EXPECT_EQ(error.status, STREW_STATUS_INDEX) << policy;
    EXPECT_EQ(error.bad_count, 2U);
    EXPECT_EQ(error.allowed_low, 0);
    EXPECT_EQ(error.allowed_high, -1);
    EXPECT_EQ(output.values, (std::vector<int32_t>{7, 7}));
  }
  array<int32_t> output{{2}, {7, 7}};
  EXPECT_EQ(
      gather_nd(data.view(), indices.view(), output.view(), 0, options_of(STREW_REDUCTION_NONE, STREW_OOB_SKIP)).status,
      STREW_STATUS_OK);
  EXPECT_EQ(output.values, (std::vector<int32_t>{7, 7}));
  EXPECT_EQ(
      gather_nd(data.view(), indices.view(), output.view(), 0, options_of(STREW_REDUCTION_NONE, STREW_OOB_FILL)).status,
      STREW_STATUS_OK);
  EXPECT_EQ(output.values, (std::vector<int32_t>{0, 0}));
}

}  // namespace
}  // namespace strew::support
