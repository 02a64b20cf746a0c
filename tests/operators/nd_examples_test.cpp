// gather_nd and scatter_nd: examples of OpenVINO, WebNN and TensorFlow in their corrected forms. Those of ONNX,
// DirectML and BNNS are in nd_test.cpp.
#include "operators/expect.hpp"

namespace strew::support {
namespace {

arguments nd(operator_kind kind, int64_t batch_dims = 0) {
  return along(kind, 0, batch_dims);
}

TEST(scatter_nd, webnn) {
  expect_scatter<float, int32_t>(nd(operator_kind::scatter_nd), {{8}, counting<float>(8)}, {{4, 1}, {4, 3, 1, 7}},
                                 {{4}, {-1, -2, -3, -4}}, {0, -3, 2, -2, -1, 5, 6, -4});
}

void expect_openvino(int32_t reduction, const std::vector<int32_t>& updates, const std::vector<int32_t>& expected) {
  const strew_options options = options_of(reduction);
  // The tuple dimension is there (the page leaves it out).
  expect_scatter<int32_t, int64_t>(nd(operator_kind::scatter_nd), {{4}, {1, 2, 3, 4}}, {{5, 1}, {0, 2, -4, -3, 1}},
                                   {{5}, updates}, expected, &options);
}

// Printed wrongly by the page, here with the arithmetic its text defines; its sum and sub examples are right.
TEST(scatter_nd, openvino_reductions) {
  const std::vector<int32_t> updates = {10, 20, 50, 30, 40};
  expect_openvino(STREW_REDUCTION_NONE, updates, {50, 40, 20, 4});
  expect_openvino(STREW_REDUCTION_ADD, updates, {61, 72, 23, 4});
  expect_openvino(STREW_REDUCTION_SUB, updates, {-59, -68, -17, 4});
  expect_openvino(STREW_REDUCTION_MUL, updates, {500, 2400, 60, 4});
  expect_openvino(STREW_REDUCTION_MIN, updates, {1, 2, 3, 4});
  expect_openvino(STREW_REDUCTION_MAX, updates, {50, 40, 20, 4});
}

// An index and its negative name one cell: the later update stays, not the old value.
TEST(scatter_nd, openvino_a_negative_duplicate) {
  expect_scatter<int32_t, int64_t>(nd(operator_kind::scatter_nd), {{8}, counting<int32_t>(8, 1)},
                                   {{5, 1}, {4, 3, 1, 7, -4}}, {{5}, {9, 10, 11, 12, 14}},
                                   {1, 11, 3, 10, 14, 6, 7, 12});
}

// Duplicates are summed into zeros: data by shape alone, one value with a stride of 0.
TEST(scatter_nd, tensorflow_scatter_nd_sums) {
  float zero = 0;
  const shape extents = {4};
  const shape repeated = {0};
  const array<int32_t> indices{{4, 1}, {1, 3, 1, 1}};
  const array<float> updates{{4}, {1, 2, 3, 4}};
  array<float> output{{4}, {9, 9, 9, 9}};
  strew_error error = scatter_nd(describe(&zero, STREW_DTYPE_F32, extents, repeated), indices.view(), updates.view(),
                                 output.view(), 0, options_of(STREW_REDUCTION_ADD));
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, (std::vector<float>{0, 8, 0, 2}));
  error =
      scatter_nd(describe(&zero, STREW_DTYPE_F32, extents, repeated), indices.view(), updates.view(), output.view());
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, (std::vector<float>{0, 4, 0, 2}));  // the update form assigns
}

// A rank-1 index tensor is one tuple, not a list of scalars.
TEST(gather_nd, rank_1_indices_are_one_tuple) {
  expect_gather<int32_t, int64_t>(nd(operator_kind::gather_nd), {{2, 3}, counting<int32_t>(6)}, {{2}, {1, 2}},
                                  {{}, {5}});
  const array<int32_t> data{{3}, {1, 2, 3}};
  const array<int64_t> three{{3}, {0, 1, 2}};
  array<int32_t> output{{3}, {7, 7, 7}};
  const strew_error error = gather_nd(data.view(), three.view(), output.view());
  EXPECT_STREQ(error.rule, "ND3");
}

// The batch dimensions stay dimensions of the output, and extents of 1 are not stretched over them.
TEST(gather_nd, batch_dimensions_stay) {
  const array<int32_t> data{{2, 2, 2}, counting<int32_t>(8)};
  expect_gather<int32_t, int64_t>(nd(operator_kind::gather_nd, 2), data, {{2, 2, 1}, {0, 1, 1, 0}},
                                  {{2, 2}, {0, 3, 5, 6}});
  const array<int64_t> single{{1, 2, 1}, {0, 1}};
  array<int32_t> output{{2, 2}, {7, 7, 7, 7}};
  const strew_error error = gather_nd(data.view(), single.view(), output.view(), 2);
  EXPECT_STREQ(error.rule, "ND4");
}

}  // namespace
}  // namespace strew::support
