// The examples of the scatter pages, and what lies beside them: strides, slices, types.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "directml/road.hpp"

namespace {

using namespace directml_test;
using floats = std::vector<float>;
using numbers = std::vector<std::uint32_t>;

struct directml_scatter_page : testing::Test {
  com_ptr<IDMLDevice> device = make_device();
};

TEST_F(directml_scatter_page, scatter_1) {
  auto problem = scatter(f32({5}), u32({4}), f32({4}), f32({5}), 0);
  EXPECT_EQ(run(device.get(), problem, floats{0, 1, 2, 3, 4}, numbers{3, 1, 3, 0}, floats{5, 6, 7, 8}),
            (floats{8, 6, 2, 7, 4}));
}

TEST_F(directml_scatter_page, scatter_2) {
  auto problem = scatter(f32({3, 3}), u32({2, 3}), f32({2, 3}), f32({3, 3}), 0);
  EXPECT_EQ(run(device.get(), problem, floats(9), numbers{1, 0, 2, 0, 2, 1}, floats{10, 11, 12, 20, 21, 22}),
            (floats{20, 11, 0, 10, 0, 22, 0, 21, 12}));
}

TEST_F(directml_scatter_page, scatter_along_the_last_axis) {
  auto problem = scatter(f32({2, 4}), u32({2, 2}), f32({2, 2}), f32({2, 4}), 1);
  EXPECT_EQ(run(device.get(), problem, floats(8, 1), numbers{3, 0, 1, 2}, floats{5, 6, 7, 8}),
            (floats{6, 1, 1, 5, 1, 7, 8, 1}));
}

TEST_F(directml_scatter_page, scatter_nd_1) {
  auto problem = scatter_nd(f32({1, 8}), u32({4, 1}), f32({1, 4}), f32({1, 8}), 1, 2);
  EXPECT_EQ(run(device.get(), problem, floats{1, 2, 3, 4, 5, 6, 7, 8}, numbers{4, 3, 1, 7}, floats{9, 10, 11, 12}),
            (floats{1, 11, 3, 10, 9, 6, 7, 12}));
}

TEST_F(directml_scatter_page, scatter_nd_1_at_the_level_that_brought_it) {
  const auto early = make_device(DML_FEATURE_LEVEL_2_1);
  auto problem = scatter_nd(f32({1, 1, 1, 8}), u32({1, 1, 4, 1}), f32({1, 1, 1, 4}), f32({1, 1, 1, 8}), 1, 2);
  EXPECT_EQ(run(early.get(), problem, floats{1, 2, 3, 4, 5, 6, 7, 8}, numbers{4, 3, 1, 7}, floats{9, 10, 11, 12}),
            (floats{1, 11, 3, 10, 9, 6, 7, 12}));
}

TEST_F(directml_scatter_page, scatter_nd_sizes_of_the_formula) {
  auto problem =
      scatter_nd(f32({3, 4, 5, 6, 7}), u32({1, 1, 1, 2, 3}), f32({1, 1, 2, 6, 7}), f32({3, 4, 5, 6, 7}), 5, 3);
  floats in(3 * 4 * 5 * 42), from(2 * 42);
  std::iota(from.begin(), from.end(), 1.0f);
  floats expected = in;
  std::copy(from.begin(), from.begin() + 42, expected.begin() + ((2 * 4 + 3) * 5 + 4) * 42);
  std::copy(from.begin() + 42, from.end(), expected.begin() + (1 * 5 + 2) * 42);
  EXPECT_EQ(run(device.get(), problem, in, numbers{2, 3, 4, 0, 1, 2}, from), expected);
}

TEST_F(directml_scatter_page, scatter_nd_rows_by_one_number) {
  auto problem = scatter_nd(f32({3, 2}), u32({2, 1}), f32({2, 2}), f32({3, 2}), 2, 2);
  EXPECT_EQ(run(device.get(), problem, floats{1, 2, 3, 4, 5, 6}, numbers{2, 0}, floats{7, 8, 9, 10}),
            (floats{9, 10, 3, 4, 7, 8}));
}

TEST_F(directml_scatter_page, scatter_nd_of_one_tuple) {
  auto problem = scatter_nd(f32({3, 2}), u32({1, 2}), f32({1, 1}), f32({3, 2}), 2, 1);
  EXPECT_EQ(run(device.get(), problem, floats{1, 2, 3, 4, 5, 6}, numbers{1, 0}, floats{7}), (floats{1, 2, 7, 4, 5, 6}));
}

TEST_F(directml_scatter_page, one_zero_stands_for_an_input_of_zeros) {
  auto problem = scatter_nd(f32({3, 2}, {0, 0}), u32({2, 1}), f32({2, 2}), f32({3, 2}), 2, 2);
  EXPECT_EQ(problem.buffers[input].TotalTensorSizeInBytes, 4u);
  EXPECT_EQ(run(device.get(), problem, floats{0}, numbers{2, 0}, floats{7, 8, 9, 10}), (floats{9, 10, 0, 0, 7, 8}));
}

TEST_F(directml_scatter_page, strides_count_elements) {
  // column-major input, padded updates, an output with rows of 3 of which 2 count
  auto problem = scatter(f32({2, 2}, {1, 2}), u32({1, 2}), f32({1, 2}, {9, 2}), f32({2, 2}, {3, 1}), 0);
  work made(device.get(), problem);
  made.fill(input, floats{1, 3, 2, 4});
  made.fill(indices, numbers{1, 0});
  made.fill(updates, floats{5, -1, 6});
  made.fill(output, floats{-1, -1, -1, -1, -1});
  EXPECT_EQ(made.run().result, S_OK) << last_error().message;
  EXPECT_EQ(made.result<float>(5), (floats{1, 6, -1, 5, 4}));
}

TEST_F(directml_scatter_page, a_transposed_output) {
  auto problem = gather_elements(f32({2, 3}), u32({2, 3}), f32({2, 3}, {1, 2}), 1);
  EXPECT_EQ(run(device.get(), problem, floats{1, 2, 3, 4, 5, 6}, numbers{2, 1, 0, 0, 1, 2}),
            (floats{3, 4, 2, 5, 1, 6}));
}

TEST_F(directml_scatter_page, one_index_for_every_column) {
  auto problem = gather_elements(f32({3, 2}), u32({2, 2}, {1, 0}), f32({2, 2}), 0);
  EXPECT_EQ(run(device.get(), problem, floats{1, 2, 3, 4, 5, 6}, numbers{2, 0}), (floats{5, 6, 1, 2}));
}

TEST_F(directml_scatter_page, in_place) {
  auto problem = scatter_nd(f32({1, 8}), u32({4, 1}), f32({1, 4}), f32({1, 8}), 1, 2);
  work made(device.get(), problem);
  made.fill(output, floats{1, 2, 3, 4, 5, 6, 7, 8});
  made.fill(indices, numbers{4, 3, 1, 7});
  made.fill(updates, floats{9, 10, 11, 12});
  made.buffers[input] = made.buffers[output];
  EXPECT_EQ(made.run().result, S_OK) << last_error().message;
  EXPECT_EQ(made.result<float>(8), (floats{1, 11, 3, 10, 9, 6, 7, 12}));
}

TEST_F(directml_scatter_page, offsets_into_one_heap) {
  auto problem = scatter(f32({5}), u32({4}), f32({4}), f32({5}), 0);
  work made(device.get(), problem);
  guarded heap(512);
  const auto put = [&](place where, UINT64 offset, const void* values, std::size_t bytes) {
    std::memcpy(static_cast<char*>(heap.data()) + offset, values, bytes);
    made.buffers[where] = {heap.data(), offset, problem.buffers[where].TotalTensorSizeInBytes};
  };
  put(input, 256, floats{0, 1, 2, 3, 4}.data(), 20);
  put(indices, 128, numbers{3, 1, 3, 0}.data(), 16);
  put(updates, 64, floats{5, 6, 7, 8}.data(), 16);
  put(output, 3, floats(5).data(), 20);  // no alignment was promised
  EXPECT_EQ(made.run().result, S_OK) << last_error().message;
  EXPECT_EQ(heap.read<float>(5, 3), (floats{8, 6, 2, 7, 4}));
  EXPECT_TRUE(heap.is_guarded());
}

TEST_F(directml_scatter_page, one_compiled_operator_serves_many_dispatches) {
  auto problem = scatter(f32({5}), u32({4}), f32({4}), f32({5}), 0);
  work made(device.get(), problem);
  made.fill(input, floats{0, 1, 2, 3, 4});
  made.fill(updates, floats{5, 6, 7, 8});
  for (std::uint32_t i = 0; i < 5; ++i) {
    made.fill(indices, numbers{i, i, i, i});
    ASSERT_EQ(made.run().result, S_OK);
    EXPECT_EQ(made.result<float>(5)[i], 8.0f);
  }
}

}  // namespace
