// Sizes and attributes that do not go together: DM10 to DM14 and the engine's rules of each operator.
#include <gtest/gtest.h>

#include "directml/misuse.hpp"

namespace {

using namespace directml_test;

struct directml_misuse_shapes : testing::Test, spoiler {
  void expect_attribute(DML_OPERATOR_TYPE type, std::size_t which, std::initializer_list<UINT> values,
                        const std::string& rule) {
    for (const UINT value : values) {
      described problem = sound(type);
      problem.attributes[which] = value;
      com_ptr<IDMLOperator> made;
      EXPECT_EQ(problem.create(watched.get(), made.put()), E_INVALIDARG) << type << ": " << value;
      expect_message(watched, E_INVALIDARG, "CreateOperator", "", rule);
    }
  }
};

TEST_F(directml_misuse_shapes, DM10_counts_of_dimensions) {
  for (const auto type : {DML_OPERATOR_GATHER_ND, DML_OPERATOR_GATHER_ND1, DML_OPERATOR_SCATTER_ND}) {
    expect_attribute(type, 0, {0, 5, 9, 0x80000000, 0xFFFFFFFF}, "DM10");
    expect_attribute(type, 1, {0, 5, 9, 0x80000000, 0xFFFFFFFF}, "DM10");
  }
  expect_attribute(DML_OPERATOR_GATHER, 1, {5, 9, 0x80000000, 0xFFFFFFFF}, "DM10");
}

TEST_F(directml_misuse_shapes, DM11_sizes_in_front) {
  for (const auto type : {DML_OPERATOR_GATHER_ND, DML_OPERATOR_GATHER_ND1, DML_OPERATOR_SCATTER_ND}) {
    described problem = sound(type);
    problem.attributes[0] = 2;  // of {1,2,3,4}
    problem.attributes[2] = 0;
    expect(problem, "InputTensor", "DM11");
  }
  for (const auto type : {DML_OPERATOR_GATHER_ND, DML_OPERATOR_SCATTER_ND}) {
    described problem = sound(type);
    problem.attributes[1] = 1;  // of {1,1,5,2}
    expect(problem, "IndicesTensor", "DM11");
  }
}

TEST_F(directml_misuse_shapes, DM11_indices_of_gather_in_front_of_the_index_dimensions) {
  described problem = sound(DML_OPERATOR_GATHER);
  problem.attributes[1] = 0;  // {1,1,1,5} is no scalar
  expect(problem, "IndicesTensor", "DM11");
  problem.attributes[1] = 1;
  problem.set_sizes(indices, {2, 1, 1, 5});
  expect(problem, "IndicesTensor", "DM11");
  problem.set_sizes(indices, {1, 1, 3, 5});
  expect(problem, "IndicesTensor", "DM11");
}

TEST_F(directml_misuse_shapes, DM12_results_of_tuples_that_are_too_large) {
  // each input fits, the result would have 3 + 3 dimensions
  auto problem = gather_nd(f32({2, 3, 4, 5}), u32({2, 2, 2, 1}), f32({2, 2, 2, 1}), 4, 4);
  expect(problem, "", "DM12");
  auto updates_too = scatter_nd(f32({2, 3, 4, 5}), u32({2, 2, 2, 1}), f32({2, 2, 2, 1}), f32({2, 3, 4, 5}), 4, 4);
  expect(updates_too, "", "DM12");
  auto batched = gather_nd1(f32({2, 3, 4, 5}), u32({2, 2, 2, 1}), f32({2, 2, 2, 1}), 4, 4, 1);
  expect(batched, "", "DM12");
  auto fits = gather_nd1(f32({2, 3, 4, 5}), u32({1, 2, 2, 1}), f32({2, 2, 4, 5}), 4, 3, 1);
  expect_sound(fits);
  auto eight =
      gather_nd(f32({1, 1, 1, 1, 2, 2, 2, 2}), u32({1, 1, 2, 2, 2, 2, 2, 1}), f32({2, 2, 2, 2, 2, 2, 2, 2}), 4, 6);
  expect_sound(eight);
}

TEST_F(directml_misuse_shapes, DM12_a_leading_size_of_gather_that_would_be_dropped) {
  auto problem = gather(f32({2, 3, 4}), u32({1, 2, 2}), f32({3, 2, 2}), 2, 2);
  expect(problem, "", "DM12");
  auto ones = gather(f32({1, 3, 4}), u32({1, 2, 2}), f32({3, 2, 2}), 2, 2);
  expect_sound(ones);
  auto two = gather(f32({1, 1, 3, 4}), u32({1, 2, 2, 2}), f32({3, 2, 2, 2}), 3, 3);
  expect_sound(two);
  auto one_too_many = gather(f32({1, 2, 3, 4}), u32({1, 2, 2, 2}), f32({3, 2, 2, 2}), 3, 3);
  expect(one_too_many, "", "DM12");
}

TEST_F(directml_misuse_shapes, DM13_indices_off_the_axis) {
  for (const auto type : {DML_OPERATOR_GATHER_ELEMENTS, DML_OPERATOR_SCATTER}) {
    for (const counts& sizes : {counts{1, 1, 3, 2}, counts{1, 2, 2, 2}, counts{1, 2, 4, 2}, counts{2, 2, 3, 2}}) {
      described problem = sound(type);
      problem.set_sizes(indices, sizes);
      problem.set_sizes(problem.is_scatter() ? updates : output, sizes);
      expect(problem, "IndicesTensor", "DM13");
    }
    described longer = sound(type);
    longer.set_sizes(indices, {1, 2, 3, 99});
    longer.set_sizes(longer.is_scatter() ? updates : output, {1, 2, 3, 99});
    expect_sound(longer);
  }
}

TEST_F(directml_misuse_shapes, DM14_axis) {
  for (const auto type : {DML_OPERATOR_GATHER, DML_OPERATOR_GATHER_ELEMENTS, DML_OPERATOR_SCATTER})
    expect_attribute(type, 0, {4, 5, 8, 0x80000000, 0xFFFFFFFF}, "DM14");
}

TEST_F(directml_misuse_shapes, AX5_output_of_gather) {
  for (const counts& sizes : {counts{1, 2, 3, 4}, counts{1, 2, 5, 3}, counts{1, 1, 3, 5}, counts{2, 2, 3, 5}}) {
    described problem = sound(DML_OPERATOR_GATHER);
    problem.set_sizes(output, sizes);
    expect(problem, "OutputTensor", "AX5");
  }
}

TEST_F(directml_misuse_shapes, EL3_updates_or_output_of_the_elements_forms) {
  described gathers = sound(DML_OPERATOR_GATHER_ELEMENTS);
  gathers.set_sizes(output, {1, 2, 3, 4});
  expect(gathers, "OutputTensor", "EL3");
  described scatters = sound(DML_OPERATOR_SCATTER);
  scatters.set_sizes(updates, {1, 2, 3, 3});
  expect(scatters, "UpdatesTensor", "EL3");
}

TEST_F(directml_misuse_shapes, OU1_output_of_scatters) {
  for (const auto type : {DML_OPERATOR_SCATTER, DML_OPERATOR_SCATTER_ND}) {
    for (const counts& sizes : {counts{1, 2, 3, 5}, counts{1, 1, 3, 4}, counts{1, 3, 3, 4}, counts{1, 2, 4, 3}}) {
      described problem = sound(type);
      problem.set_sizes(output, sizes);
      expect(problem, "OutputTensor", "OU1");
    }
  }
}

TEST_F(directml_misuse_shapes, ND2_batches) {
  expect_attribute(DML_OPERATOR_GATHER_ND1, 2, {3, 4, 0x80000000, 0xFFFFFFFF}, "ND2");
  // below the dimensions of the input, not below those of the indices
  auto problem = gather_nd1(f32({1, 2, 3, 4}), u32({1, 1, 2, 1}), f32({1, 2, 3, 4}), 3, 2, 2);
  expect(problem, "", "ND2");
}

TEST_F(directml_misuse_shapes, ND3_tuples_behind_all_dimensions) {
  // as many batches as dimensions leave no room for a tuple
  auto problem = gather_nd1(f32({1, 1, 2, 3}), u32({1, 2, 3, 1}), f32({1, 1, 2, 3}), 2, 3, 2);
  com_ptr<IDMLOperator> made;
  EXPECT_EQ(problem.create(watched.get(), made.put()), E_INVALIDARG);
  const std::string rule = last_error().rule;
  EXPECT_TRUE(rule == "ND2" || rule == "ND3") << rule;
  watched.messages.clear();
  for (const auto type : {DML_OPERATOR_GATHER_ND, DML_OPERATOR_SCATTER_ND}) {
    described longer = sound(type);
    longer.set_sizes(indices, {1, 1, 5, 4});
    longer.set_sizes(longer.is_scatter() ? updates : output, {1, 1, 1, 5});
    expect(longer, "", "ND3");
    // the tuple is at fault also where the result is that of a shorter one
    described same_result = sound(type);
    same_result.set_sizes(indices, {1, 1, 5, 4});
    expect(same_result, "", "ND3");
  }
}

TEST_F(directml_misuse_shapes, ND4_batch_sizes) {
  described problem = sound(DML_OPERATOR_GATHER_ND1);
  problem.set_sizes(indices, {1, 3, 5, 1});
  problem.set_sizes(output, {1, 3, 5, 4});
  expect(problem, "", "ND4");
  problem.set_sizes(indices, {1, 1, 5, 1});  // a size of 1 is not repeated
  problem.set_sizes(output, {1, 2, 5, 4});
  expect(problem, "", "ND4");
}

TEST_F(directml_misuse_shapes, ND5_results_of_tuples) {
  for (const auto type : {DML_OPERATOR_GATHER_ND, DML_OPERATOR_SCATTER_ND}) {
    for (const counts& sizes : {counts{1, 1, 5, 3}, counts{1, 1, 4, 4}, counts{1, 1, 4, 5}, counts{1, 1, 1, 4}}) {
      described problem = sound(type);
      const place direct = problem.is_scatter() ? updates : output;
      problem.set_sizes(direct, sizes);
      expect(problem, place_names[direct], "ND5");
    }
  }
}

// Leading sizes of the result: in front of the meaningful dimensions, or part of the wrong ones.
TEST_F(directml_misuse_shapes, results_of_tuples_are_aligned_to_the_right) {
  for (const auto type : {DML_OPERATOR_GATHER_ND, DML_OPERATOR_SCATTER_ND}) {
    for (const counts& sizes : {counts{5, 4, 1, 1}, counts{1, 5, 4, 1}, counts{2, 1, 5, 4}, counts{1, 2, 5, 4}}) {
      described problem = sound(type);
      problem.set_sizes(problem.is_scatter() ? updates : output, sizes);
      com_ptr<IDMLOperator> made;
      EXPECT_EQ(problem.create(watched.get(), made.put()), E_INVALIDARG);
      const std::string rule = last_error().rule;
      EXPECT_TRUE(rule == "ND5" || rule == "DM11") << rule;
      watched.messages.clear();
    }
  }
}

}  // namespace
