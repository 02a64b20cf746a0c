// Calls that come again find their plan made; calls that differ in anything must not find it.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <thread>
#include <vector>

#include "call.hpp"

namespace strew::testing {
namespace {

constexpr int times_until_kept = 4;

// A table of 4 x 3 cells, gathered by rows; whatever the test changes.
struct row_gather {
  std::array<std::int32_t, 24> table = {};
  std::array<std::int64_t, 4> indices = {2, 0, 3, 1};
  std::array<std::int32_t, 12> result = {};
  std::array<std::int64_t, 2> table_extents = {4, 3};
  std::array<std::int64_t, 2> table_strides = {12, 4};
  std::array<std::int64_t, 1> index_extents = {2};
  std::array<std::int64_t, 2> result_extents = {2, 3};
  strew_options options = STREW_OPTIONS_INIT;
  strew_error error = STREW_ERROR_INIT;

  row_gather() {
    for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<std::int32_t>(i);
  }
  strew_status run(std::int64_t axis = 0) {
    strew_tensor d = scatter_call::view(table.data(), STREW_DTYPE_I32, table_extents.data());
    d.strides = table_strides.data();
    strew_tensor i = scatter_call::view(indices.data(), STREW_DTYPE_I64, index_extents.data());
    i.rank = 1;
    const strew_tensor o = scatter_call::view(result.data(), STREW_DTYPE_I32, result_extents.data());
    return strew_gather(&d, &i, &o, axis, 0, &options, nullptr, &error);
  }
  [[nodiscard]] std::vector<std::int32_t> first(std::size_t count) const {
    return {result.begin(), result.begin() + static_cast<std::ptrdiff_t>(count)};
  }
};

using ints = std::vector<std::int32_t>;

void keep(row_gather& call) {
  for (int n = 0; n < times_until_kept; ++n) {
    call.result.fill(-1);
    ASSERT_EQ(call.run(), STREW_STATUS_OK) << call.error.message;
    ASSERT_EQ(call.first(6), (ints{6, 7, 8, 0, 1, 2})) << "call " << n;
  }
}

TEST(plan_cache, a_call_that_comes_again_gives_the_same) {
  row_gather call;
  keep(call);
}

TEST(plan_cache, other_strides_make_another_plan) {
  row_gather call;
  keep(call);
  call.table_strides = {24, 4};
  ASSERT_EQ(call.run(), STREW_STATUS_OK);
  EXPECT_EQ(call.first(6), (ints{12, 13, 14, 0, 1, 2}));
}

TEST(plan_cache, another_axis_makes_another_plan) {
  row_gather call;
  keep(call);
  call.result_extents = {4, 2};
  ASSERT_EQ(call.run(1), STREW_STATUS_OK);
  EXPECT_EQ(call.first(8), (ints{2, 0, 5, 3, 8, 6, 11, 9}));
}

// Rows 1 and 0 are written; the others are those of data, which the output had not.
void scatter(scatter_call& call) {
  call.result.assign(12, -1);
  ASSERT_EQ(call.run(), STREW_STATUS_OK) << call.error.message;
  EXPECT_EQ(call.result, (std::vector<float>{4, 5, 6, 1, 2, 3, 1, 1, 1, 1, 1, 1}));
}

void scatter_in_place(scatter_call& call) {
  call.result.assign(12, 7);
  const strew_tensor i = call.indices_view();
  const strew_tensor u = call.updates_view();
  const strew_tensor o = call.output_view();
  ASSERT_EQ(strew_scatter_nd(&o, &i, &u, &o, 0, &call.options, nullptr, &call.error), STREW_STATUS_OK);
  EXPECT_EQ(call.result, (std::vector<float>{4, 5, 6, 1, 2, 3, 7, 7, 7, 7, 7, 7}));
}

TEST(plan_cache, a_call_in_place_and_one_that_copies_data_have_two_plans) {
  scatter_call call;
  for (int n = 0; n < times_until_kept; ++n) scatter_in_place(call);
  for (int n = 0; n < times_until_kept; ++n) scatter(call);
  scatter_in_place(call);
}

TEST(plan_cache, another_policy_makes_another_plan) {
  row_gather call;
  keep(call);
  call.indices[0] = 9;
  EXPECT_EQ(call.run(), STREW_STATUS_INDEX);
  EXPECT_EQ(call.error.position, 0U);
  call.options.out_of_bounds = STREW_OOB_CLAMP;
  for (int n = 0; n < times_until_kept; ++n) {
    ASSERT_EQ(call.run(), STREW_STATUS_OK);
    EXPECT_EQ(call.first(6), (ints{9, 10, 11, 0, 1, 2}));
  }
  call.options.out_of_bounds = STREW_OOB_ERROR;
  EXPECT_EQ(call.run(), STREW_STATUS_INDEX);
}

// A gather of rows or columns of a square as one of windows.
struct window_gather {
  std::array<std::int32_t, 9> square = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  std::array<std::int64_t, 1> start = {1};
  std::array<std::int32_t, 3> result = {};
  std::vector<std::int64_t> offset = {1}, collapsed = {0}, map = {0}, sizes = {1, 3};
  strew_error error = STREW_ERROR_INIT;

