// Reductions of scatter_nd: literal vectors, and the bits of floating-point specials.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "operators/bits.hpp"
#include "support/array.hpp"

namespace strew::support {
namespace {

template <class T>
std::vector<T> reduced(int32_t reduction, const std::vector<T>& data, const std::vector<int64_t>& targets,
                       const std::vector<T>& updates, strew_dtype dtype = dtype_of<T>()) {
  array<T> output{{static_cast<int64_t>(data.size())}, data, dtype};
  const array<int64_t> indices{{static_cast<int64_t>(targets.size()), 1}, targets};
  const array<T> direct{{static_cast<int64_t>(updates.size())}, updates, dtype};
  const strew_error error =
      scatter_nd(output.view(), indices.view(), direct.view(), output.view(), 0, options_of(reduction));
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  return output.values;
}

template <class T>
class nd_reduction : public testing::Test {};
using number_types =
    testing::Types<int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t, float, double>;
TYPED_TEST_SUITE(nd_reduction, number_types);

TYPED_TEST(nd_reduction, vectors) {
  using T = TypeParam;
  using list = std::vector<T>;
  const std::vector<int64_t> targets = {0, 0, 2};
  const auto value = [&](int32_t reduction) { return reduced<T>(reduction, {1, 2, 3}, targets, {4, 5, 6}); };
  EXPECT_EQ(value(STREW_REDUCTION_NONE), (list{5, 2, 6}));
  EXPECT_EQ(value(STREW_REDUCTION_ADD), (list{10, 2, 9}));
  EXPECT_EQ(value(STREW_REDUCTION_SUB), (list{static_cast<T>(-8), 2, static_cast<T>(-3)}));
  EXPECT_EQ(value(STREW_REDUCTION_MUL), (list{20, 2, 18}));
  EXPECT_EQ(value(STREW_REDUCTION_MAX), (list{5, 2, 6}));
  EXPECT_EQ(value(STREW_REDUCTION_MIN), (list{1, 2, 3}));
}

TYPED_TEST(nd_reduction, integers_wrap) {
  using T = TypeParam;
  if constexpr (std::is_integral_v<T>) {
    const T low = std::numeric_limits<T>::min();
    const T high = std::numeric_limits<T>::max();
    EXPECT_EQ(reduced<T>(STREW_REDUCTION_ADD, {high}, {0}, {1}), (std::vector<T>{low}));
    EXPECT_EQ(reduced<T>(STREW_REDUCTION_SUB, {low}, {0}, {1}), (std::vector<T>{high}));
    EXPECT_EQ(reduced<T>(STREW_REDUCTION_MUL, {high}, {0}, {high}), (std::vector<T>{1}));
    EXPECT_EQ(reduced<T>(STREW_REDUCTION_MUL, {low}, {0}, {high}), (std::vector<T>{low}));
    EXPECT_EQ(reduced<T>(STREW_REDUCTION_MIN, {low}, {0}, {high}), (std::vector<T>{low}));
    EXPECT_EQ(reduced<T>(STREW_REDUCTION_MAX, {low}, {0}, {high}), (std::vector<T>{high}));
  }
}

uint64_t reduced_bits(const real_type& f, int32_t reduction, uint64_t old, const std::vector<uint64_t>& updates) {
  const std::vector<int64_t> targets(updates.size(), 0);
  if (f.width == 8) return reduced<uint64_t>(reduction, {old}, targets, updates, f.dtype)[0];
  if (f.width == 4) {
    const std::vector<uint32_t> narrow(updates.begin(), updates.end());
    return reduced<uint32_t>(reduction, {static_cast<uint32_t>(old)}, targets, narrow, f.dtype)[0];
  }
  const std::vector<uint16_t> narrow(updates.begin(), updates.end());
  return reduced<uint16_t>(reduction, {static_cast<uint16_t>(old)}, targets, narrow, f.dtype)[0];
}

class nd_reduction_bits : public testing::TestWithParam<real_type> {};
INSTANTIATE_TEST_SUITE_P(formats, nd_reduction_bits, testing::ValuesIn(real_types),
                         [](const auto& test) { return test.param.name; });

TEST_P(nd_reduction_bits, a_stored_nan_is_canonical) {
  const real_type f = GetParam();
  const uint64_t payload = f.nan | 1;
  const uint64_t negative = f.nan | f.sign | 2;
  const uint64_t signalling = f.infinity | 1;
  for (const int32_t reduction :
       {STREW_REDUCTION_ADD, STREW_REDUCTION_SUB, STREW_REDUCTION_MUL, STREW_REDUCTION_MIN, STREW_REDUCTION_MAX}) {
    for (const uint64_t nan : {payload, negative, signalling}) {
      EXPECT_EQ(reduced_bits(f, reduction, nan, {f.one}), f.nan) << reduction;
      EXPECT_EQ(reduced_bits(f, reduction, f.one, {nan}), f.nan) << reduction;
      EXPECT_EQ(reduced_bits(f, reduction, f.one, {nan, f.one}), f.nan) << reduction;
      EXPECT_EQ(reduced_bits(f, reduction, f.one, {f.one, nan}), f.nan) << reduction;
    }
  }
  EXPECT_EQ(reduced_bits(f, STREW_REDUCTION_SUB, f.infinity, {f.infinity}), f.nan);
  EXPECT_EQ(reduced_bits(f, STREW_REDUCTION_ADD, f.infinity, {f.infinity | f.sign}), f.nan);
  EXPECT_EQ(reduced_bits(f, STREW_REDUCTION_MUL, f.infinity, {0}), f.nan);
}

TEST_P(nd_reduction_bits, a_move_keeps_every_bit_of_a_nan) {
  const real_type f = GetParam();
  for (const uint64_t nan : {f.nan | 1, f.nan | f.sign | 2, f.infinity | 1}) {
    EXPECT_EQ(reduced_bits(f, STREW_REDUCTION_NONE, f.one, {nan}), nan);
  }
}

TEST_P(nd_reduction_bits, min_and_max_order_the_zeros) {
  const real_type f = GetParam();
  EXPECT_EQ(reduced_bits(f, STREW_REDUCTION_MIN, 0, {f.sign}), f.sign);
  EXPECT_EQ(reduced_bits(f, STREW_REDUCTION_MIN, f.sign, {0}), f.sign);
  EXPECT_EQ(reduced_bits(f, STREW_REDUCTION_MAX, 0, {f.sign}), 0U);
  EXPECT_EQ(reduced_bits(f, STREW_REDUCTION_MAX, f.sign, {0}), 0U);
  EXPECT_EQ(reduced_bits(f, STREW_REDUCTION_ADD, f.sign, {f.sign}), f.sign);
  EXPECT_EQ(reduced_bits(f, STREW_REDUCTION_ADD, f.sign, {0}), 0U);
  EXPECT_EQ(reduced_bits(f, STREW_REDUCTION_MUL, f.sign, {f.one}), f.sign);
}

TEST_P(nd_reduction_bits, overflow_and_denormals) {
  const real_type f = GetParam();
  EXPECT_EQ(reduced_bits(f, STREW_REDUCTION_ADD, f.largest, {f.largest}), f.infinity);
  EXPECT_EQ(reduced_bits(f, STREW_REDUCTION_SUB, f.largest | f.sign, {f.largest}), f.infinity | f.sign);
  EXPECT_EQ(reduced_bits(f, STREW_REDUCTION_ADD, 1, {2}), 3U);
  EXPECT_EQ(reduced_bits(f, STREW_REDUCTION_SUB, 1, {2}), f.sign | 1);
  EXPECT_EQ(reduced_bits(f, STREW_REDUCTION_MUL, 1, {f.one}), 1U);
  EXPECT_EQ(reduced_bits(f, STREW_REDUCTION_MAX, f.sign | 5, {f.sign | 3}), f.sign | 3);
  const uint64_t smallest_normal = f.infinity & (~f.infinity + 1);
  EXPECT_EQ(reduced_bits(f, STREW_REDUCTION_SUB, smallest_normal, {1}), smallest_normal - 1);
  EXPECT_EQ(reduced_bits(f, STREW_REDUCTION_ADD, smallest_normal - 1, {1}), smallest_normal);
}

TEST(nd_reduction_order, ties_go_to_even) {
  EXPECT_EQ(reduced_bits(real_types[1], STREW_REDUCTION_ADD, 0x3f80, {0x3b80}), 0x3f80U);  // 1 + 2^-8
  EXPECT_EQ(reduced_bits(real_types[1], STREW_REDUCTION_ADD, 0x3f81, {0x3b80}), 0x3f82U);
  EXPECT_EQ(reduced_bits(real_types[1], STREW_REDUCTION_ADD, 0x3f80, {0x3b81}), 0x3f81U);
  EXPECT_EQ(reduced_bits(real_types[0], STREW_REDUCTION_ADD, 0x3c00, {0x1000}), 0x3c00U);  // 1 + 2^-11
  EXPECT_EQ(reduced_bits(real_types[0], STREW_REDUCTION_ADD, 0x3c01, {0x1000}), 0x3c02U);
  EXPECT_EQ(reduced_bits(real_types[0], STREW_REDUCTION_ADD, 0x3c00, {0x1001}), 0x3c01U);
}

// Sums in f32 go on where 16 bits would stand still, and ties go to even. accumulate_test.cpp has the native ones.
TEST(nd_reduction_order, f16_rounds_once) {
  const std::vector<uint64_t> ones(3000, real_types[0].one);
  EXPECT_EQ(reduced_bits(real_types[0], STREW_REDUCTION_ADD, 0, ones), 0x69dcU);
  EXPECT_EQ(reduced_bits(real_types[0], STREW_REDUCTION_ADD, 0x6801, {real_types[0].one}),
            0x6802U);  // 2050 + 1 -> 2052
  const std::vector<uint64_t> bf16_ones(300, real_types[1].one);
  EXPECT_EQ(reduced_bits(real_types[1], STREW_REDUCTION_ADD, 0, bf16_ones), 0x4396U);
}

TEST(nd_reduction_order, updates_apply_in_index_order) {
  const float large = 16777216;
  EXPECT_EQ(reduced<float>(STREW_REDUCTION_ADD, {0}, {0, 0, 0, 0}, {large, 1, -large, 1}), std::vector<float>{1});
  EXPECT_EQ(reduced<float>(STREW_REDUCTION_ADD, {0}, {0, 0, 0, 0}, {large, -large, 1, 1}), std::vector<float>{2});
}

// Every position addresses one cell; neither the strides of the indices nor those of the updates set the order.
TEST(nd_reduction_order, broadcast_indices_keep_the_order_of_positions) {
  const float large = 16777216;
  const array<float> row_major{{2, 2}, {large, 1, -large, 1}};
  const array<float> column_major{{2, 2}, {large, -large, 1, 1}, STREW_DTYPE_F32, {4, 8}};
  for (const shape& strides : {shape{0, 0, 0}, shape{0, 4, 0}, shape{4, 0, 0}, shape{4, 4, 0}}) {
    const array<int32_t> indices{{2, 2, 1}, {0, 0, 0, 0}, STREW_DTYPE_I32, strides};
    for (const array<float>& updates : {row_major, column_major}) {
      array<float> output{{1}, {0}};
      const strew_error error =
          scatter_nd(output.view(), indices.view(), updates.view(), output.view(), 0, options_of(STREW_REDUCTION_ADD));
      EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
      EXPECT_EQ(output.values[0], 1);
    }
  }
}

TEST(nd_reduction_order, slices_are_reduced_element_by_element) {
  array<uint8_t> output{{2, 3}, {250, 250, 250, 1, 2, 3}};
  const array<int32_t> indices{{3, 1}, {0, 1, 0}};
  const array<uint8_t> updates{{3, 3}, {10, 5, 0, 1, 1, 1, 1, 1, 1}};
  const strew_error error =
      scatter_nd(output.view(), indices.view(), updates.view(), output.view(), 0, options_of(STREW_REDUCTION_ADD));
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, (std::vector<uint8_t>{5, 0, 251, 2, 3, 4}));
}

// More positions than any block holds, each with an update of its own.
TEST(nd_reduction_order, many_positions) {
  const int64_t count = 100003;
  array<int64_t> table{{7}, std::vector<int64_t>(7)};
  array<uint32_t> indices{{count, 1}, std::vector<uint32_t>(static_cast<size_t>(count))};
  array<int64_t> updates{{count}, std::vector<int64_t>(static_cast<size_t>(count))};
  std::vector<int64_t> expected(7);
  for (size_t p = 0; p < updates.values.size(); ++p) {
    indices.values[p] = static_cast<uint32_t>(p * p % 7);
    updates.values[p] = static_cast<int64_t>(p);
    expected[p * p % 7] += static_cast<int64_t>(p);
  }
  const strew_error error =
      scatter_nd(table.view(), indices.view(), updates.view(), table.view(), 0, options_of(STREW_REDUCTION_ADD));
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(table.values, expected);
}

TEST(nd_reduction_order, an_untouched_cell_keeps_every_bit) {
  const std::vector<uint32_t> data = {0xff800001, 0x80000000, 0x7fc12345};
  const std::vector<uint32_t> result = reduced<uint32_t>(STREW_REDUCTION_ADD, data, {1}, {0x80000000}, STREW_DTYPE_F32);
  EXPECT_EQ(result, data);
}

}  // namespace
}  // namespace strew::support
