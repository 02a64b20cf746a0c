// The C++ API, used the way its page shows: literal calls and literal answers.
#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <cstdint>
#include <numeric>
#include <thread>
#include <vector>

#include "strew/strew.hpp"

namespace {

using indices = std::vector<std::int64_t>;

TEST(cpp_api, scatter_nd_writes_the_documented_example) {
  const std::vector<float> data{1, 2, 3, 4, 5, 6, 7, 8}, updates{9, 10, 11, 12};
  const indices at{4, 3, 1, 7};
  std::vector<float> output(8, -1.0F);
  strew::scatter_nd(data, {at, {4, 1}}, updates, output);
  EXPECT_EQ(output, (std::vector<float>{1, 11, 3, 10, 9, 6, 7, 12}));
}

TEST(cpp_api, the_example_of_the_header_says_the_truth) {
  std::vector<float> data{1, 2, 3, 4, 5, 6, 7, 8}, updates{9, 10, 11, 12};
  std::vector<std::int64_t> at{4, 3, 1, 7};
  strew::scatter_nd(data, {at, {4, 1}}, updates);
  EXPECT_EQ(data, (std::vector<float>{1, 11, 3, 10, 9, 6, 7, 12}));
}

TEST(cpp_api, scatter_nd_in_place_adds_duplicates_in_order) {
  std::vector<std::int32_t> cells{100, 200, 300};
  const std::vector<std::int32_t> updates{1, 2, 3, 4};
  const std::array<std::uint8_t, 4> at{2, 0, 2, 2};
  strew::scatter_nd(cells, {at, {4, 1}}, updates, {.reduction = strew::reduction::add});
  EXPECT_EQ(cells, (std::vector<std::int32_t>{102, 200, 308}));
  strew::scatter_nd(cells, {at, {4, 1}}, updates);
  EXPECT_EQ(cells, (std::vector<std::int32_t>{2, 200, 4}));
}

TEST(cpp_api, gather_nd_takes_rows_elements_and_batches) {
  const std::vector<std::int32_t> data{0, 1, 2, 3, 4, 5, 6, 7};
  std::vector<std::int32_t> pair(2), rows(4);
  const indices corners{0, 0, 1, 1};
  strew::gather_nd({data, {2, 4}}, {corners, {2, 2}}, pair);
  EXPECT_EQ(pair, (std::vector<std::int32_t>{0, 5}));
  const indices at{0, 1, 1, 0};
  strew::gather_nd({data, {2, 2, 2}}, {at, {2, 2}}, {rows, {2, 2}});
  EXPECT_EQ(rows, (std::vector<std::int32_t>{2, 3, 4, 5}));
  const indices one_each{1, 0};
  strew::gather_nd({data, {2, 2, 2}}, {one_each, {2, 1}}, {rows, {2, 2}}, {.batch_dims = 1});
  EXPECT_EQ(rows, (std::vector<std::int32_t>{2, 3, 4, 5}));
}

TEST(cpp_api, policies_reach_the_engine) {
  const std::vector<double> data{10, 20, 30};
  const indices at{-1, 3, 0};
  std::vector<double> output(3, 7.0);
  const strew::const_view tuples(at, {3, 1});
  strew::gather_nd(data, tuples, output, {.out_of_bounds = strew::out_of_bounds::clamp});
  EXPECT_EQ(output, (std::vector<double>{30, 30, 10}));
  strew::gather_nd(data, tuples, output, {.out_of_bounds = strew::out_of_bounds::wrap});
  EXPECT_EQ(output, (std::vector<double>{30, 10, 10}));
  output.assign(3, 7.0);
  strew::gather_nd(data, tuples, output,
                   {.out_of_bounds = strew::out_of_bounds::skip, .negative_indices = strew::negative_indices::invalid});
  EXPECT_EQ(output, (std::vector<double>{7, 7, 10}));
  strew::gather_nd(data, tuples, output, {.out_of_bounds = strew::out_of_bounds::fill, .fill_value = 0.5});
  EXPECT_EQ(output, (std::vector<double>{30, 0.5, 10}));
  strew::gather_nd(data, tuples, output, {.out_of_bounds = strew::out_of_bounds::fill});
  EXPECT_EQ(output, (std::vector<double>{30, 0, 10}));
}

struct record {
  std::array<char, 12> name;
  std::int64_t count;
  friend bool operator==(const record&, const record&) = default;
};

TEST(cpp_api, fill_takes_numbers_of_each_kind_and_raw_bytes) {
  const indices at{1, 9};
  const strew::const_view tuples(at, {2, 1});
  const auto with = [](strew::fill value) {
    return strew::options{.out_of_bounds = strew::out_of_bounds::fill, .fill_value = value};
  };
  std::vector<std::int8_t> small{1, 2}, small_out(2);
  strew::gather_nd(small, tuples, small_out, with(-128));
  EXPECT_EQ(small_out, (std::vector<std::int8_t>{2, -128}));
  EXPECT_THROW(strew::gather_nd(small, tuples, small_out, with(128)), strew::error);

  std::vector<std::uint64_t> wide{1, 2}, wide_out(2);
  strew::gather_nd(wide, tuples, wide_out, with(UINT64_MAX));
  EXPECT_EQ(wide_out[1], UINT64_MAX);

  EXPECT_THROW(strew::gather_nd(small, tuples, small_out, with(strew::fill::bytes({}))), strew::error);

  const record missing{{"missing"}, -1};
  std::vector<record> records{{{"a"}, 1}, {{"b"}, 2}}, records_out(2);
  strew::gather_nd(records, tuples, records_out, with(strew::fill::record(missing)));
  EXPECT_EQ(records_out, (std::vector<record>{{{"b"}, 2}, missing}));
}

TEST(cpp_api, views_carry_strides) {
  const std::vector<float> data{1, 2, 3, 4, 5, 6};
  const strew::const_view columns = strew::const_view(data, {2, 3}).transpose();
  EXPECT_EQ(columns.strides(), (std::vector<std::int64_t>{4, 12}));
  const indices at{2, 0};
  std::vector<float> output(8, 0.0F);
  const strew::view padded(output.data(), {2, 2}, {16, 4});
  strew::gather_nd(columns, {at, {2, 1}}, padded);
  EXPECT_EQ(output, (std::vector<float>{3, 6, 0, 0, 1, 4, 0, 0}));

  const float one = 1.0F;
  const strew::const_view ones = strew::const_view(&one, {}).broadcast({1, 2});
  strew::scatter_nd(padded, {&at[1], {1, 1}}, ones, {.reduction = strew::reduction::add});
  EXPECT_EQ(output, (std::vector<float>{4, 7, 0, 0, 1, 4, 0, 0}));
}

TEST(cpp_api, broadcast_repeats_by_stride_0) {
  const std::vector<float> data{1, 2};
  const strew::const_view column(data, {2, 1});
  EXPECT_EQ(column.broadcast({3, 2, 5}).strides(), (std::vector<std::int64_t>{0, 4, 0}));
  const indices at{1};
  std::vector<float> output(3);
  strew::gather_nd(column.broadcast({2, 3}), {at, {1, 1}}, {output, {1, 3}});
  EXPECT_EQ(output, (std::vector<float>{2, 2, 2}));
}

TEST(cpp_api, shape_nd_says_what_the_output_must_be) {
  const std::vector<float> data(24);
  const indices at(6);
  EXPECT_EQ(strew::shape_nd({data, {2, 3, 4}}, {at, {3, 2}}), (std::vector<std::int64_t>{3, 4}));
  EXPECT_EQ(strew::shape_nd({data, {2, 3, 4}}, {at, {2, 3, 1}}, 1), (std::vector<std::int64_t>{2, 3, 4}));
  EXPECT_THROW(strew::shape_nd({data, {2, 3, 4}}, {at, {1, 6}}), strew::error);
}

TEST(cpp_api, a_rank_above_the_inline_eight_works) {
  const std::vector<std::int16_t> data{5, 6};
  const std::vector<std::int64_t> extents{1, 1, 1, 1, 1, 1, 1, 1, 1, 2};
  const indices at(9, 0);
  std::vector<std::int16_t> output(2);
  const strew::const_view deep(data, extents);
  const strew::const_view copy = deep;
  EXPECT_EQ(copy.rank(), 10U);
  strew::gather_nd(copy, {at, {1, 9}}, {output, {1, 2}});
  EXPECT_EQ(output, data);
}

}  // namespace
