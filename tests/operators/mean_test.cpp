// Integer means: the floor of the exact quotient, of sums that their own type cannot hold; native sums wrap first.
#include <limits>

#include "operators/bits.hpp"

namespace strew::support {
namespace {

template <class T>
T mean(int32_t accumulate, bool exclude_self, T old, const std::vector<T>& updates) {
  return fold<T>(reduction_of(STREW_REDUCTION_MEAN, accumulate, exclude_self), old, updates);
}

template <class T>
T wide(T old, const std::vector<T>& updates) {
  return mean<T>(STREW_ACCUMULATE_WIDE, false, old, updates);
}
template <class T>
T native(T old, const std::vector<T>& updates) {
  return mean<T>(STREW_ACCUMULATE_NATIVE, false, old, updates);
}
template <class T>
T of_updates(const std::vector<T>& updates) {
  return mean<T>(STREW_ACCUMULATE_WIDE, true, 77, updates);
}

TEST(mean, vectors_with_and_without_the_old_value) {
  for (const operator_kind kind : line_scatters) {
    const auto value = [&](bool exclude, auto zero) {
      using T = decltype(zero);
      return reduced<T>(reduction_of(STREW_REDUCTION_MEAN, STREW_ACCUMULATE_WIDE, exclude), {1, 2, 3}, {0, 0, 2},
                        {4, 5, 6}, dtype_of<T>(), kind);
    };
    EXPECT_EQ(value(false, 0.0), (std::vector<double>{10.0 / 3, 2, 4.5}));
    EXPECT_EQ(value(true, 0.0), (std::vector<double>{4.5, 2, 6}));
    EXPECT_EQ(value(false, 0), (std::vector<int32_t>{3, 2, 4}));
    EXPECT_EQ(value(true, 0), (std::vector<int32_t>{4, 2, 6}));
  }
}

template <class T>
class signed_mean : public testing::Test {};
using signed_types = testing::Types<int8_t, int16_t, int32_t, int64_t>;
TYPED_TEST_SUITE(signed_mean, signed_types);

TYPED_TEST(signed_mean, floor_not_truncation) {
  using T = TypeParam;
  EXPECT_EQ(wide<T>(0, {-3}), T(-2));
  EXPECT_EQ(native<T>(0, {-3}), T(-2));
  EXPECT_EQ(of_updates<T>({-1, 0}), T(-1));
  EXPECT_EQ(of_updates<T>({-1, -1, 0}), T(-1));
  EXPECT_EQ(of_updates<T>({7, -8}), T(-1));
  EXPECT_EQ(of_updates<T>({-6, -6}), T(-6));
  EXPECT_EQ(of_updates<T>({-7, -6, -6}), T(-7));
  EXPECT_EQ(of_updates<T>({7, 6, 6}), T(6));
}

TYPED_TEST(signed_mean, sums_beyond_the_type) {
  using T = TypeParam;
  const T high = std::numeric_limits<T>::max();
  const T low = std::numeric_limits<T>::min();
  EXPECT_EQ(wide<T>(high, {high, high}), high);
  EXPECT_EQ(wide<T>(low, {low, low}), low);
  EXPECT_EQ(of_updates<T>({low, low, low}), low);
  EXPECT_EQ(wide<T>(high, {low}), T(-1));
  EXPECT_EQ(native<T>(high, {high}), T(-1));  // 2^n - 2 wraps to -2
  EXPECT_EQ(native<T>(low, {low}), T(0));
}

TEST(mean, native_sums_wrap_in_their_own_type) {
  EXPECT_EQ(wide<int8_t>(100, {100}), 100);
  EXPECT_EQ(native<int8_t>(100, {100}), -28);
  EXPECT_EQ(mean<int8_t>(STREW_ACCUMULATE_NATIVE, true, 0, {100, 100, 100}), 14);  // 300 wraps to 44
  EXPECT_EQ(wide<uint8_t>(200, {200}), 200);
  EXPECT_EQ(native<uint8_t>(200, {200}), 72);  // 400 wraps to 144
  EXPECT_EQ(wide<uint16_t>(65535, {65535}), 65535);
  EXPECT_EQ(native<uint16_t>(65535, {65535}), 32767);
  EXPECT_EQ(wide<uint32_t>(UINT32_MAX, {UINT32_MAX, UINT32_MAX}), UINT32_MAX);
  EXPECT_EQ(native<uint32_t>(UINT32_MAX, {UINT32_MAX}), 0x7fffffffU);
  EXPECT_EQ(wide<uint64_t>(UINT64_MAX, {UINT64_MAX, UINT64_MAX - 1}), UINT64_MAX - 1);
  EXPECT_EQ(native<uint64_t>(UINT64_MAX, {UINT64_MAX}), uint64_t{INT64_MAX});
}

TEST(mean, i64_sums_beyond_64_bits) {
  EXPECT_EQ(of_updates<int64_t>({INT64_MIN, INT64_MIN, INT64_MIN + 1}), INT64_MIN);
  EXPECT_EQ(of_updates<int64_t>({INT64_MAX, INT64_MAX, INT64_MAX - 1}), INT64_MAX - 1);
  EXPECT_EQ(of_updates<uint64_t>({UINT64_MAX, UINT64_MAX, 0}), UINT64_MAX / 3 * 2);
  // 3 * -2^63 wraps to -2^63; the floor of its third.
  EXPECT_EQ(mean<int64_t>(STREW_ACCUMULATE_NATIVE, true, 0, {INT64_MIN, INT64_MIN, INT64_MIN}), -3074457345618258603);
}

// A count that a byte or 16 bits would not hold.
TEST(mean, many_updates) {
  EXPECT_EQ(of_updates<int8_t>(std::vector<int8_t>(70000, -3)), -3);
  EXPECT_EQ(of_updates<uint8_t>(std::vector<uint8_t>(70001, 255)), 255);
  EXPECT_EQ(of_updates<int32_t>(std::vector<int32_t>(65536, INT32_MAX)), INT32_MAX);
  EXPECT_EQ(wide<int16_t>(-1, std::vector<int16_t>(65535, 0)), -1);
}

// Each cell has its own count, in the elements of a slice too.
TEST(mean, counts_belong_to_cells) {
  array<int32_t> table{{3, 2}, {1, 2, 3, 4, 5, 6}};
  const array<int32_t> indices{{4, 1}, {0, 2, 0, 0}};
  const array<int32_t> updates{{4, 2}, {10, 20, 30, 40, 50, 60, 70, 80}};
  const strew_error error =
      scatter_nd(table.view(), indices.view(), updates.view(), table.view(), 0, options_of(STREW_REDUCTION_MEAN));
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(table.values, (std::vector<int32_t>{32, 40, 3, 4, 17, 23}));
}

// Under skip only applied updates count; under clamp every one.
TEST(mean, skipped_updates_do_not_count) {
  strew_options options = options_of(STREW_REDUCTION_MEAN, STREW_OOB_SKIP);
  EXPECT_EQ(reduced<int32_t>(options, {10, 20}, {1, 5, 1}, {1, 100, 3}), (std::vector<int32_t>{10, 8}));
  options.out_of_bounds = STREW_OOB_CLAMP;
  EXPECT_EQ(reduced<int32_t>(options, {10, 20}, {1, 5, 1}, {1, 100, 3}), (std::vector<int32_t>{10, 31}));
}

}  // namespace
}  // namespace strew::support
