// gather_nd and scatter_nd: the worked examples of the systems that define them, in their corrected forms.
#include <gtest/gtest.h>

#include <numeric>

#include "support/array.hpp"

namespace strew::support {
namespace {

template <class T>
std::vector<T> counting(int64_t count, T first = 0) {
  std::vector<T> values(static_cast<size_t>(count));
  std::iota(values.begin(), values.end(), first);
  return values;
}

template <class T, class I>
void expect_gather(const array<T>& data, const array<I>& indices, const array<T>& expected, int64_t batch_dims = 0) {
  array<T> output{expected.extents, std::vector<T>(expected.values.size(), T(-1))};
  const strew_error error = gather_nd(data.view(), indices.view(), output.view(), batch_dims);
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, expected.values);
}

template <class T, class I>
void expect_scatter(const array<T>& data, const array<I>& indices, const array<T>& updates,
                    const std::vector<T>& expected, int64_t batch_dims = 0) {
  array<T> output{data.extents, std::vector<T>(data.values.size(), T(-1))};
  strew_error error = scatter_nd(data.view(), indices.view(), updates.view(), output.view(), batch_dims);
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, expected);
  array<T> in_place = data;
  error = scatter_nd(in_place.view(), indices.view(), updates.view(), in_place.view(), batch_dims);
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(in_place.values, expected) << "in place";
}

TEST(gather_nd, directml_rows_of_a_matrix) {
  expect_gather<float, uint32_t>({{2, 2}, {0, 1, 2, 3}}, {{2, 1}, {1, 0}}, {{2, 2}, {2, 3, 0, 1}});
}

TEST(gather_nd, directml_pairs_into_three_dimensions) {
  expect_gather<float, uint32_t>({{2, 2, 2}, counting<float>(8)}, {{2, 2}, {0, 1, 1, 0}}, {{2, 2}, {2, 3, 4, 5}});
}

TEST(gather_nd, directml_one_batch_dimension) {
  expect_gather<float, uint32_t>({{3, 2, 2}, counting<float>(12)}, {{3, 2, 2}, {0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0}},
                                 {{3, 2}, {0, 3, 7, 4, 9, 10}}, 1);
}

// The trailing extents are those after the first three dimensions, not the last three.
TEST(gather_nd, directml_trailing_extents) {
  const array<int32_t> data{{3, 4, 5, 6, 7}, counting<int32_t>(2520)};
  const array<uint32_t> indices{{2, 3}, {0, 0, 0, 2, 3, 4}};
  std::vector<int32_t> expected = counting<int32_t>(42);
  const std::vector<int32_t> last = counting<int32_t>(42, 2520 - 42);
  expected.insert(expected.end(), last.begin(), last.end());
  expect_gather<int32_t, uint32_t>(data, indices, {{2, 6, 7}, expected});
}

const array<float> bnns_source{{3, 2, 2}, {10, 11, 12, 13, 20, 21, 22, 23, 30, 31, 32, 33}};

TEST(gather_nd, bnns_depths_one_to_three) {
  expect_gather<float, int32_t>(bnns_source, {{1}, {1}}, {{2, 2}, {20, 21, 22, 23}});
  expect_gather<float, int32_t>(bnns_source, {{1, 2}, {1, 0}}, {{1, 2}, {20, 21}});
  expect_gather<float, int32_t>(bnns_source, {{1, 1, 3}, {1, 1, 1}}, {{1, 1}, {23}});
}

TEST(scatter_nd, bnns_depths_one_to_three) {
  const array<float> zeros{{3, 2, 2}, std::vector<float>(12)};
  expect_scatter<float, int32_t>(zeros, {{1}, {1}}, {{2, 2}, {20, 21, 22, 23}},
                                 {0, 0, 0, 0, 20, 21, 22, 23, 0, 0, 0, 0});
  expect_scatter<float, int32_t>(zeros, {{1, 2}, {1, 0}}, {{1, 2}, {20, 21}}, {0, 0, 0, 0, 20, 21, 0, 0, 0, 0, 0, 0});
  expect_scatter<float, int32_t>(zeros, {{1, 1, 3}, {1, 1, 1}}, {{1, 1}, {23}}, {0, 0, 0, 0, 0, 0, 0, 23, 0, 0, 0, 0});
}

TEST(gather_nd, onnx_examples) {
  const array<int32_t> square{{2, 2}, {0, 1, 2, 3}};
  const array<int32_t> cube{{2, 2, 2}, counting<int32_t>(8)};
  expect_gather<int32_t, int64_t>(square, {{2, 2}, {0, 0, 1, 1}}, {{2}, {0, 3}});
  expect_gather<int32_t, int64_t>(square, {{2, 1}, {1, 0}}, {{2, 2}, {2, 3, 0, 1}});
  expect_gather<int32_t, int64_t>(cube, {{2, 2}, {0, 1, 1, 0}}, {{2, 2}, {2, 3, 4, 5}});
  expect_gather<int32_t, int64_t>(cube, {{2, 1, 2}, {0, 1, 1, 0}}, {{2, 1, 2}, {2, 3, 4, 5}});
  expect_gather<int32_t, int64_t>(cube, {{2, 1}, {1, 0}}, {{2, 2}, {2, 3, 4, 5}}, 1);
}

