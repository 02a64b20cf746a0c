// gather and scatter along an axis: worked examples of the systems that define them, in their corrected forms.
#include "operators/expect.hpp"

namespace strew::support {
namespace {

const array<float> tens{{8}, {10, 20, 30, 40, 50, 60, 70, 80}};

TEST(gather, bnns_along_a_vector) {
  expect_gather<float, int32_t>(along(operator_kind::gather, 0), tens, {{4}, {1, 3, 7, 5}}, {{4}, {20, 40, 80, 60}});
}

TEST(gather, onnx_along_each_axis) {
  const array<float> data{{3, 2}, {1.0F, 1.25F, 2.5F, 3.5F, 4.5F, 5.75F}};
  expect_gather<float, int64_t>(along(operator_kind::gather, 0), data, {{2, 2}, {0, 1, 1, 2}},
                                {{2, 2, 2}, {1.0F, 1.25F, 2.5F, 3.5F, 2.5F, 3.5F, 4.5F, 5.75F}});
  const array<float> square{{3, 3}, counting<float>(9, 1)};
  expect_gather<float, int64_t>(along(operator_kind::gather, 1), square, {{1, 2}, {0, 2}},
                                {{3, 1, 2}, {1, 3, 4, 6, 7, 9}});
  expect_gather<float, int64_t>(along(operator_kind::gather, -1), square, {{1, 2}, {0, 2}},
                                {{3, 1, 2}, {1, 3, 4, 6, 7, 9}});
}

TEST(gather, onnx_negative_indices) {
  expect_gather<float, int64_t>(along(operator_kind::gather, 0), {{10}, counting<float>(10)}, {{3}, {0, -9, -10}},
                                {{3}, {0, 1, 0}});
}

// The axis disappears: one index dimension fewer than the tensor has.
TEST(gather, a_scalar_index) {
  expect_gather<float, uint32_t>(along(operator_kind::gather, 1), {{2, 3}, counting<float>(6)}, {{}, {2}},
                                 {{2}, {2, 5}});
}

// Two index dimensions give an output of rank 3 (the example that prints {3, 2} has one).
TEST(gather, directml_rank_of_the_output) {
  const array<float> data{{3, 2}, counting<float>(6, 1)};
  expect_gather<float, uint32_t>(along(operator_kind::gather, 1), data, {{1, 2}, {1, 0}},
                                 {{3, 1, 2}, {2, 1, 4, 3, 6, 5}});
  expect_gather<float, uint32_t>(along(operator_kind::gather, 1), data, {{2}, {1, 0}}, {{3, 2}, {2, 1, 4, 3, 6, 5}});
}

TEST(gather, batch_dimensions) {
  expect_gather<int32_t, int32_t>(along(operator_kind::gather, 1, 1), {{2, 3}, {1, 2, 3, 4, 5, 6}},
                                  {{2, 2}, {2, 0, 1, 1}}, {{2, 2}, {3, 1, 5, 5}});
  // One dimension between the batch and the axis, one after it.
  const array<int32_t> data{{2, 2, 3, 2}, counting<int32_t>(24)};
  expect_gather<int32_t, int32_t>(along(operator_kind::gather, 2, 1), data, {{2, 1}, {2, 0}},
                                  {{2, 2, 1, 2}, {4, 5, 10, 11, 12, 13, 18, 19}});
}

// Equal rows of indices in both batch entries: with and without the batch the results differ in shape.
TEST(gather, batch_dims_count_from_the_left_of_both) {
  const array<int32_t> data{{2, 3}, {1, 2, 3, 4, 5, 6}};
  expect_gather<int32_t, int64_t>(along(operator_kind::gather, 1, 1), data, {{2, 1}, {2, 0}}, {{2, 1}, {3, 4}});
  expect_gather<int32_t, int64_t>(along(operator_kind::gather, 1, 0), data, {{2, 1}, {2, 0}},
                                  {{2, 2, 1}, {3, 1, 6, 4}});
}

// ---- scatter

TEST(scatter, bnns_sum_along_a_vector) {
  const strew_options options = options_of(STREW_REDUCTION_ADD);
  expect_scatter<float, int32_t>(along(operator_kind::scatter, 0), tens, {{4}, {1, 3, 7, 5}}, {{4}, {2, 4, 6, 8}},
                                 {10, 22, 30, 44, 50, 68, 70, 86}, &options);
}

TEST(scatter, bnns_rows_into_a_taller_matrix) {
  expect_scatter<float, int32_t>(along(operator_kind::scatter, 0), {{5, 3}, counting<float>(15, 100)}, {{3}, {1, 3, 4}},
                                 {{3, 3}, {10, 20, 30, 40, 50, 60, 70, 80, 90}},
                                 {100, 101, 102, 10, 20, 30, 106, 107, 108, 40, 50, 60, 70, 80, 90});
}

TEST(scatter, openvino_rows_by_indices_of_rank_2) {
  const array<int32_t> data{{4, 2}, {0, 0, 0, 0, 0, 0, 0, 0}};
  expect_scatter<int32_t, int32_t>(along(operator_kind::scatter, 0), data, {{2, 1}, {3, 1}}, {{2, 1, 2}, {1, 2, 3, 4}},
                                   {0, 0, 3, 4, 0, 0, 1, 2});
}

TEST(scatter, columns) {
  const array<int32_t> data{{2, 4}, counting<int32_t>(8)};
  expect_scatter<int32_t, int8_t>(along(operator_kind::scatter, 1), data, {{2}, {-1, 0}}, {{2, 2}, {10, 11, 12, 13}},
                                  {11, 1, 2, 10, 13, 5, 6, 12});
}

TEST(scatter, batch_dimensions) {
  const array<int32_t> data{{2, 2, 3}, counting<int32_t>(12)};
  // updates[B, p, j]: batch entry 0 writes column 2, entry 1 column 0.
  expect_scatter<int32_t, int64_t>(along(operator_kind::scatter, 2, 1), data, {{2, 1}, {2, 0}},
                                   {{2, 2, 1}, {20, 21, 22, 23}}, {0, 1, 20, 3, 4, 21, 22, 7, 8, 23, 10, 11});
}

TEST(scatter, a_scalar_index) {
  expect_scatter<int32_t, int64_t>(along(operator_kind::scatter, 1), {{2, 3}, counting<int32_t>(6)}, {{}, {-1}},
                                   {{2}, {8, 9}}, {0, 1, 8, 3, 4, 9});
}

// indices.reshape keeps the order of positions: the later row of indices wins.
TEST(scatter, the_last_write_wins_over_both_index_dimensions) {
  expect_scatter<int32_t, uint8_t>(along(operator_kind::scatter, 0), {{2}, {0, 0}}, {{2, 2}, {0, 1, 1, 0}},
                                   {{2, 2}, {1, 2, 3, 4}}, {4, 3});
}

// ---- shapes

shape shape_of(const shape& data, const shape& indices, int64_t axis, int64_t batch_dims) {
  const strew_tensor d = describe(nullptr, STREW_DTYPE_F32, data, data);
  const strew_tensor j = describe(nullptr, STREW_DTYPE_I64, indices, indices);
  int64_t extents[16] = {};
  uint64_t rank = 0;
  strew_error error = STREW_ERROR_INIT;
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_SCATTER;
  op.axis = axis;
  op.batch_dims = batch_dims;
  EXPECT_EQ(strew_shape(&op, &d, &j, 16, extents, &rank, &error), STREW_STATUS_OK) << error.message;
  return {extents, extents + rank};
}

TEST(shape_along_axis, extents_of_the_direct_operand) {
  EXPECT_EQ(shape_of({3, 4, 5}, {6, 7}, 1, 0), (shape{3, 6, 7, 5}));
  EXPECT_EQ(shape_of({3, 4, 5}, {3, 7}, -1, 1), (shape{3, 4, 7}));
  EXPECT_EQ(shape_of({3, 4, 5}, {}, 0, 0), (shape{4, 5}));
  EXPECT_EQ(shape_of({3, 4, 5}, {3, 4}, 2, 2), (shape{3, 4}));
}

}  // namespace
}  // namespace strew::support
