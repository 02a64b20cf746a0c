// tensor_scatter: appends to a cache, linear and circular, and the record of a bad write index.
#include "operators/expect.hpp"

namespace strew::support {
namespace {

arguments append(int64_t axis, int32_t mode = STREW_MODE_LINEAR) {
  arguments a = along(operator_kind::tensor_scatter, axis);
  a.mode = mode;
  return a;
}

const array<int32_t> zeros_in_rows{{2, 4, 2}, std::vector<int32_t>(16)};

TEST(tensor_scatter, linear_rows_of_each_batch_entry) {
  expect_scatter<int32_t, int64_t>(append(-2), zeros_in_rows, {{2}, {1, 2}}, {{2, 2, 2}, counting<int32_t>(8, 1)},
                                   {0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 5, 6, 7, 8});
}

TEST(tensor_scatter, along_the_last_axis) {
  expect_scatter<int32_t, int32_t>(append(2), zeros_in_rows, {{2}, {0, 1}}, {{2, 4, 1}, counting<int32_t>(8, 1)},
                                   {1, 0, 2, 0, 3, 0, 4, 0, 0, 5, 0, 6, 0, 7, 0, 8});
}

TEST(tensor_scatter, circular_starts_over) {
  expect_scatter<int32_t, int64_t>(append(1, STREW_MODE_CIRCULAR), zeros_in_rows, {{2}, {3, 7}},
                                   {{2, 2, 2}, counting<int32_t>(8, 1)},
                                   {3, 4, 0, 0, 0, 0, 1, 2, 7, 8, 0, 0, 0, 0, 5, 6});
}

// The whole cache, rotated.
TEST(tensor_scatter, circular_over_the_whole_length) {
  expect_scatter<int32_t, int64_t>(append(1, STREW_MODE_CIRCULAR), {{1, 3}, {0, 0, 0}}, {{1}, {2}}, {{1, 3}, {1, 2, 3}},
                                   {2, 3, 1});
}

// The modulo belongs to the axis alone: batch entry 2 and prefix 2 of a cache of length 2 stay where they are.
TEST(tensor_scatter, the_modulo_is_of_the_axis_only) {
  const array<int32_t> cache{{3, 3, 2}, std::vector<int32_t>(18)};
  expect_scatter<int32_t, int64_t>(append(2, STREW_MODE_CIRCULAR), cache, {{3}, {1, 2, 3}},
                                   {{3, 3, 1}, counting<int32_t>(9, 1)},
                                   {0, 1, 0, 2, 0, 3, 4, 0, 5, 0, 6, 0, 0, 7, 0, 8, 0, 9});
}

TEST(tensor_scatter, without_write_indices_from_the_start) {
  const array<int32_t> updates{{2, 1, 2}, {1, 2, 3, 4}};
  for (const int32_t mode : {STREW_MODE_LINEAR, STREW_MODE_CIRCULAR}) {
    array<int32_t> cache = zeros_in_rows;
    const strew_tensor table = cache.view();
    const strew_tensor rows = updates.view();
    strew_error error = STREW_ERROR_INIT;
    EXPECT_EQ(strew_tensor_scatter(&table, &rows, nullptr, &table, 1, mode, nullptr, nullptr, &error), STREW_STATUS_OK)
        << error.message;
    EXPECT_EQ(cache.values, (std::vector<int32_t>{1, 2, 0, 0, 0, 0, 0, 0, 3, 4, 0, 0, 0, 0, 0, 0}));
  }
}

TEST(tensor_scatter, extreme_write_indices_are_reduced_before_they_are_multiplied) {
  expect_scatter<int32_t, int64_t>(append(1, STREW_MODE_CIRCULAR), {{1, 3}, {0, 0, 0}}, {{1}, {INT64_MAX}},
                                   {{1, 2}, {1, 2}}, {0, 1, 2});  // 2^63 - 1 = 1 modulo 3
  expect_scatter<int32_t, uint64_t>(append(1, STREW_MODE_CIRCULAR), {{1, 3}, {0, 0, 0}}, {{1}, {UINT64_MAX - 1}},
                                    {{1, 2}, {1, 2}}, {2, 0, 1});  // 2^64 - 2 = 2 modulo 3
}

TEST(tensor_scatter, records_of_any_width) {
  array<uint8_t> cache{{1, 3, 3}, std::vector<uint8_t>(9)};
  const array<uint8_t> updates{{1, 2, 3}, {1, 2, 3, 4, 5, 6}};
  const array<int16_t> start{{1}, {1}};
  const shape table = {1, 3};
  const shape rows = {1, 2};
  arguments a = append(1);
  a.data = cache.view();
  a.updates = updates.view();
  a.indices = start.view();
  for (strew_tensor* view : {&a.data, &a.updates}) {
    view->dtype = STREW_DTYPE_OPAQUE;
    view->element_bytes = 3;
    view->rank = 2;
  }
  a.data.extents = table.data();
  a.updates.extents = rows.data();
  a.output = a.data;
  const strew_error error = run(a);
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(cache.values, (std::vector<uint8_t>{0, 0, 0, 1, 2, 3, 4, 5, 6}));
}

// ---- bad write indices

struct bad_start {
  int32_t mode;
  std::vector<int64_t> starts;
  uint64_t position, bad_count;
  int64_t low, high;
};

void expect_bad(const bad_start& with) {
  array<int32_t> cache{{3, 4}, std::vector<int32_t>(12, 5)};
  const array<int32_t> updates{{3, 2}, counting<int32_t>(6)};
  const array<int64_t> starts{{3}, with.starts};
  arguments a = append(1, with.mode);
  a.data = a.output = cache.view();
  a.updates = updates.view();
  a.indices = starts.view();
  const strew_error error = run(a);
  EXPECT_EQ(error.status, STREW_STATUS_INDEX) << error.message;
  EXPECT_STREQ(error.rule, "IX1");
  EXPECT_EQ(error.operand, STREW_OPERAND_INDICES);
  EXPECT_EQ(error.position, with.position);
  EXPECT_EQ(error.bad_count, with.bad_count);
  EXPECT_EQ(error.extent, 4);
  EXPECT_EQ(error.allowed_low, with.low);
  EXPECT_EQ(error.allowed_high, with.high);
  const int64_t bad = with.starts[with.position];
  EXPECT_NE(std::string(error.message).find(std::to_string(bad)), std::string::npos) << error.message;
  EXPECT_EQ(cache.values, std::vector<int32_t>(12, 5));
}

TEST(tensor_scatter, a_window_that_does_not_fit) {
  expect_bad({STREW_MODE_LINEAR, {2, 3, 4}, 1, 2, 0, 2});
  expect_bad({STREW_MODE_LINEAR, {2, 0, INT64_MAX}, 2, 1, 0, 2});
}

// Neither from_end in linear mode nor modulo in circular mode.
TEST(tensor_scatter, a_negative_write_index_in_both_modes) {
  expect_bad({STREW_MODE_LINEAR, {0, -1, -2}, 1, 2, 0, 2});
  expect_bad({STREW_MODE_CIRCULAR, {9, -1, INT64_MIN}, 1, 2, 0, INT64_MAX});
}

}  // namespace
}  // namespace strew::support