// DirectML prints FLOAT32 indices and unequal ranks here; the numbers are those of ONNX's first example.
TEST(scatter_nd, directml_and_onnx_elements_of_a_vector) {
  const array<float> data{{8}, counting<float>(8, 1)};
  const array<float> updates{{4}, {9, 10, 11, 12}};
  const std::vector<float> expected = {1, 11, 3, 10, 9, 6, 7, 12};
  expect_scatter<float, uint32_t>(data, {{4, 1}, {4, 3, 1, 7}}, updates, expected);
  expect_scatter<float, int64_t>(data, {{4, 1}, {4, 3, 1, 7}}, updates, expected);
  expect_scatter<float, int64_t>(data, {{4, 1}, {-4, 3, -7, -1}}, updates, expected);
}

TEST(scatter_nd, whole_slices) {
  const array<float> data{{4, 2, 2}, counting<float>(16)};
  expect_scatter<float, int64_t>(data, {{2, 1}, {0, 2}}, {{2, 2, 2}, counting<float>(8, 50)},
                                 {50, 51, 52, 53, 4, 5, 6, 7, 54, 55, 56, 57, 12, 13, 14, 15});
}

TEST(scatter_nd, one_batch_dimension) {
  expect_scatter<int32_t, int32_t>({{2, 3}, {0, 0, 0, 0, 0, 0}}, {{2, 2, 1}, {0, 2, 1, 1}}, {{2, 2}, {1, 2, 3, 4}},
                                   {1, 0, 2, 0, 4, 0}, 1);
}

TEST(scatter_nd, the_last_write_wins) {
  expect_scatter<int32_t, uint8_t>({{3}, {1, 2, 3}}, {{5, 1}, {2, 0, 2, 0, 2}}, {{5}, {10, 11, 12, 13, 14}},
                                   {13, 2, 14});
}

// Positions count in row-major order, however updates and indices lie in memory.
TEST(scatter_nd, the_last_write_wins_in_index_order) {
  const array<int32_t> indices{{2, 2, 1}, {0, 1, 1, 0}};
  const array<int32_t> column_major{{2, 2}, {1, 3, 2, 4}, STREW_DTYPE_I32, {4, 8}};
  expect_scatter<int32_t, int32_t>({{2}, {0, 0}}, indices, column_major, {4, 3});
}

TEST(scatter_nd, depth_0_writes_the_whole_table_at_each_position) {
  expect_scatter<int32_t, int64_t>({{2}, {1, 2}}, {{3, 0}, {}}, {{3, 2}, {3, 4, 5, 6, 7, 8}}, {7, 8});
}

TEST(gather_nd, depth_0_reads_the_whole_table_at_each_position) {
  expect_gather<int32_t, int64_t>({{2}, {1, 2}}, {{3, 0}, {}}, {{3, 2}, {1, 2, 1, 2, 1, 2}});
}

// Tuples whose members are far apart, run backwards, or share a word.
TEST(gather_nd, strides_of_the_tuple_dimension) {
  const array<int32_t> data{{2, 3}, {0, 1, 2, 3, 4, 5}};
  expect_gather<int32_t, int16_t>(data, {{2, 2}, {1, 0, 2, 1}, STREW_DTYPE_I16, {2, 4}}, {{2}, {5, 1}});
  expect_gather<int32_t, int16_t>(data, {{2, 2}, {1, 0}, STREW_DTYPE_I16, {2, 0}}, {{2}, {4, 0}});
  const array<int16_t> backwards{{2, 2}, {2, 1, 1, 0}};
  const shape strides = {4, -2};
  strew_tensor indices = backwards.view();
  indices.data = const_cast<int16_t*>(backwards.values.data() + 1);
  indices.strides = strides.data();
  array<int32_t> output{{2}, {9, 9}};
  const strew_error error = gather_nd(data.view(), indices, output.view());
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, (std::vector<int32_t>{5, 1}));
}

TEST(gather_nd, rank_0) {
  expect_gather<double, int64_t>({{}, {7}}, {{2, 0}, {}}, {{2}, {7, 7}});
}

TEST(scatter_nd, rank_0) {
  expect_scatter<double, int64_t>({{}, {7}}, {{2, 0}, {}}, {{2}, {8, 9}}, {9});
}

TEST(shape_nd, extents_of_the_direct_operand) {
  const array<float> data{{3, 4, 5, 6, 7}, {}};
  const array<int32_t> indices{{3, 9, 2}, {}};
  const strew_tensor d = data.view();
  const strew_tensor j = indices.view();
  int64_t extents[8] = {};
  uint64_t rank = 0;
  strew_error error = STREW_ERROR_INIT;
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_SCATTER_ND;
  op.batch_dims = 1;
  ASSERT_EQ(strew_shape(&op, &d, &j, 8, extents, &rank, &error), STREW_STATUS_OK) << error.message;
  EXPECT_EQ(shape(extents, extents + rank), (shape{3, 9, 6, 7}));
}

}  // namespace
}  // namespace strew::support
