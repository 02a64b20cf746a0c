// strew::filled: one value as an operand.
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "strew/strew.hpp"

namespace {

const std::vector<std::int32_t> at_rows{2, 0, 2, 2};

TEST(cpp_api_filled, a_histogram_needs_no_arrays) {
  std::vector<std::uint64_t> counts(3, 77);
  strew::scatter(strew::filled<std::uint64_t>(0, {3}), at_rows, strew::filled<std::uint64_t>(1, {4}), counts, 0,
                 {.reduction = strew::reduction::add});
  EXPECT_EQ(counts, (std::vector<std::uint64_t>{1, 0, 3}));
}

TEST(cpp_api_filled, it_is_one_value_by_stride_0) {
  const strew::filled ones(1.5F, {2, 3});
  const strew::const_view read = ones;
  EXPECT_EQ(read.dtype(), strew::dtype::f32);
  EXPECT_EQ(read.strides(), (std::vector<std::int64_t>{0, 0}));
  EXPECT_EQ(std::vector<std::int64_t>(read.extents().begin(), read.extents().end()), (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(read.data(), ones.data());
  EXPECT_EQ(*ones.data(), 1.5F);
  EXPECT_EQ(strew::const_view(strew::filled(1.5F, {})).rank(), 0U);
}

TEST(cpp_api_filled, a_view_of_a_copy_reads_the_copy) {
  const std::vector<std::int64_t> extents{4};
  strew::filled first(std::int64_t{1}, extents);
  strew::filled second = first;
  EXPECT_NE(strew::const_view(second).data(), strew::const_view(first).data());
  const strew::filled third = std::move(first);
  EXPECT_EQ(strew::const_view(third).data(), third.data());
}

TEST(cpp_api_filled, plans_take_its_address) {
  const strew::filled none(0.0, {3});
  const strew::filled half(0.5, {4});
  std::vector<double> sums(3, -1);
  const strew::plan sum = strew::plan_scatter(none, at_rows, half, sums, 0, {.reduction = strew::reduction::add});
  sum.execute({.data = none.data(), .indices = at_rows.data(), .updates = half.data(), .output = sums.data()});
  EXPECT_EQ(sums, (std::vector<double>{0.5, 0, 1.5}));
}

}  // namespace
