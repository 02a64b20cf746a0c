// The examples of the gather pages, as the pages' own rules need them described.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "directml/road.hpp"

namespace {

using namespace directml_test;
using floats = std::vector<float>;
using numbers = std::vector<std::uint32_t>;

floats count_up(std::size_t count, float first = 0) {
  floats values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

struct directml_gather_page : testing::Test {
  com_ptr<IDMLDevice> device = make_device();
};

TEST_F(directml_gather_page, gather_1) {
  auto problem = gather(f32({4}), u32({5}), f32({5}), 0, 1);
  EXPECT_EQ(run(device.get(), problem, floats{11, 12, 13, 14}, numbers{3, 1, 3, 0, 2}), (floats{14, 12, 14, 11, 13}));
}

TEST_F(directml_gather_page, gather_2) {
  auto problem = gather(f32({3, 2}), u32({1, 4}), f32({4, 2}), 0, 1);
  EXPECT_EQ(run(device.get(), problem, floats{1, 2, 3, 4, 5, 6}, numbers{0, 1, 1, 2}),
            (floats{1, 2, 3, 4, 3, 4, 5, 6}));
}

TEST_F(directml_gather_page, gather_3) {
  auto problem = gather(f32({3, 2}), u32({1, 2}), f32({3, 2}), 1, 1);
  EXPECT_EQ(run(device.get(), problem, floats{1, 2, 3, 4, 5, 6}, numbers{1, 0}), (floats{2, 1, 4, 3, 6, 5}));
}

TEST_F(directml_gather_page, gather_4) {
  auto problem = gather(f32({1, 3, 3}), u32({1, 1, 2}), f32({3, 1, 2}), 2, 2);
  EXPECT_EQ(run(device.get(), problem, floats{1, 2, 3, 4, 5, 6, 7, 8, 9}, numbers{0, 2}), (floats{1, 3, 4, 6, 7, 9}));
}

TEST_F(directml_gather_page, gather_5) {
  auto problem = gather(f32({1, 3, 2}), u32({1, 2, 2}), f32({2, 2, 2}), 1, 2);
  EXPECT_EQ(run(device.get(), problem, floats{1, 2, 3, 4, 5, 6}, numbers{0, 1, 1, 2}),
            (floats{1, 2, 3, 4, 3, 4, 5, 6}));
}

TEST_F(directml_gather_page, gather_by_a_scalar_takes_the_axis_away) {
  auto columns = gather(f32({3, 2}), u32({1, 1}), f32({1, 3}), 1, 0);
  EXPECT_EQ(run(device.get(), columns, floats{1, 2, 3, 4, 5, 6}, numbers{1}), (floats{2, 4, 6}));
  auto rows = gather(f32({3, 2}), u32({1, 1}), f32({1, 2}), 0, 0);
  EXPECT_EQ(run(device.get(), rows, floats{1, 2, 3, 4, 5, 6}, numbers{2}), (floats{5, 6}));
}

TEST_F(directml_gather_page, gather_in_the_middle_of_8_dimensions) {
  auto problem =
      gather(f32({1, 1, 1, 1, 1, 2, 3, 2}), u32({1, 1, 1, 1, 1, 1, 2, 2}), f32({1, 1, 1, 1, 2, 2, 2, 2}), 6, 2);
  EXPECT_EQ(run(device.get(), problem, count_up(12), numbers{2, 0, 1, 1}),
            (floats{4, 5, 0, 1, 2, 3, 2, 3, 10, 11, 6, 7, 8, 9, 8, 9}));
}

TEST_F(directml_gather_page, gather_elements) {
  auto problem = gather_elements(f32({3, 3}), u32({2, 3}), f32({2, 3}), 0);
  EXPECT_EQ(run(device.get(), problem, count_up(9, 1), numbers{1, 2, 0, 2, 0, 0}), (floats{4, 8, 3, 7, 2, 3}));
}

TEST_F(directml_gather_page, gather_nd_1) {
  auto problem = gather_nd(f32({2, 2}), u32({2, 1}), f32({2, 2}), 2, 2);
  EXPECT_EQ(run(device.get(), problem, count_up(4), numbers{1, 0}), (floats{2, 3, 0, 1}));
}

TEST_F(directml_gather_page, gather_nd_2) {
  auto problem = gather_nd(f32({1, 2, 2, 2}), u32({1, 1, 2, 2}), f32({1, 1, 2, 2}), 3, 2);
  EXPECT_EQ(run(device.get(), problem, count_up(8), numbers{0, 1, 1, 0}), (floats{2, 3, 4, 5}));
}

TEST_F(directml_gather_page, gather_nd_sizes_of_the_formula) {
  auto problem = gather_nd(f32({3, 4, 5, 6, 7}), u32({1, 1, 1, 2, 3}), f32({1, 1, 2, 6, 7}), 5, 3);
  const floats in = count_up(3 * 4 * 5 * 6 * 7);
  const floats out = run(device.get(), problem, in, numbers{2, 3, 4, 0, 1, 2});
  floats expected(in.begin() + ((2 * 4 + 3) * 5 + 4) * 42, in.end());
  expected.insert(expected.end(), in.begin() + (1 * 5 + 2) * 42, in.begin() + (1 * 5 + 3) * 42);
  EXPECT_EQ(out, expected);
}

TEST_F(directml_gather_page, gather_nd_array_of_pairs) {
  // {1,4,5,2} with IndicesDimensionCount 3: 4 x 5 pairs
  auto problem = gather_nd(f32({1, 1, 6, 7}), u32({1, 4, 5, 2}), f32({1, 1, 4, 5}), 2, 3);
  numbers at;
  floats expected;
  for (std::uint32_t i = 0; i < 20; ++i) {
    at.insert(at.end(), {i % 6, i * 3 % 7});
    expected.push_back(static_cast<float>(i % 6 * 7 + i * 3 % 7));
  }
  EXPECT_EQ(run(device.get(), problem, count_up(42), at), expected);
}

TEST_F(directml_gather_page, gather_nd1_1) {
  auto problem = gather_nd1(f32({2, 2}), u32({2, 1}), f32({2, 2}), 2, 2, 0);
  EXPECT_EQ(run(device.get(), problem, count_up(4), numbers{1, 0}), (floats{2, 3, 0, 1}));
}

TEST_F(directml_gather_page, gather_nd1_2_with_a_batch) {
  auto problem = gather_nd1(f32({1, 3, 2, 2}), u32({1, 3, 2, 2}), f32({1, 1, 3, 2}), 3, 3, 1);
  EXPECT_EQ(run(device.get(), problem, count_up(12), numbers{0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0}),
            (floats{0, 3, 7, 4, 9, 10}));
}

TEST_F(directml_gather_page, gather_nd1_without_batches_is_gather_nd) {
  const numbers at = {2, 3, 4, 0, 1, 2};
  const floats in = count_up(3 * 4 * 5 * 6 * 7);
  auto old_form = gather_nd(f32({3, 4, 5, 6, 7}), u32({1, 1, 1, 2, 3}), f32({1, 1, 2, 6, 7}), 5, 3);
  auto new_form = gather_nd1(f32({3, 4, 5, 6, 7}), u32({1, 1, 1, 2, 3}), f32({1, 1, 2, 6, 7}), 5, 3, 0);
  EXPECT_EQ(run(device.get(), new_form, in, at), run(device.get(), old_form, in, at));
}

TEST_F(directml_gather_page, gather_nd1_two_batch_dimensions) {
  // batches {3,4} of 5 pairs into {6,7}
  auto problem = gather_nd1(f32({1, 3, 4, 6, 7}), u32({1, 3, 4, 5, 2}), f32({1, 1, 3, 4, 5}), 4, 4, 2);
  numbers at;
  floats expected;
  for (std::uint32_t i = 0; i < 60; ++i) {
    at.insert(at.end(), {i * 5 % 6, i % 7});
    expected.push_back(static_cast<float>(i / 5 * 42 + i * 5 % 6 * 7 + i % 7));
  }
  EXPECT_EQ(run(device.get(), problem, count_up(3 * 4 * 42), at), expected);
}

}  // namespace
