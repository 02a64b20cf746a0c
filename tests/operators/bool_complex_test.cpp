// bool: moves keep the byte, reductions store 0 or 1. Complex: add, sub and mul by part, canonical NaN in each part.
#include <cmath>
#include <cstring>
#include <limits>

#include "operators/bits.hpp"
#include "operators/expect.hpp"

namespace strew::support {
namespace {

uint8_t truth(int32_t reduction, uint8_t old, const std::vector<uint8_t>& updates, bool exclude = false) {
  return fold<uint8_t>(reduction_of(reduction, STREW_ACCUMULATE_WIDE, exclude), old, updates, STREW_DTYPE_BOOL);
}

struct truth_table {
  int32_t reduction;
  uint8_t of_00, of_01, of_10, of_11;
};

// Add, max and or are or; mul, min and and are and; sub and xor are xor. Any non-zero byte is true.
TEST(bool_reductions, truth_tables) {
  const truth_table tables[] = {{STREW_REDUCTION_ADD, 0, 1, 1, 1}, {STREW_REDUCTION_MAX, 0, 1, 1, 1},
                                {STREW_REDUCTION_OR, 0, 1, 1, 1},  {STREW_REDUCTION_MUL, 0, 0, 0, 1},
                                {STREW_REDUCTION_MIN, 0, 0, 0, 1}, {STREW_REDUCTION_AND, 0, 0, 0, 1},
                                {STREW_REDUCTION_SUB, 0, 1, 1, 0}, {STREW_REDUCTION_XOR, 0, 1, 1, 0}};
  for (const truth_table& t : tables) {
    EXPECT_EQ(truth(t.reduction, 0, {0}), t.of_00) << t.reduction;
    for (const uint8_t yes : std::vector<uint8_t>{1, 2, 128, 255}) {
      EXPECT_EQ(truth(t.reduction, 0, {yes}), t.of_01) << t.reduction;
      EXPECT_EQ(truth(t.reduction, yes, {0}), t.of_10) << t.reduction;
      EXPECT_EQ(truth(t.reduction, yes, {4}), t.of_11) << t.reduction;
    }
  }
}

TEST(bool_reductions, the_first_update_is_made_0_or_1) {
  for (const int32_t reduction : {STREW_REDUCTION_ADD, STREW_REDUCTION_SUB, STREW_REDUCTION_MUL, STREW_REDUCTION_MIN,
                                  STREW_REDUCTION_MAX, STREW_REDUCTION_AND, STREW_REDUCTION_OR, STREW_REDUCTION_XOR}) {
    EXPECT_EQ(truth(reduction, 0, {2}, true), 1) << reduction;
    EXPECT_EQ(truth(reduction, 255, {0}, true), 0) << reduction;
  }
  EXPECT_EQ(truth(STREW_REDUCTION_XOR, 1, {2, 4, 8}, true), 1);
  EXPECT_EQ(truth(STREW_REDUCTION_SUB, 1, {2, 4}, true), 0);
}

TEST(bool_reductions, untouched_cells_keep_their_byte) {
  for (const bool exclude : {false, true}) {
    const strew_options options = reduction_of(STREW_REDUCTION_OR, STREW_ACCUMULATE_WIDE, exclude);
    EXPECT_EQ(reduced<uint8_t>(options, {2, 0, 255}, {1, 1}, {0, 8}, STREW_DTYPE_BOOL),
              (std::vector<uint8_t>{2, 1, 255}));
  }
}

TEST(bool_moves, every_byte_moves_unchanged) {
  std::vector<uint8_t> bytes(256);
  std::vector<int64_t> backwards(256);
  for (size_t i = 0; i < 256; ++i) {
    bytes[i] = static_cast<uint8_t>(i);
    backwards[i] = static_cast<int64_t>(255 - i);
  }
  const std::vector<uint8_t> reversed(bytes.rbegin(), bytes.rend());
  for (const operator_kind kind : line_ops) {
    line<uint8_t> l{kind, bytes, backwards, is_scatter(kind) ? bytes : std::vector<uint8_t>(256, 7)};
    l.dtype = STREW_DTYPE_BOOL;
    EXPECT_EQ(l.run().status, STREW_STATUS_OK);
    EXPECT_EQ(is_scatter(kind) ? l.data : l.direct, reversed) << name_of(kind);
  }
}

// ---- complex: bits of {re, im}

template <class Real>
struct complex_case {
  int32_t reduction;
  std::vector<Real> old, update, expected;
};

template <class Real>
std::vector<Real> folded(const strew_options& options, const std::vector<Real>& old, const std::vector<Real>& updates) {
  std::vector<Real> table = old;
  std::vector<Real> terms = updates;
  std::vector<int64_t> targets(updates.size() / 2);
  const shape one = {1};
  const shape count = {static_cast<int64_t>(targets.size())};
  const shape stride = {2 * sizeof(Real)};
  const shape index_stride = {8};
  const strew_dtype dtype = sizeof(Real) == 4 ? STREW_DTYPE_C64 : STREW_DTYPE_C128;
  arguments a = along(operator_kind::scatter, 0);
  a.data = a.output = describe(table.data(), dtype, one, stride);
  a.updates = describe(terms.data(), dtype, count, stride);
  a.indices = describe(targets.data(), STREW_DTYPE_I64, count, index_stride);
  a.options = &options;
  const strew_error error = run(a);
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  return table;
}

template <class Real>
class complex_reductions : public testing::Test {};
using float_and_double = testing::Types<float, double>;
TYPED_TEST_SUITE(complex_reductions, float_and_double);

TYPED_TEST(complex_reductions, by_part) {
  using list = std::vector<TypeParam>;
  EXPECT_EQ(folded<TypeParam>(options_of(STREW_REDUCTION_ADD), {1, 2}, {3, 5, 10, 20}), (list{14, 27}));
  EXPECT_EQ(folded<TypeParam>(options_of(STREW_REDUCTION_SUB), {1, 2}, {3, 5}), (list{-2, -3}));
  EXPECT_EQ(folded<TypeParam>(options_of(STREW_REDUCTION_MUL), {1, 2}, {3, 4}), (list{-5, 10}));
  EXPECT_EQ(folded<TypeParam>(options_of(STREW_REDUCTION_MUL), {0, 1}, {0, 1, 0, 1}), (list{0, -1}));
  EXPECT_EQ(folded<TypeParam>(options_of(STREW_REDUCTION_NONE), {1, 2}, {3, 4, 5, 6}), (list{5, 6}));
  EXPECT_EQ(folded<TypeParam>(reduction_of(STREW_REDUCTION_SUB, STREW_ACCUMULATE_WIDE, true), {9, 9}, {3, 4, 1, 1}),
            (list{2, 3}));
  EXPECT_EQ(folded<TypeParam>(reduction_of(STREW_REDUCTION_MUL, STREW_ACCUMULATE_WIDE, true), {9, 9}, {1, 2, 3, 4}),
            (list{-5, 10}));
}

// x * x - x * x is 0 when each product is rounded by itself, and not when one is fused.
TYPED_TEST(complex_reductions, products_are_not_contracted) {
  const TypeParam x = 1 + 3 * std::sqrt(std::numeric_limits<TypeParam>::epsilon()) / 7;
  EXPECT_EQ(folded<TypeParam>(options_of(STREW_REDUCTION_MUL), {x, x}, {x, x})[0], 0);
}

template <class Real>
bool is_canonical_nan(Real value) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  return std::memcmp(&value, &nan, sizeof nan) == 0;
}

TYPED_TEST(complex_reductions, nan_in_each_part) {
  using Real = TypeParam;
  const Real infinity = std::numeric_limits<Real>::infinity();
  const Real nan = -std::numeric_limits<Real>::quiet_NaN();  // not the canonical sign
  std::vector<Real> made = folded<Real>(options_of(STREW_REDUCTION_ADD), {nan, 1}, {1, 1});
  EXPECT_TRUE(is_canonical_nan(made[0]));
  EXPECT_EQ(made[1], 2);
  made = folded<Real>(options_of(STREW_REDUCTION_SUB), {1, infinity}, {1, infinity});
  EXPECT_EQ(made[0], 0);
  EXPECT_TRUE(is_canonical_nan(made[1]));
  // Infinities are not recovered: (inf + NaN i) * 2 has no infinite part.
  made = folded<Real>(options_of(STREW_REDUCTION_MUL), {infinity, nan}, {2, 0});
  EXPECT_TRUE(is_canonical_nan(made[0]));
  EXPECT_TRUE(is_canonical_nan(made[1]));
  for (const int32_t reduction : {STREW_REDUCTION_ADD, STREW_REDUCTION_SUB, STREW_REDUCTION_MUL}) {
    made = folded<Real>(reduction_of(reduction, STREW_ACCUMULATE_WIDE, true), {1, 1}, {nan, Real(-0.0)});
    EXPECT_TRUE(is_canonical_nan(made[0])) << reduction;
    EXPECT_TRUE(made[1] == 0 && std::signbit(made[1])) << reduction;
  }
}

TYPED_TEST(complex_reductions, zeros_keep_their_sign_by_part) {
  using Real = TypeParam;
  const std::vector<Real> made =
      folded<Real>(options_of(STREW_REDUCTION_ADD), {Real(-0.0), Real(-0.0)}, {Real(-0.0), 0});
  EXPECT_TRUE(std::signbit(made[0]));
  EXPECT_FALSE(std::signbit(made[1]));
}

TYPED_TEST(complex_reductions, moves_keep_every_bit) {
  using Real = TypeParam;
  std::vector<unsigned char> bytes(2 * sizeof(Real));
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(0xff - i);
  std::vector<Real> payload(2);
  std::memcpy(payload.data(), bytes.data(), bytes.size());
  const std::vector<Real> made = folded<Real>(options_of(STREW_REDUCTION_NONE), {1, 1}, payload);
  EXPECT_EQ(std::memcmp(made.data(), bytes.data(), bytes.size()), 0);
}

}  // namespace
}  // namespace strew::support
