// NaN, signed zeros and infinities in both orders, through every path: hit once, hit again, slices, accumulators.
#include "operators/bits.hpp"

namespace strew::support {
namespace {

class reals : public testing::TestWithParam<real_type> {};
INSTANTIATE_TEST_SUITE_P(types, reals, testing::ValuesIn(real_types), [](const auto& test) { return test.param.name; });

// Propagation does not depend on which side or when.
TEST_P(reals, nan_propagates_in_every_order) {
  const real_type t = GetParam();
  const uint64_t nans[] = {t.nan, t.nan | 1, t.nan | t.sign | 2, t.infinity | 1, t.infinity | t.sign | 1};
  for (const int32_t accumulate : accumulators) {
    for (const int32_t reduction : arithmetic) {
      const strew_options options = reduction_of(reduction, accumulate);
      for (const uint64_t nan : nans) {
        EXPECT_EQ(fold_bits(t, options, nan, {t.one}), t.nan) << reduction;
        EXPECT_EQ(fold_bits(t, options, t.one, {nan}), t.nan) << reduction;
        EXPECT_EQ(fold_bits(t, options, t.one, {nan, t.infinity}), t.nan) << reduction;
        EXPECT_EQ(fold_bits(t, options, t.infinity | t.sign, {t.infinity | t.sign, nan}), t.nan) << reduction;
        EXPECT_EQ(fold_bits(t, options, nan, {nan, nan}), t.nan) << reduction;
      }
    }
  }
}

TEST_P(reals, zeros_in_both_orders) {
  const real_type t = GetParam();
  for (const int32_t accumulate : accumulators) {
    const auto value = [&](int32_t reduction, uint64_t old, const std::vector<uint64_t>& updates) {
      return fold_bits(t, reduction_of(reduction, accumulate), old, updates);
    };
    EXPECT_EQ(value(STREW_REDUCTION_MIN, 0, {t.sign, 0}), t.sign);
    EXPECT_EQ(value(STREW_REDUCTION_MIN, t.sign, {0, 0}), t.sign);
    EXPECT_EQ(value(STREW_REDUCTION_MIN, 0, {0, t.sign}), t.sign);
    EXPECT_EQ(value(STREW_REDUCTION_MAX, 0, {t.sign, t.sign}), 0U);
    EXPECT_EQ(value(STREW_REDUCTION_MAX, t.sign, {0, t.sign}), 0U);
    EXPECT_EQ(value(STREW_REDUCTION_MAX, t.sign, {t.sign, t.sign}), t.sign);
    EXPECT_EQ(value(STREW_REDUCTION_ADD, t.sign, {t.sign, t.sign}), t.sign);
    EXPECT_EQ(value(STREW_REDUCTION_ADD, t.sign, {0, t.sign}), 0U);
    EXPECT_EQ(value(STREW_REDUCTION_ADD, 0, {t.sign}), 0U);
    EXPECT_EQ(value(STREW_REDUCTION_ADD, t.one, {t.one | t.sign}), 0U);
    EXPECT_EQ(value(STREW_REDUCTION_SUB, t.sign, {0, 0}), t.sign);
    EXPECT_EQ(value(STREW_REDUCTION_SUB, 0, {0}), 0U);
    EXPECT_EQ(value(STREW_REDUCTION_MUL, t.sign, {t.one, t.one | t.sign}), 0U);
    EXPECT_EQ(value(STREW_REDUCTION_MEAN, t.sign, {t.sign}), t.sign);
  }
}

TEST_P(reals, infinities) {
  const real_type t = GetParam();
  const uint64_t minus = t.infinity | t.sign;
  for (const int32_t accumulate : accumulators) {
    const auto value = [&](int32_t reduction, uint64_t old, const std::vector<uint64_t>& updates) {
      return fold_bits(t, reduction_of(reduction, accumulate), old, updates);
    };
    EXPECT_EQ(value(STREW_REDUCTION_ADD, t.infinity, {minus}), t.nan);
    EXPECT_EQ(value(STREW_REDUCTION_ADD, minus, {t.infinity, t.one}), t.nan);
    EXPECT_EQ(value(STREW_REDUCTION_SUB, t.infinity, {t.infinity}), t.nan);
    EXPECT_EQ(value(STREW_REDUCTION_MUL, t.infinity, {0}), t.nan);
    EXPECT_EQ(value(STREW_REDUCTION_MUL, t.sign, {minus}), t.nan);
    EXPECT_EQ(value(STREW_REDUCTION_MEAN, t.infinity, {minus}), t.nan);
    EXPECT_EQ(value(STREW_REDUCTION_MEAN, t.infinity, {t.one}), t.infinity);
    EXPECT_EQ(value(STREW_REDUCTION_MIN, t.infinity, {minus, t.one}), minus);
    EXPECT_EQ(value(STREW_REDUCTION_MAX, minus, {t.infinity, t.one}), t.infinity);
    EXPECT_EQ(value(STREW_REDUCTION_ADD, t.largest, {t.one, t.infinity}), t.infinity);
  }
}

// Moves keep payload and signalling bit in every operator, both directions.
TEST(nan_moves, moves_keep_every_bit) {
  const std::vector<uint32_t> odd = {0x7f800001, 0xffc00005, 0x80000000, 0xff800001, 1};
  for (const operator_kind kind : line_ops) {
    line<uint32_t> l{kind, odd, {4, 3, 2, 1, 0}, is_scatter(kind) ? odd : std::vector<uint32_t>(5)};
    l.dtype = STREW_DTYPE_F32;
    EXPECT_EQ(l.run().status, STREW_STATUS_OK);
    EXPECT_EQ(is_scatter(kind) ? l.data : l.direct, std::vector<uint32_t>(odd.rbegin(), odd.rend())) << name_of(kind);
  }
}

// In slices only the element that was combined with a NaN becomes one, and the copy from data keeps the others' bits.
TEST(nan_in_slices, only_the_element_that_met_it) {
  const array<uint32_t> data{{2, 3}, {0x7f800001, 0x3f800000, 0x3f800000, 0xffc00005, 1, 2}, STREW_DTYPE_F32};
  const array<int32_t> indices{{2, 1}, {0, 0}};
  const array<uint32_t> updates{{2, 3}, {0, 0xff800001, 0, 0, 0x3f800000, 0}, STREW_DTYPE_F32};
  array<uint32_t> output{{2, 3}, std::vector<uint32_t>(6), STREW_DTYPE_F32};
  const std::vector<uint32_t> expected = {0x7fc00000, 0x7fc00000, 0x3f800000, 0xffc00005, 1, 2};
  const strew_error error =
      scatter_nd(data.view(), indices.view(), updates.view(), output.view(), 0, options_of(STREW_REDUCTION_ADD));
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, expected);
}

}  // namespace
}  // namespace strew::support
