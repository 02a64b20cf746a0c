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

// ---- NaN where there was none before: x86 makes the negative one of inf + -inf, inf - inf and 0 * inf.

// Every cell is infinite and gets its updates twice: after the first it is NaN, or would be infinite again.
struct invalid_operation {
  int32_t reduction;
  uint64_t old, update;
};

struct made_nans {
  strew_dtype dtype;
  uint64_t nan;
  int width;  // of a part
  std::vector<invalid_operation> all;
};

made_nans made_nans_of(const real_type& t, bool is_complex) {
  const uint64_t minus = t.infinity | t.sign;
  made_nans made = {t.dtype,
                    t.nan,
                    t.width,
                    {{STREW_REDUCTION_ADD, t.infinity, minus},
                     {STREW_REDUCTION_ADD, minus, t.infinity},
                     {STREW_REDUCTION_SUB, t.infinity, t.infinity},
                     {STREW_REDUCTION_SUB, minus, minus},
                     {STREW_REDUCTION_MUL, t.infinity, 0},
                     {STREW_REDUCTION_MUL, 0, minus},
                     {STREW_REDUCTION_MUL, t.infinity, t.sign}}};
  if (is_complex) {
    made.dtype = t.width == 4 ? STREW_DTYPE_C64 : STREW_DTYPE_C128;
  } else {
    made.all.push_back({STREW_REDUCTION_MEAN, t.infinity, minus});
    made.all.push_back({STREW_REDUCTION_MEAN, minus, t.infinity});
  }
  return made;
}

std::vector<unsigned char> repeated(uint64_t bits, int width, std::size_t parts) {
  std::vector<unsigned char> made;
  for (std::size_t n = 0; n < parts; ++n) {
    for (int byte = 0; byte < width; ++byte) made.push_back(static_cast<unsigned char>(bits >> (8 * byte)));
  }
  return made;
}

// Rows of a table, each updated twice, as windows of one row or of two. How many of the solvers did it.
int expect_nans(const made_nans& of, const invalid_operation& op, strew_options options, int64_t width,
                int64_t window) {
  constexpr int64_t rows = 12;
  const auto parts = static_cast<std::size_t>(of.dtype == STREW_DTYPE_C64 || of.dtype == STREW_DTYPE_C128 ? 2 : 1);
  const int64_t of_table[] = {rows, width}, of_indices[] = {2 * rows / window, 1};
  const int64_t of_updates[] = {2 * rows / window, window, width}, window_dims[] = {1, 2}, first[] = {0};
  std::vector<int64_t> indices;
  for (int64_t n = 0; n < of_indices[0]; ++n) indices.push_back(n * window % rows);
  const auto elements = static_cast<std::size_t>(rows * width) * parts;
  std::vector<unsigned char> updates = repeated(op.update, of.width, 2 * elements);
  strew_scatter_dimensions dimensions = STREW_SCATTER_DIMENSIONS_INIT;
  dimensions.update_window_dims = {window_dims, 2};
  dimensions.scatter_dims_to_operand_dims = {first, 1};
  dimensions.index_vector_dim = 1;
  const auto view = [](void* data, strew_dtype type, const int64_t* extents, std::size_t rank) {
    strew_tensor made = STREW_TENSOR_INIT;
    made.data = data;
    made.dtype = type;
    made.extents = extents;
    made.rank = rank;
    return made;
  };
  int did = 0;
  for (std::size_t n = 0; const char* solver = strew_solver_name(n); ++n) {
    std::vector<unsigned char> table = repeated(op.old, of.width, elements);
    const strew_tensor t = view(table.data(), of.dtype, of_table, 2);
    const strew_tensor i = view(indices.data(), STREW_DTYPE_I64, of_indices, 2);
    const strew_tensor u = view(updates.data(), of.dtype, of_updates, 3);
    options.solver = solver;
    if (strew_stablehlo_scatter(&t, &i, &u, &t, &dimensions, &options, nullptr, nullptr) != STREW_STATUS_OK) continue;
    ++did;
    EXPECT_EQ(table, repeated(of.nan, of.width, elements))
        << solver << ", reduction " << op.reduction << ", dtype " << of.dtype << ", rows of " << width;
  }
  return did;
}

TEST_P(reals, nan_made_of_infinities_is_the_positive_one_in_every_solver) {
  for (const bool is_complex : {false, true}) {
    if (is_complex && GetParam().width < 4) continue;
    const made_nans of = made_nans_of(GetParam(), is_complex);
    for (const int32_t accumulate : accumulators) {
      for (const invalid_operation& op : of.all) {
        for (const int64_t width : {1, 3, 8, 37}) {
          for (const int64_t window : {1, 2})
            EXPECT_GT(expect_nans(of, op, reduction_of(op.reduction, accumulate), width, window), 0);
        }
      }
    }
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
