// Tensors that cannot be: dimension counts, sizes, strides, total sizes, alignments, owners: DM3 to DM9.
#include <gtest/gtest.h>

#include <array>

#include "directml/misuse.hpp"

namespace {

using namespace directml_test;

struct directml_misuse_tensors : testing::Test, spoiler {};

TEST_F(directml_misuse_tensors, DM3_dimension_counts_of_one_tensor) {
  const std::array<UINT, 9> ones = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  for (const UINT count : {0u, 3u, 5u, 9u, 0x80000000u, 0xFFFFFFFFu}) {
    for (const DML_OPERATOR_TYPE type : every_operator) {
      for (const std::size_t i : sound(type).places()) {
        described problem = sound(type);
        problem.buffers[i].DimensionCount = count;
        if (count > 4 && count <= 9) problem.buffers[i].Sizes = ones.data();
        com_ptr<IDMLOperator> made;
        EXPECT_EQ(problem.create(watched.get(), made.put()), E_INVALIDARG) << type << ' ' << i << ' ' << count;
        expect_message(watched, E_INVALIDARG, "CreateOperator", "Tensor", "DM3");
      }
    }
  }
}

TEST_F(directml_misuse_tensors, DM3_dimension_counts_of_all_tensors) {
  const std::array<UINT, 9> ones = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  for (const UINT count : {0u, 9u}) {
    for (const DML_OPERATOR_TYPE type : every_operator) {
      described problem = sound(type);
      for (DML_BUFFER_TENSOR_DESC& one : problem.buffers) {
        one.DimensionCount = count;
        one.Sizes = ones.data();
      }
      expect(problem, "InputTensor", "DM3");
    }
  }
}

TEST_F(directml_misuse_tensors, DM4_a_size_of_0) {
  for (std::size_t dimension = 0; dimension < 4; ++dimension) {
    expect_each(
        [&](described& problem, std::size_t i) {
          problem.owned[i].sizes[dimension] = 0;  // TotalTensorSizeInBytes stays large enough
        },
        "DM4");
  }
}

TEST_F(directml_misuse_tensors, DM5_data_types_nobody_knows) {
  for (const std::int32_t type : {0, 14, -1, 1 << 30}) {
    expect_each([&](described& problem,
                    std::size_t i) { problem.buffers[i].DataType = static_cast<DML_TENSOR_DATA_TYPE>(type); },
                "DM5");
  }
}

TEST_F(directml_misuse_tensors, DM5_types_that_no_level_has_there) {
  for (const auto type : {DML_TENSOR_DATA_TYPE_UINT4, DML_TENSOR_DATA_TYPE_INT4})
    expect_each([&](described& problem, std::size_t i) { problem.set_type(i, type); }, "DM5");
  for (const DML_OPERATOR_TYPE operator_type : every_operator) {
    described problem = sound(operator_type);
    for (const auto type : {DML_TENSOR_DATA_TYPE_FLOAT32, DML_TENSOR_DATA_TYPE_FLOAT64, DML_TENSOR_DATA_TYPE_FLOAT16,
                            DML_TENSOR_DATA_TYPE_INT16, DML_TENSOR_DATA_TYPE_UINT16, DML_TENSOR_DATA_TYPE_INT8,
                            DML_TENSOR_DATA_TYPE_UINT8}) {
      problem.set_type(indices, type);
      expect(problem, "IndicesTensor", "DM5");
    }
  }
}

TEST_F(directml_misuse_tensors, TY2_types_that_differ) {
  for (const DML_OPERATOR_TYPE type : every_operator) {
    described problem = sound(type);
    problem.set_type(output, DML_TENSOR_DATA_TYPE_INT32);  // of the same width
    expect(problem, "OutputTensor", "TY2");
    if (!problem.is_scatter()) continue;
    problem.set_type(output, DML_TENSOR_DATA_TYPE_FLOAT32);
    problem.set_type(updates, DML_TENSOR_DATA_TYPE_FLOAT16);
    expect(problem, "UpdatesTensor", "TY2");
  }
}

// Elements are counted as they are named and as strides reach them.
TEST_F(directml_misuse_tensors, DM6_too_many_elements_by_name) {
  expect_each(
      [](described& problem, std::size_t i) {
        problem.set_sizes(i, {65536, 65536, 1, 1}, {0, 0, 0, 0});  // 2^32 names of one element
      },
      "DM6");
  expect_each(
      [](described& problem, std::size_t i) {
        problem.set_sizes(i, {0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF}, {0, 0, 0, 0});  // 2^128 of them
      },
      "DM6");
}

TEST_F(directml_misuse_tensors, DM6_too_many_elements_by_reach) {
  expect_each(
      [](described& problem, std::size_t i) {
        problem.set_sizes(i, {1, 1, 2, 1}, {1, 1, 0xFFFFFFFF, 1});
      },
      "DM6");
  // 2^32 + 65536 is 65536 in 32 bits, 2^64 and more is little in 64
  expect_each(
      [](described& problem, std::size_t i) {
        problem.set_sizes(i, {1, 1, 65537, 1}, {0, 0, 65537, 1});
      },
      "DM6");
  expect_each(
      [](described& problem, std::size_t i) {
        problem.set_sizes(i, {1, 1, 0xFFFFFFFF, 1}, {0, 0, 0xFFFFFFFF, 1});
        problem.buffers[i].TotalTensorSizeInBytes = UINT64_MAX;
      },
      "DM6");
}

TEST_F(directml_misuse_tensors, DM6_the_most_elements_are_fine) {
  auto names = gather(f32({1, 0xFFFFFFFF}, {0, 0}), u32({1, 2}), f32({1, 2}), 1, 1);
  expect_sound(names);
  auto reach = gather(f32({1, 2}, {0, 0xFFFFFFFE}), u32({1, 2}), f32({1, 2}), 1, 1);
  expect_sound(reach);
  EXPECT_EQ(reach.buffers[input].TotalTensorSizeInBytes, 4u * 0xFFFFFFFFull);
}

TEST_F(directml_misuse_tensors, DM7_total_sizes) {
  expect_each([](described& problem, std::size_t i) { --problem.buffers[i].TotalTensorSizeInBytes; }, "DM7");
  expect_each([](described& problem, std::size_t i) { problem.buffers[i].TotalTensorSizeInBytes = 0; }, "DM7");
  for (const DML_OPERATOR_TYPE type : every_operator) {
    described problem = sound(type);
    for (DML_BUFFER_TENSOR_DESC& one : problem.buffers) one.TotalTensorSizeInBytes += 3;
    expect_sound(problem);
  }
}

TEST_F(directml_misuse_tensors, DM7_counts_the_padding_to_4) {
  auto problem = gather(f32({1, 3}), u32({1, 3}), f32({1, 3}), 1, 1);
  for (const place where : {input, output}) problem.set_type(where, DML_TENSOR_DATA_TYPE_UINT8);
  EXPECT_EQ(problem.buffers[output].TotalTensorSizeInBytes, 4u);
  expect_sound(problem);
  problem.buffers[output].TotalTensorSizeInBytes = 3;
  expect(problem, "OutputTensor", "DM7");
}

TEST_F(directml_misuse_tensors, DM7_counts_beyond_32_bits) {
  auto problem = gather(f32({2, 3}, {0x40000000, 1}), u32({1, 1}), f32({1, 3}), 0, 1);
  EXPECT_EQ(problem.buffers[input].TotalTensorSizeInBytes, 0x10000000Cu);
  expect_sound(problem);
  problem.buffers[input].TotalTensorSizeInBytes = 12;  // what 32 bits make of it
  expect(problem, "InputTensor", "DM7");
}

TEST_F(directml_misuse_tensors, DM8_alignments) {
  for (const UINT wrong : {1u, 2u, 3u, 5u, 6u, 12u, 24u, 0xFFFFFFFFu, 0x80000001u}) {
    expect_each([&](described& problem, std::size_t i) { problem.buffers[i].GuaranteedBaseOffsetAlignment = wrong; },
                "DM8");
  }
  for (const UINT fine : {0u, 4u, 8u, 16u, 256u, 0x80000000u}) {
    described problem = sound(DML_OPERATOR_SCATTER);
    for (DML_BUFFER_TENSOR_DESC& one : problem.buffers) one.GuaranteedBaseOffsetAlignment = fine;
    expect_sound(problem);
  }
}

TEST_F(directml_misuse_tensors, DM8_is_of_the_element) {
  described problem = sound(DML_OPERATOR_GATHER);
  problem.set_type(indices, DML_TENSOR_DATA_TYPE_INT64);
  problem.buffers[indices].GuaranteedBaseOffsetAlignment = 4;
  expect(problem, "IndicesTensor", "DM8");
  for (const place where : {input, output}) problem.set_type(where, DML_TENSOR_DATA_TYPE_UINT8);
  problem.buffers[indices].GuaranteedBaseOffsetAlignment = 8;
  problem.buffers[output].GuaranteedBaseOffsetAlignment = 1;
  expect_sound(problem);
}

TEST_F(directml_misuse_tensors, DM9_owned_outputs) {
  for (const DML_OPERATOR_TYPE type : every_operator) {
    described problem = sound(type);
    problem.buffers[output].Flags = DML_TENSOR_FLAG_OWNED_BY_DML;
    expect(problem, "OutputTensor", "DM9");
    problem.buffers[output].Flags = DML_TENSOR_FLAG_NONE;
    for (const std::size_t i : problem.inputs()) problem.buffers[i].Flags = DML_TENSOR_FLAG_OWNED_BY_DML;
    expect_sound(problem);
  }
}

TEST_F(directml_misuse_tensors, SZ3_output_strides_that_overlap) {
  for (const DML_OPERATOR_TYPE type : every_operator) {
    described problem = sound(type);
    const counts sizes = problem.owned[output].sizes;
    for (const counts& strides :
         {counts{0, 0, 0, 0}, counts{24, 12, 4, 0}, counts{0, 0, 3, 1}, counts{0, 1, 1, 1}, counts{64, 32, 3, 1}}) {
      problem.set_sizes(output, sizes, strides);
      problem.buffers[output].TotalTensorSizeInBytes = 4096;
      expect(problem, "OutputTensor", "SZ3");
    }
    problem.set_sizes(output, sizes, {0, 64, 8, 1});  // the stride of one element means nothing
    expect_sound(problem);
  }
}

}  // namespace
