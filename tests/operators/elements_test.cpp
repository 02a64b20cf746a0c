// gather_elements and scatter_elements: worked examples of the systems that define them, in their corrected forms.
#include "operators/expect.hpp"

namespace strew::support {
namespace {

// The output has the type of data (the page prints another).
TEST(gather_elements, directml_rows) {
  expect_gather<float, uint32_t>(along(operator_kind::gather_elements, 0), {{3, 3}, counting<float>(9, 1)},
                                 {{2, 3}, {1, 2, 0, 2, 0, 0}}, {{2, 3}, {4, 8, 3, 7, 2, 3}});
}

TEST(gather_elements, onnx) {
  expect_gather<float, int64_t>(along(operator_kind::gather_elements, 1), {{2, 2}, {1, 2, 3, 4}},
                                {{2, 2}, {0, 0, 1, 0}}, {{2, 2}, {1, 1, 4, 3}});
  expect_gather<float, int32_t>(along(operator_kind::gather_elements, 0), {{3, 3}, counting<float>(9, 1)},
                                {{2, 3}, {1, 2, 0, 2, 0, 0}}, {{2, 3}, {4, 8, 3, 7, 2, 3}});
  expect_gather<float, int64_t>(along(operator_kind::gather_elements, 0), {{3, 3}, counting<float>(9, 1)},
                                {{2, 3}, {-1, -2, 0, -2, 0, 0}}, {{2, 3}, {7, 5, 3, 4, 2, 3}});
}

// Indices of the shape of the output, not one row of them.
TEST(gather_elements, bnns_columns_of_a_row_major_matrix) {
  const array<float> data{{3, 3}, {10, 20, 30, 40, 50, 60, 70, 80, 90}};
  expect_gather<float, int32_t>(along(operator_kind::gather_elements, 1), data, {{3, 2}, {0, 1, 2, 0, 1, 1}},
                                {{3, 2}, {10, 20, 60, 40, 80, 80}});
}

// Extents smaller than data off the axis use the first coordinates; nothing is repeated.
TEST(gather_elements, a_size_of_1_is_not_broadcast) {
  const array<int32_t> data{{2, 3}, {1, 2, 3, 4, 5, 6}};
  expect_gather<int32_t, int64_t>(along(operator_kind::gather_elements, 1), data, {{1, 2}, {2, 1}}, {{1, 2}, {3, 2}});
  expect_gather<int32_t, int64_t>(along(operator_kind::gather_elements, 0), data, {{2, 1}, {1, 0}}, {{2, 1}, {4, 1}});
}

TEST(gather_elements, the_axis_may_be_longer_than_data) {
  expect_gather<int32_t, int64_t>(along(operator_kind::gather_elements, 0), {{2}, {5, 6}}, {{5}, {1, 0, 1, 1, -2}},
                                  {{5}, {6, 5, 6, 6, 5}});
}

// ---- scatter_elements

// A duplicate: index 3 collides with 5, then 7.
TEST(scatter_elements, directml_with_a_duplicate) {
  expect_scatter<float, uint32_t>(along(operator_kind::scatter_elements, 0), {{5}, counting<float>(5)},
                                  {{4}, {3, 1, 3, 0}}, {{4}, {5, 6, 7, 8}}, {8, 6, 2, 7, 4});
}

// The input has three rows, as it is printed (its sizes say two).
TEST(scatter_elements, directml_into_three_rows) {
  expect_scatter<float, uint32_t>(along(operator_kind::scatter_elements, 0), {{3, 3}, std::vector<float>(9)},
                                  {{2, 3}, {1, 0, 2, 0, 2, 1}}, {{2, 3}, {10, 11, 12, 20, 21, 22}},
                                  {20, 11, 0, 10, 0, 22, 0, 21, 12});
}

TEST(scatter_elements, onnx) {
  expect_scatter<float, int64_t>(along(operator_kind::scatter_elements, 0), {{3, 3}, std::vector<float>(9)},
                                 {{2, 3}, {1, 0, 2, 0, 2, 1}}, {{2, 3}, {1.0F, 1.1F, 1.2F, 2.0F, 2.1F, 2.2F}},
                                 {2.0F, 1.1F, 0, 1.0F, 0, 2.2F, 0, 2.1F, 1.2F});
  const array<float> data{{1, 5}, {1, 2, 3, 4, 5}};
  expect_scatter<float, int64_t>(along(operator_kind::scatter_elements, 1), data, {{1, 2}, {1, 3}},
                                 {{1, 2}, {1.1F, 2.1F}}, {1, 1.1F, 3, 2.1F, 5});
  expect_scatter<float, int64_t>(along(operator_kind::scatter_elements, 1), data, {{1, 2}, {1, -3}},
                                 {{1, 2}, {1.1F, 2.1F}}, {1, 1.1F, 2.1F, 4, 5});
}

TEST(scatter_elements, onnx_reductions) {
  const array<float> data{{1, 5}, {1, 2, 3, 4, 5}};
  const auto expect = [&](int32_t reduction, float second) {
    const strew_options options = options_of(reduction);
    expect_scatter<float, int64_t>(along(operator_kind::scatter_elements, 1), data, {{1, 2}, {1, 1}},
                                   {{1, 2}, {1.1F, 2.1F}}, {1, second, 3, 4, 5}, &options);
  };
  expect(STREW_REDUCTION_ADD, 2.0F + 1.1F + 2.1F);
  expect(STREW_REDUCTION_MUL, 2.0F * 1.1F * 2.1F);
  expect(STREW_REDUCTION_MAX, 2.1F);
  expect(STREW_REDUCTION_MIN, 1.1F);
}

TEST(scatter_elements, bnns_into_a_taller_matrix) {
  expect_scatter<float, int32_t>(along(operator_kind::scatter_elements, 0), {{5, 3}, std::vector<float>(15)},
                                 {{3, 3}, {4, 2, 3, 0, 0, 0, 2, 4, 4}}, {{3, 3}, {10, 20, 30, 40, 50, 60, 70, 80, 90}},
                                 {40, 50, 60, 0, 0, 0, 70, 20, 0, 0, 0, 30, 10, 80, 90});
}

TEST(scatter_elements, webnn) {
  const array<float> data{{4, 3}, {0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32}};
  expect_scatter<float, int32_t>(along(operator_kind::scatter_elements, 0), data, {{2, 3}, {3, 1, 1, 2, 0, 3}},
                                 {{2, 3}, {-1, -2, -3, -4, -5, -6}}, {0, -5, 2, 10, -2, -3, -4, 21, 22, -1, 31, -6});
}

TEST(scatter_elements, openvino_sum_with_and_without_the_old_value) {
  const array<int32_t> data{{4}, {2, 3, 4, 6}};
  const array<int64_t> indices{{6}, {1, 0, 0, -2, -1, 2}};
  const array<int32_t> updates{{6}, {10, 20, 30, 40, 70, 60}};
  strew_options options = options_of(STREW_REDUCTION_ADD);
  expect_scatter(along(operator_kind::scatter_elements, 0), data, indices, updates, {52, 13, 104, 76}, &options);
  options.exclude_self = 1;
  expect_scatter(along(operator_kind::scatter_elements, 0), data, indices, updates, {50, 10, 100, 70}, &options);
}

// Off the axis only the first coordinates are written.
TEST(scatter_elements, smaller_indices_write_the_first_columns) {
  expect_scatter<int32_t, int64_t>(along(operator_kind::scatter_elements, 0), {{2, 3}, {1, 2, 3, 4, 5, 6}},
                                   {{1, 2}, {1, 0}}, {{1, 2}, {8, 9}}, {1, 9, 3, 8, 5, 6});
}

TEST(scatter_elements, more_indices_than_cells_must_collide) {
  const strew_options options = options_of(STREW_REDUCTION_ADD);
  expect_scatter<int32_t, int64_t>(along(operator_kind::scatter_elements, 0), {{2}, {1, 1}}, {{5}, {0, 1, 0, 1, 0}},
                                   {{5}, {1, 2, 3, 4, 5}}, {10, 7}, &options);
}

}  // namespace
}  // namespace strew::support