  strew_status run() {
    const std::array<std::int64_t, 2> square_extents = {3, 3}, result_extents = {1, 3};
    const std::array<std::int64_t, 1> one = {1};
    const strew_tensor d = scatter_call::view(square.data(), STREW_DTYPE_I32, square_extents.data());
    strew_tensor i = scatter_call::view(start.data(), STREW_DTYPE_I64, one.data());
    i.rank = 1;
    const strew_tensor o = scatter_call::view(result.data(), STREW_DTYPE_I32, result_extents.data());
    strew_gather_dimensions lists = STREW_GATHER_DIMENSIONS_INIT;
    lists.offset_dims = {offset.data(), offset.size()};
    lists.collapsed_slice_dims = {collapsed.data(), collapsed.size()};
    lists.start_index_map = {map.data(), map.size()};
    lists.slice_sizes = {sizes.data(), sizes.size()};
    lists.index_vector_dim = 1;
    result.fill(-1);
    return strew_stablehlo_gather(&d, &i, &o, &lists, nullptr, nullptr, &error);
  }
};

TEST(plan_cache, other_dimension_lists_make_another_plan) {
  window_gather call;
  for (int n = 0; n < times_until_kept; ++n) {
    ASSERT_EQ(call.run(), STREW_STATUS_OK) << call.error.message;
    ASSERT_EQ(call.result, (std::array<std::int32_t, 3>{3, 4, 5}));
  }
  call.map = {1};
  ASSERT_EQ(call.run(), STREW_STATUS_OK) << call.error.message;  // a column start, clamped to 0, of row 0
  EXPECT_EQ(call.result, (std::array<std::int32_t, 3>{0, 1, 2}));
  call.collapsed = {1};
  call.sizes = {3, 1};
  ASSERT_EQ(call.run(), STREW_STATUS_OK) << call.error.message;
  EXPECT_EQ(call.result, (std::array<std::int32_t, 3>{1, 4, 7}));
  call.sizes = {3, 1, 1};
  EXPECT_EQ(call.run(), STREW_STATUS_SHAPE);
  EXPECT_STREQ(call.error.rule, "GC20");
  call = {};
  call.map = {16};  // in four bits that would be 0
  EXPECT_EQ(call.run(), STREW_STATUS_SHAPE);
  EXPECT_STREQ(call.error.rule, "GC19");
  call.map = {0};
  call.offset = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  EXPECT_EQ(call.run(), STREW_STATUS_SHAPE);
}

TEST(plan_cache, wrong_structs_and_pointers_are_still_found) {
  row_gather call;
  keep(call);
  call.options.version = 2;
  EXPECT_EQ(call.run(), STREW_STATUS_POINTER);
  EXPECT_STREQ(call.error.rule, "PT2");
  call.options.version = 1;
  call.result_extents = {2, 2};
  EXPECT_EQ(call.run(), STREW_STATUS_SHAPE);
  EXPECT_STREQ(call.error.rule, "AX5");
}

TEST(plan_cache, more_calls_than_are_kept_stay_right) {
  row_gather call;
  std::vector<std::int32_t> table(3 * 1024);
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<std::int32_t>(i);
  for (int round = 0; round < 4; ++round) {
    for (std::int64_t rows = 4; rows < 1024; ++rows) {
      call.table_extents = {rows, 3};
      call.indices[0] = rows - 1;
      strew_tensor d = scatter_call::view(table.data(), STREW_DTYPE_I32, call.table_extents.data());
      strew_tensor i = scatter_call::view(call.indices.data(), STREW_DTYPE_I64, call.index_extents.data());
      i.rank = 1;
      const strew_tensor o = scatter_call::view(call.result.data(), STREW_DTYPE_I32, call.result_extents.data());
      ASSERT_EQ(strew_gather(&d, &i, &o, 0, 0, nullptr, nullptr, &call.error), STREW_STATUS_OK) << call.error.message;
      ASSERT_EQ(call.result[0], 3 * (rows - 1)) << rows;
      ASSERT_EQ(call.result[3], 0) << rows;
      call.indices[0] = rows;
      ASSERT_EQ(strew_gather(&d, &i, &o, 0, 0, nullptr, nullptr, &call.error), STREW_STATUS_INDEX) << rows;
    }
  }
}

TEST(plan_cache, threads_that_call_alike_do_not_disturb_each_other) {
  std::vector<std::thread> all;
  std::array<bool, 4> was_right = {};
  for (std::size_t t = 0; t < was_right.size(); ++t) {
    all.emplace_back([&was_right, t] {
      bool right = true;
      for (int n = 0; n < 3000; ++n) {
        row_gather call;
        call.table_strides = n % 3 == 0 ? std::array<std::int64_t, 2>{24, 4} : std::array<std::int64_t, 2>{12, 4};
        const ints expected = n % 3 == 0 ? ints{12, 13, 14, 0, 1, 2} : ints{6, 7, 8, 0, 1, 2};
        right = right && call.run() == STREW_STATUS_OK && call.first(6) == expected;
      }
      was_right[t] = right;
    });
  }
  for (std::thread& one : all) one.join();
  for (const bool right : was_right) EXPECT_TRUE(right);
}

}  // namespace
}  // namespace strew::testing
