// Memory that tensors share: a scatter may work in place, everything else that touches the output is refused.
#include <gtest/gtest.h>

#include <vector>

#include "directml/bound_case.hpp"

namespace {

using namespace directml_test;
using floats = std::vector<float>;
using numbers = std::vector<std::uint32_t>;

struct directml_misuse_overlap : testing::Test, bound_case {};

TEST_F(directml_misuse_overlap, OV1_gathers_do_not_work_in_place) {
  auto gathers = gather(f32({1, 4}), u32({1, 4}), f32({1, 4}), 1, 1);
  auto elements = gather_elements(f32({1, 4}), u32({1, 4}), f32({1, 4}), 1);
  auto tuples = gather_nd(f32({4, 1}), u32({4, 1}), f32({4, 1}), 2, 2);
  auto batched = gather_nd1(f32({4, 1}), u32({4, 1}), f32({4, 1}), 2, 2, 0);
  for (described* problem : {&gathers, &elements, &tuples, &batched}) {
    work made(watched.get(), *problem);
    zero_indices(made);
    made.buffers[output] = made.buffers[input];
    expect(made, made.bound(), "", "OV1");
  }
}

TEST_F(directml_misuse_overlap, scatters_work_in_place) {
  for (const auto type : {DML_OPERATOR_SCATTER, DML_OPERATOR_SCATTER_ND}) {
    described problem = sound(type);
    work made(watched.get(), problem);
    zero_indices(made);
    made.buffers[output] = made.buffers[input];
    EXPECT_EQ(made.run().result, S_OK) << last_error().message;
    // the same place by another buffer and offset
    made.buffers[output].Buffer = static_cast<char*>(made.buffers[output].Buffer) - 32;
    made.buffers[output].Offset = 32;
    EXPECT_EQ(made.run().result, S_OK) << last_error().message;
  }
}

TEST_F(directml_misuse_overlap, OV1_in_place_with_other_strides) {
  auto problem = scatter(f32({3, 3}, {1, 3}), u32({1, 3}), f32({1, 3}), f32({3, 3}), 0);
  work made(watched.get(), problem);
  zero_indices(made);
  made.buffers[output] = made.buffers[input];
  expect(made, made.bound(), "", "OV1");
}

TEST_F(directml_misuse_overlap, OV2_of_output_with_any_input) {
  for (const DML_OPERATOR_TYPE type : every_operator) {
    described problem = sound(type);
    work made(watched.get(), problem);
    zero_indices(made);
    guarded heap(4096);
    const auto put = [&](std::size_t i, UINT64 offset) {
      made.buffers[i] = {heap.data(), offset, problem.buffers[i].TotalTensorSizeInBytes};
    };
    for (const std::size_t i : problem.inputs()) {
      const auto kept = made.buffers[i];
      const UINT64 total = problem.buffers[i].TotalTensorSizeInBytes;
      put(output, 1024);
      for (const UINT64 offset : {UINT64{1028}, UINT64{1024 + 4 - total}, UINT64{1022}}) {
        put(i, offset);
        const auto before = heap.image();
        expect(made, made.bound(), "", "OV2");
        EXPECT_EQ(heap.image(), before);
      }
      made.buffers[i] = kept;
    }
    made.buffers[output] = {made.memory[output].data(), 0, made.memory[output].size()};
    EXPECT_EQ(made.run().result, S_OK);
  }
}

TEST_F(directml_misuse_overlap, updates_or_indices_where_the_output_begins) {
  for (const auto type : {DML_OPERATOR_SCATTER, DML_OPERATOR_SCATTER_ND}) {
    for (const place where : {indices, updates}) {
      described problem = sound(type);
      work made(watched.get(), problem);
      zero_indices(made);
      made.buffers[where].Buffer = made.buffers[output].Buffer;
      made.buffers[where].SizeInBytes = problem.buffers[where].TotalTensorSizeInBytes;
      expect(made, made.bound(), "", "OV2");
    }
  }
}

TEST_F(directml_misuse_overlap, neighbours_do_not_overlap) {
  auto problem = scatter(f32({5}), u32({4}), f32({4}), f32({5}), 0);
  work made(watched.get(), problem);
  guarded heap(128);
  const auto put = [&](place where, UINT64 offset) {
    made.buffers[where] = {heap.data(), offset, problem.buffers[where].TotalTensorSizeInBytes};
  };
  std::memset(heap.data(), 0, 128);
  put(input, 0);
  put(output, 20);
  put(updates, 40);
  put(indices, 56);
  EXPECT_EQ(made.run().result, S_OK) << last_error().message;
}

TEST_F(directml_misuse_overlap, inputs_may_overlap) {
  auto problem = scatter(f32({5}), u32({4}), f32({4}), f32({5}), 0);
  work made(watched.get(), problem);
  zero_indices(made);
  made.fill(input, floats{1, 2, 3, 4, 5});
  made.buffers[updates] = made.buffers[input];
  EXPECT_EQ(made.run().result, S_OK) << last_error().message;
  EXPECT_EQ(made.result<float>(5), (floats{4, 2, 3, 4, 5}));
}

}  // namespace
