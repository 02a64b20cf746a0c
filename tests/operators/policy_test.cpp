// Every policy on every operator: one line of five cells, six indices, and what each rule makes of them.
#include "operators/expect.hpp"
#include "operators/line.hpp"

namespace strew::support {
namespace {

line<int32_t> line_of(operator_kind kind, int32_t reduction, int32_t outside, int32_t negative) {
  return {kind,
          {10, 20, 30, 40, 50},
          {-6, -1, 0, 4, 5, 9},
          is_scatter(kind) ? std::vector<int32_t>{1, 2, 3, 4, 5, 6} : std::vector<int32_t>(6, 7),
          options_of(reduction, outside, negative)};
}

class every_gather : public testing::TestWithParam<operator_kind> {};
class every_scatter : public testing::TestWithParam<operator_kind> {};
class every_line : public testing::TestWithParam<operator_kind> {};
const auto name = [](const auto& test) { return std::string(name_of(test.param)); };
INSTANTIATE_TEST_SUITE_P(line, every_gather, testing::ValuesIn(line_gathers), name);
INSTANTIATE_TEST_SUITE_P(line, every_scatter, testing::ValuesIn(line_scatters), name);
INSTANTIATE_TEST_SUITE_P(line, every_line, testing::ValuesIn(line_ops), name);

TEST_P(every_line, error_adds_the_extent_once) {
  for (const int32_t negative : {STREW_NEGATIVE_FROM_END, STREW_NEGATIVE_INVALID}) {
    line<int32_t> l = line_of(GetParam(), STREW_REDUCTION_NONE, STREW_OOB_ERROR, negative);
    const line<int32_t> before = l;
    const strew_error error = l.run();
    EXPECT_EQ(error.status, STREW_STATUS_INDEX);
    EXPECT_STREQ(error.rule, "IX1");
    EXPECT_EQ(error.position, 0U);
    EXPECT_EQ(error.bad_count, negative == STREW_NEGATIVE_FROM_END ? 3U : 4U);
    EXPECT_EQ(error.allowed_low, negative == STREW_NEGATIVE_FROM_END ? -5 : 0);
    EXPECT_EQ(error.allowed_high, 4);
    EXPECT_EQ(error.extent, 5);
    EXPECT_EQ(static_cast<int64_t>(error.tuple[0]), -6);
    EXPECT_EQ(l.data, before.data);
    EXPECT_EQ(l.direct, before.direct);
  }
}

std::vector<int32_t> gathered(operator_kind kind, int32_t outside, int32_t negative) {
  line<int32_t> l = line_of(kind, STREW_REDUCTION_NONE, outside, negative);
  const strew_error error = l.run();
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  return l.direct;
}

// Clamping with and without counting from the end are two rules; wrap is the modulo of any magnitude.
TEST_P(every_gather, clamp_wrap_skip_fill) {
  using list = std::vector<int32_t>;
  const operator_kind kind = GetParam();
  EXPECT_EQ(gathered(kind, STREW_OOB_CLAMP, STREW_NEGATIVE_INVALID), (list{10, 10, 10, 50, 50, 50}));
  EXPECT_EQ(gathered(kind, STREW_OOB_CLAMP, STREW_NEGATIVE_FROM_END), (list{10, 50, 10, 50, 50, 50}));
  EXPECT_EQ(gathered(kind, STREW_OOB_WRAP, STREW_NEGATIVE_INVALID), (list{50, 50, 10, 50, 10, 50}));
  EXPECT_EQ(gathered(kind, STREW_OOB_WRAP, STREW_NEGATIVE_FROM_END), (list{50, 50, 10, 50, 10, 50}));
  EXPECT_EQ(gathered(kind, STREW_OOB_SKIP, STREW_NEGATIVE_INVALID), (list{7, 7, 10, 50, 7, 7}));
  EXPECT_EQ(gathered(kind, STREW_OOB_SKIP, STREW_NEGATIVE_FROM_END), (list{7, 50, 10, 50, 7, 7}));
  EXPECT_EQ(gathered(kind, STREW_OOB_FILL, STREW_NEGATIVE_INVALID), (list{0, 0, 10, 50, 0, 0}));
}

TEST_P(every_gather, fill_with_a_number) {
  const double number = 99;
  line<int32_t> l = line_of(GetParam(), STREW_REDUCTION_NONE, STREW_OOB_FILL, STREW_NEGATIVE_FROM_END);
  l.options.fill_dtype = STREW_DTYPE_F64;
  l.options.fill_value = &number;
  EXPECT_EQ(l.run().status, STREW_STATUS_OK);
  EXPECT_EQ(l.direct, (std::vector<int32_t>{99, 50, 10, 50, 99, 99}));
}

std::vector<int32_t> scattered(operator_kind kind, int32_t reduction, int32_t outside, int32_t negative) {
  line<int32_t> l = line_of(kind, reduction, outside, negative);
  const strew_error error = l.run();
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  return l.data;
}

TEST_P(every_scatter, clamp_wrap_skip) {
  using list = std::vector<int32_t>;
  const operator_kind kind = GetParam();
  EXPECT_EQ(scattered(kind, STREW_REDUCTION_NONE, STREW_OOB_CLAMP, STREW_NEGATIVE_INVALID), (list{3, 20, 30, 40, 6}));
  EXPECT_EQ(scattered(kind, STREW_REDUCTION_ADD, STREW_OOB_CLAMP, STREW_NEGATIVE_FROM_END), (list{14, 20, 30, 40, 67}));
  EXPECT_EQ(scattered(kind, STREW_REDUCTION_NONE, STREW_OOB_WRAP, STREW_NEGATIVE_INVALID), (list{5, 20, 30, 40, 6}));
  EXPECT_EQ(scattered(kind, STREW_REDUCTION_ADD, STREW_OOB_WRAP, STREW_NEGATIVE_FROM_END), (list{18, 20, 30, 40, 63}));
  EXPECT_EQ(scattered(kind, STREW_REDUCTION_ADD, STREW_OOB_SKIP, STREW_NEGATIVE_INVALID), (list{13, 20, 30, 40, 54}));
  EXPECT_EQ(scattered(kind, STREW_REDUCTION_ADD, STREW_OOB_SKIP, STREW_NEGATIVE_FROM_END), (list{13, 20, 30, 40, 56}));
}

// With good indices assume is error without validation.
TEST_P(every_line, assume_moves_what_is_good) {
  line<int32_t> l = line_of(GetParam(), STREW_REDUCTION_NONE, STREW_OOB_ASSUME, STREW_NEGATIVE_FROM_END);
  l.indices = {-5, 4, -1, 0, 3, 1};
  const strew_error error = l.run();
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  const std::vector<int32_t>& moved = is_scatter(GetParam()) ? l.data : l.direct;
  if (is_scatter(GetParam())) {
    EXPECT_EQ(moved, (std::vector<int32_t>{4, 6, 30, 5, 3}));
  } else {
    EXPECT_EQ(moved, (std::vector<int32_t>{10, 50, 50, 10, 40, 20}));
  }
}

// A broken promise: a scatter skips, a gather clamps, nothing else.
TEST_P(every_line, assume_keeps_bad_values_inside) {
  line<int32_t> l = line_of(GetParam(), STREW_REDUCTION_NONE, STREW_OOB_ASSUME, STREW_NEGATIVE_INVALID);
  EXPECT_EQ(l.run().status, STREW_STATUS_OK);
  if (is_scatter(GetParam())) {
    EXPECT_EQ(l.data, (std::vector<int32_t>{3, 20, 30, 40, 4}));
  } else {
    EXPECT_EQ(l.direct, (std::vector<int32_t>{10, 10, 10, 50, 50, 50}));
  }
}

TEST_P(every_line, an_extent_of_0) {
  for (const int32_t outside : {STREW_OOB_ERROR, STREW_OOB_CLAMP, STREW_OOB_WRAP, STREW_OOB_ASSUME}) {
    line<int32_t> l = line_of(GetParam(), STREW_REDUCTION_NONE, outside, STREW_NEGATIVE_FROM_END);
    l.data.clear();
    const std::vector<int32_t> before = l.direct;
    // In the gather of StableHLO a slice size of 1 exceeds the extent.
    if (GetParam() == operator_kind::stablehlo_gather) {
      EXPECT_STREQ(l.run().rule, "GC21");
      continue;
    }
    const strew_error error = l.run();
    EXPECT_EQ(error.status, STREW_STATUS_INDEX) << outside;
    EXPECT_EQ(error.bad_count, 6U);
    EXPECT_EQ(error.allowed_low, 0);
    EXPECT_EQ(error.allowed_high, -1);
    EXPECT_EQ(l.direct, before);
  }
  line<int32_t> l = line_of(GetParam(), STREW_REDUCTION_NONE, STREW_OOB_SKIP, STREW_NEGATIVE_FROM_END);
  l.data.clear();
  l.indices.clear();
  l.direct.clear();
  if (GetParam() != operator_kind::stablehlo_gather) {
    EXPECT_EQ(l.run().status, STREW_STATUS_OK);
  }
}

TEST_P(every_scatter, skip_into_an_extent_of_0) {
  line<int32_t> l = line_of(GetParam(), STREW_REDUCTION_ADD, STREW_OOB_SKIP, STREW_NEGATIVE_FROM_END);
  l.data.clear();
  EXPECT_EQ(l.run().status, STREW_STATUS_OK);
  for (const int32_t reduction : {STREW_REDUCTION_MEAN, STREW_REDUCTION_SUB}) {
    l.options.reduction = reduction;
    l.options.exclude_self = 1;
    EXPECT_EQ(l.run().status, STREW_STATUS_OK);
  }
}

// Values that a cast to signed or to 32 bits would bring inside.
template <class I>
void expect_outside(operator_kind kind, I value) {
  line<int32_t, I> l{kind, {10, 20, 30, 40, 50}, {value}, {7}};
  const strew_error error = l.run();
  EXPECT_EQ(error.status, STREW_STATUS_INDEX) << name_of(kind) << ' ' << +value;
  EXPECT_EQ(error.tuple[0], static_cast<uint64_t>(value));
  EXPECT_EQ(error.tuple_negative[0], value < I(1) ? 1 : 0);
  EXPECT_EQ(l.data, (std::vector<int32_t>{10, 20, 30, 40, 50}));
  EXPECT_EQ(l.direct[0], 7);
}

TEST_P(every_line, extremes_of_every_index_type) {
  const operator_kind kind = GetParam();
  expect_outside<uint64_t>(kind, UINT64_MAX);
  expect_outside<uint64_t>(kind, uint64_t{1} << 63);
  expect_outside<uint64_t>(kind, (uint64_t{1} << 63) + 4);
  expect_outside<uint64_t>(kind, uint64_t{1} << 32);
  expect_outside<uint32_t>(kind, UINT32_MAX);
  expect_outside<uint16_t>(kind, UINT16_MAX);
  expect_outside<uint8_t>(kind, UINT8_MAX);
  expect_outside<int64_t>(kind, INT64_MIN);
  expect_outside<int64_t>(kind, INT64_MAX);
  expect_outside<int64_t>(kind, (int64_t{1} << 32) + 1);
  expect_outside<int32_t>(kind, INT32_MIN);
  expect_outside<int16_t>(kind, INT16_MIN);
  expect_outside<int8_t>(kind, INT8_MIN);
}

struct moved {
  int32_t outside;
  std::vector<int32_t> written, read;
};

TEST_P(every_line, extremes_under_the_policies_that_accept_them) {
  const moved rows[] = {{STREW_OOB_CLAMP, {7, 20, 30, 40, 8}, {10, 50}},
                        {STREW_OOB_WRAP, {10, 20, 8, 40, 50}, {30, 30}},  // -2^63 = 2^63 - 1 = 2 modulo 5
                        {STREW_OOB_SKIP, {10, 20, 30, 40, 50}, {7, 8}}};
  for (const moved& row : rows) {
    line<int32_t> l{GetParam(),
                    {10, 20, 30, 40, 50},
                    {INT64_MIN, INT64_MAX},
                    {7, 8},
                    options_of(STREW_REDUCTION_NONE, row.outside)};
    EXPECT_EQ(l.run().status, STREW_STATUS_OK);
    const bool writes = is_scatter(GetParam());
    EXPECT_EQ(writes ? l.data : l.direct, writes ? row.written : row.read) << row.outside;
  }
}

}  // namespace
}  // namespace strew::support
