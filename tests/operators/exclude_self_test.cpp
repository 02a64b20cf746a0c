// exclude_self: the first update of a touched cell takes the place of the old value; untouched cells keep every bit.
#include <algorithm>
#include <cmath>

#include "operators/bits.hpp"

namespace strew::support {
namespace {

class exclude_self : public testing::TestWithParam<operator_kind> {};
INSTANTIATE_TEST_SUITE_P(line, exclude_self, testing::ValuesIn(line_scatters),
                         [](const auto& test) { return std::string(name_of(test.param)); });

TEST_P(exclude_self, known_results) {
  const auto value = [&](int32_t reduction, bool exclude) {
    return reduced<int32_t>(reduction_of(reduction, STREW_ACCUMULATE_WIDE, exclude), {1, 2, 3}, {0, 0, 2}, {4, 5, 6},
                            STREW_DTYPE_I32, GetParam());
  };
  using list = std::vector<int32_t>;
  EXPECT_EQ(value(STREW_REDUCTION_ADD, false), (list{10, 2, 9}));
  EXPECT_EQ(value(STREW_REDUCTION_ADD, true), (list{9, 2, 6}));
  EXPECT_EQ(value(STREW_REDUCTION_SUB, false), (list{-8, 2, -3}));
  EXPECT_EQ(value(STREW_REDUCTION_SUB, true), (list{-1, 2, 6}));  // u0 - u1, not -u0 - u1
  EXPECT_EQ(value(STREW_REDUCTION_MUL, false), (list{20, 2, 18}));
  EXPECT_EQ(value(STREW_REDUCTION_MUL, true), (list{20, 2, 6}));
  EXPECT_EQ(value(STREW_REDUCTION_MAX, false), (list{5, 2, 6}));
  EXPECT_EQ(value(STREW_REDUCTION_MAX, true), (list{5, 2, 6}));
  EXPECT_EQ(value(STREW_REDUCTION_MIN, false), (list{1, 2, 3}));
  EXPECT_EQ(value(STREW_REDUCTION_MIN, true), (list{4, 2, 6}));
  EXPECT_EQ(value(STREW_REDUCTION_NONE, true), (list{5, 2, 6}));
}

TEST(exclude_self_order, sub_is_the_first_minus_the_rest) {
  EXPECT_EQ(fold<int32_t>(reduction_of(STREW_REDUCTION_SUB, STREW_ACCUMULATE_WIDE, true), 99, {10, 1, 2}), 7);
  EXPECT_EQ(fold<uint8_t>(reduction_of(STREW_REDUCTION_SUB, STREW_ACCUMULATE_WIDE, true), 99, {1, 2}), 255);
  for (const int32_t accumulate : accumulators) {
    EXPECT_EQ(fold_bits(real_types[0], reduction_of(STREW_REDUCTION_SUB, accumulate, true), 0x3c00, {0x4200, 0x3c00}),
              0x4000U);
    EXPECT_EQ(fold_bits(real_types[1], reduction_of(STREW_REDUCTION_SUB, accumulate, true), 0x3f80, {0x4040, 0x3f80}),
              0x4000U);
  }
}

class exclude_self_bits : public testing::TestWithParam<real_type> {};
INSTANTIATE_TEST_SUITE_P(types, exclude_self_bits, testing::ValuesIn(real_types),
                         [](const auto& test) { return test.param.name; });

// Zeroing touched cells first would give +0.
TEST_P(exclude_self_bits, minus_zero_stays) {
  const real_type t = GetParam();
  for (const int32_t accumulate : accumulators) {
    for (const int32_t reduction : arithmetic) {
      EXPECT_EQ(fold_bits(t, reduction_of(reduction, accumulate, true), t.one, {t.sign}), t.sign) << reduction;
      EXPECT_EQ(fold_bits(t, reduction_of(reduction, accumulate, true), t.one, {0}), 0U) << reduction;
    }
    EXPECT_EQ(fold_bits(t, reduction_of(STREW_REDUCTION_ADD, accumulate, true), t.one, {t.sign, t.sign}), t.sign);
    EXPECT_EQ(fold_bits(t, reduction_of(STREW_REDUCTION_ADD, accumulate, true), t.sign, {t.sign, 0}), 0U);
    EXPECT_EQ(fold_bits(t, reduction_of(STREW_REDUCTION_SUB, accumulate, true), t.one, {t.sign, 0}), t.sign);
  }
}

// A NaN is made canonical although it only replaces; and none is a move, also with exclude_self.
TEST_P(exclude_self_bits, a_first_nan_is_canonical) {
  const real_type t = GetParam();
  for (const uint64_t nan : {t.nan | 1, t.nan | t.sign, t.infinity | 1, t.infinity | t.sign | 1}) {
    for (const int32_t accumulate : accumulators) {
      for (const int32_t reduction : arithmetic) {
        EXPECT_EQ(fold_bits(t, reduction_of(reduction, accumulate, true), t.one, {nan}), t.nan) << reduction;
        EXPECT_EQ(fold_bits(t, reduction_of(reduction, accumulate, true), t.one, {nan, t.one}), t.nan) << reduction;
        EXPECT_EQ(fold_bits(t, reduction_of(reduction, accumulate, true), t.one, {t.one, nan}), t.nan) << reduction;
        EXPECT_EQ(fold_bits(t, reduction_of(reduction, accumulate, false), t.one, {nan}), t.nan) << reduction;
      }
    }
    EXPECT_EQ(fold_bits(t, reduction_of(STREW_REDUCTION_NONE, STREW_ACCUMULATE_WIDE, true), t.one, {nan}), nan);
  }
}

// The old value has no part in it, be it NaN or infinite.
TEST_P(exclude_self_bits, the_old_value_is_gone) {
  const real_type t = GetParam();
  for (const int32_t accumulate : accumulators) {
    for (const int32_t reduction : arithmetic) {
      for (const uint64_t old : {t.nan | 3, t.infinity, t.infinity | t.sign}) {
        EXPECT_EQ(fold_bits(t, reduction_of(reduction, accumulate, true), old, {t.one}), t.one) << reduction;
      }
    }
  }
}

// Every bit of an untouched cell: payloads, signalling bits, the sign of zero.
void expect_untouched(const real_type& t, const strew_options& options) {
  using list = std::vector<uint16_t>;
  const auto low = [](uint64_t bits) { return static_cast<uint16_t>(bits); };
  const list data = {low(t.infinity | 1), low(t.nan | t.sign | 5), low(t.sign), low(t.one), 1};
  const list after = reduced<uint16_t>(options, data, {3, 3}, {low(t.sign), low(t.sign)}, t.dtype);
  for (const size_t i : std::vector<size_t>{0, 1, 2, 4}) EXPECT_EQ(after[i], data[i]) << t.name << ' ' << i;
}

TEST(exclude_self_small, untouched_cells_keep_every_bit) {
  for (const real_type& t : {real_types[0], real_types[1]}) {
    for (const int32_t accumulate : accumulators) {
      for (const int32_t reduction : arithmetic) {
        for (const bool exclude : {false, true}) expect_untouched(t, reduction_of(reduction, accumulate, exclude));
      }
    }
  }
}

TEST(exclude_self_wide, untouched_cells_keep_every_bit) {
  for (const int32_t reduction : arithmetic) {
    const strew_options options = reduction_of(reduction, STREW_ACCUMULATE_WIDE, true);
    const std::vector<uint32_t> narrow = {0x7f800001, 0xffc00005, 0x80000000, 1, 0x3f800000};
    const auto after = reduced<uint32_t>(options, narrow, {4, 4}, {0, 0}, STREW_DTYPE_F32);
    EXPECT_TRUE(std::equal(after.begin(), after.end() - 1, narrow.begin())) << reduction;
    const std::vector<uint64_t> wide = {0x7ff0000000000001, 0xfff8000000000005, 0x8000000000000000, 1, 7};
    const auto kept = reduced<uint64_t>(options, wide, {4, 4}, {0, 0}, STREW_DTYPE_F64);
    EXPECT_TRUE(std::equal(kept.begin(), kept.end() - 1, wide.begin())) << reduction;
  }
}

// A skipped update does not touch, a clamped or wrapped one does.
TEST(exclude_self_policy, what_touches) {
  using list = std::vector<int32_t>;
  strew_options options = reduction_of(STREW_REDUCTION_ADD, STREW_ACCUMULATE_WIDE, true);
  options.out_of_bounds = STREW_OOB_SKIP;
  EXPECT_EQ(reduced<int32_t>(options, {1, 2, 3}, {5, -7}, {10, 20}), (list{1, 2, 3}));
  EXPECT_EQ(reduced<int32_t>(options, {1, 2, 3}, {5, 1, -7}, {10, 30, 20}), (list{1, 30, 3}));
  options.out_of_bounds = STREW_OOB_CLAMP;
  EXPECT_EQ(reduced<int32_t>(options, {1, 2, 3}, {5, -7}, {10, 20}), (list{20, 2, 10}));
  options.out_of_bounds = STREW_OOB_WRAP;
  EXPECT_EQ(reduced<int32_t>(options, {1, 2, 3}, {5, -7}, {10, 20}), (list{1, 2, 30}));
}

// Without any duplicate the old value still makes room, out of place and in it.
TEST(exclude_self_policy, cells_hit_once) {
  const array<float> data{{3}, {1, 2, 3}};
  const array<int32_t> indices{{2, 1}, {2, 0}};
  const array<float> updates{{2}, {-0.0F, 8}};
  array<float> output{{3}, {7, 7, 7}};
  const strew_options options = reduction_of(STREW_REDUCTION_ADD, STREW_ACCUMULATE_WIDE, true);
  const strew_error error = scatter_nd(data.view(), indices.view(), updates.view(), output.view(), 0, options);
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, (std::vector<float>{8, 2, 0}));
  EXPECT_TRUE(std::signbit(output.values[2]));
  EXPECT_EQ(data.values, (std::vector<float>{1, 2, 3}));
}

}  // namespace
}  // namespace strew::support
