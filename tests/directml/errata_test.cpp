// The errata of the pages: the correct reading works, what is printed is refused or means something else.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

#include "directml/road.hpp"

namespace {

using namespace directml_test;
using floats = std::vector<float>;
using numbers = std::vector<std::uint32_t>;

struct directml_errata : testing::Test {
  com_ptr<IDMLDevice> device = make_device();

  void expect_created(described& problem) {
    com_ptr<IDMLOperator> made;
    EXPECT_EQ(problem.create(device.get(), made.put()), S_OK) << last_error().message;
  }
  void expect_invalid(described& problem, const std::string& rule) {
    expect_refused(device.get(), problem, E_INVALIDARG, rule);
  }
};

TEST_F(directml_errata, E1_the_trailing_segment_begins_behind_the_tuple) {
  auto gathers = gather_nd(f32({3, 4, 5, 6, 7}), u32({1, 1, 1, 2, 3}), f32({1, 1, 2, 6, 7}), 5, 3);
  auto batched = gather_nd1(f32({2, 4, 5, 6}), u32({1, 2, 3, 1}), f32({2, 3, 5, 6}), 4, 3, 1);
  auto scatters =
      scatter_nd(f32({3, 4, 5, 6, 7}), u32({1, 1, 1, 2, 3}), f32({1, 1, 2, 6, 7}), f32({3, 4, 5, 6, 7}), 5, 3);
  expect_created(gathers);
  expect_created(batched);
  expect_created(scatters);
  // as printed: the last indexTupleSize sizes of the input
  gathers.set_sizes(output, {1, 2, 5, 6, 7});
  expect_invalid(gathers, "ND5");
  batched.set_sizes(output, {1, 2, 3, 6});
  expect_invalid(batched, "ND5");
  scatters.set_sizes(updates, {1, 2, 5, 6, 7});
  expect_invalid(scatters, "ND5");
}

TEST_F(directml_errata, E2_dimension_counts_include_all_dimensions) {
  auto all = scatter_nd(f32({3, 2}), u32({2, 1}), f32({2, 2}), f32({3, 2}), 2, 2);
  expect_created(all);
  all.attributes[0] = 3;
  expect_invalid(all, "DM10");
  all.attributes = {2, 3, 0};
  expect_invalid(all, "DM10");
}

TEST_F(directml_errata, E3_indices_are_integers) {
  auto problem = scatter_nd(f32({1, 8}), u32({4, 1}), f32({1, 4}), f32({1, 8}), 1, 2);
  expect_created(problem);
  problem.set_type(indices, DML_TENSOR_DATA_TYPE_FLOAT32);
  expect_invalid(problem, "DM5");
}

TEST_F(directml_errata, E4_all_tensors_have_one_dimension_count) {
  auto problem = scatter_nd(f32({8}), u32({4, 1}), f32({4}), f32({8}), 1, 2);
  expect_invalid(problem, "DM3");
  problem.set_sizes(input, {1, 8});
  problem.set_sizes(updates, {1, 4});
  problem.set_sizes(output, {1, 8});
  expect_created(problem);
}

TEST_F(directml_errata, E5_the_input_of_the_second_scatter_example_has_three_rows) {
  auto problem = scatter(f32({2, 3}), u32({2, 3}), f32({2, 3}), f32({3, 3}), 0);
  expect_invalid(problem, "OU1");
  problem.set_sizes(input, {3, 3});
  expect_created(problem);
  auto two_rows = scatter(f32({2, 3}), u32({2, 3}), f32({2, 3}), f32({2, 3}), 0);
  work made(device.get(), two_rows);
  made.fill(indices, numbers{1, 0, 2, 0, 2, 1});
  EXPECT_EQ(made.run().result, E_INVALIDARG);
  EXPECT_STREQ(last_error().rule, "IX1");
}

TEST_F(directml_errata, E6_scatter_came_with_level_2_0) {
  auto problem = scatter(f32({1, 1, 1, 5}), u32({1, 1, 1, 4}), f32({1, 1, 1, 4}), f32({1, 1, 1, 5}), 3);
  const auto run_at = [&](IDMLDevice* at) {
    return run(at, problem, floats{0, 1, 2, 3, 4}, numbers{3, 1, 2, 0}, floats{5, 6, 7, 8});
  };
  EXPECT_EQ(run_at(make_device(DML_FEATURE_LEVEL_2_0).get()), (floats{8, 6, 7, 5, 4}));
  expect_refused(make_device(DML_FEATURE_LEVEL_1_0).get(), problem, DXGI_ERROR_UNSUPPORTED, "DM16");
  auto options = options_at(DML_FEATURE_LEVEL_1_0);
  options.page_tables = 1;
  EXPECT_EQ(run_at(make_device(options).get()), (floats{8, 6, 7, 5, 4}));
}

TEST_F(directml_errata, E7_the_last_write_wins) {
  auto page = scatter(f32({5}), u32({4}), f32({4}), f32({5}), 0);
  EXPECT_EQ(run(device.get(), page, floats{0, 1, 2, 3, 4}, numbers{3, 1, 3, 0}, floats{5, 6, 7, 8})[3], 7.0f);
  constexpr UINT many = 5000;
  auto large = scatter_nd(f32({1, 7}), u32({many, 1}), f32({1, many}), f32({1, 7}), 1, 2);
  numbers at(many);
  floats from(many);
  for (std::uint32_t i = 0; i < many; ++i) at[i] = i * 5 % 7;
  std::iota(from.begin(), from.end(), 0.0f);
  const floats out = run(device.get(), large, floats(7), at, from);
  floats expected(7);
  for (std::uint32_t i = 0; i < many; ++i) expected[at[i]] = from[i];
  EXPECT_EQ(out, expected);
}

TEST_F(directml_errata, E8_the_alias_is_of_scatter_not_of_scatter_nd) {
  static_assert(std::is_same_v<DML_SCATTER_ELEMENTS_OPERATOR_DESC, DML_SCATTER_OPERATOR_DESC>);
  static_assert(!std::is_same_v<DML_SCATTER_ELEMENTS_OPERATOR_DESC, DML_SCATTER_ND_OPERATOR_DESC>);
  EXPECT_EQ(DML_OPERATOR_SCATTER, DML_OPERATOR_SCATTER_ELEMENTS);
  EXPECT_NE(DML_OPERATOR_SCATTER_ND, DML_OPERATOR_SCATTER_ELEMENTS);
}

template <class Desc>
constexpr bool has_axis = requires {
  &Desc::Axis;
};

TEST_F(directml_errata, E9_scatter_nd_has_no_axis_the_tuple_decides) {
  static_assert(!has_axis<DML_SCATTER_ND_OPERATOR_DESC> && has_axis<DML_SCATTER_OPERATOR_DESC>);
  auto rows = scatter_nd(f32({2, 2}), u32({1, 1}), f32({1, 2}), f32({2, 2}), 2, 2);
  EXPECT_EQ(run(device.get(), rows, floats(4), numbers{1}, floats{5, 6}), (floats{0, 0, 5, 6}));
  auto cells = scatter_nd(f32({2, 2}), u32({1, 2}), f32({1, 1}), f32({2, 2}), 2, 2);
  EXPECT_EQ(run(device.get(), cells, floats(4), numbers{1, 0}, floats{5}), (floats{0, 0, 5, 0}));
}

TEST_F(directml_errata, E10_scatter_nd_came_with_level_2_1) {
  auto problem = scatter_nd(f32({1, 1, 1, 8}), u32({1, 1, 4, 1}), f32({1, 1, 1, 4}), f32({1, 1, 1, 8}), 1, 2);
  expect_refused(make_device(DML_FEATURE_LEVEL_2_0).get(), problem, DXGI_ERROR_UNSUPPORTED, "DM16");
  EXPECT_TRUE(compile(make_device(DML_FEATURE_LEVEL_2_1).get(), problem));
}

TEST_F(directml_errata, E11_sizes_match_sizes_and_types_match_types) {
  auto problem = scatter_nd(f32({3, 2}), u32({2, 1}), f32({2, 2}), f32({3, 2}), 2, 2);
  expect_created(problem);
  problem.set_type(output, DML_TENSOR_DATA_TYPE_INT32);
  expect_invalid(problem, "TY2");
  problem.set_type(output, DML_TENSOR_DATA_TYPE_FLOAT32);
  problem.set_sizes(output, {2, 3});
  expect_invalid(problem, "OU1");
}

TEST_F(directml_errata, E12_dimension_counts_select_meaningful_sizes) {
  floats in(24);
  std::iota(in.begin(), in.end(), 0.0f);
  auto three = gather_nd(f32({1, 1, 4, 6}), u32({1, 1, 1, 2}), f32({1, 1, 1, 6}), 3, 1);  // of {1,4,6}
  EXPECT_EQ(run(device.get(), three, in, numbers{0, 3}), (floats{18, 19, 20, 21, 22, 23}));
  auto two = gather_nd(f32({1, 1, 4, 6}), u32({1, 1, 1, 2}), f32({1, 1, 1, 1}), 2, 1);  // of {4,6}
  EXPECT_EQ(run(device.get(), two, in, numbers{3, 1}), (floats{19}));
}

TEST_F(directml_errata, E13_a_tuple_is_no_longer_than_the_dimensions_behind_the_batch) {
  auto problem = gather_nd(f32({1, 1, 4, 6}), u32({1, 1, 1, 3}), f32({1, 1, 1, 1}), 2, 1);
  expect_invalid(problem, "ND3");
  problem.attributes[0] = 3;
  expect_created(problem);
  auto batched = gather_nd1(f32({1, 2, 4, 6}), u32({1, 1, 2, 3}), f32({1, 1, 1, 2}), 3, 2, 1);
  expect_invalid(batched, "ND3");
  batched.set_sizes(indices, {1, 1, 2, 2});
  expect_created(batched);
  // the sizes of the page's remark about batches: tuples of 7 are longer than any input of 6 dimensions
  auto remark = gather_nd1(f32({3, 4, 1, 1, 1, 1}), u32({1, 3, 4, 5, 6, 7}), f32({1, 1, 3, 4, 5, 6}), 6, 5, 2);
  expect_invalid(remark, "ND3");
}

TEST_F(directml_errata, E14_batches_are_fewer_than_the_dimensions_of_either_tensor) {
  auto problem = gather_nd1(f32({1, 1, 3, 4}), u32({1, 1, 3, 1}), f32({1, 1, 1, 3}), 2, 2, 1);
  expect_created(problem);
  problem.attributes = {2, 2, 2};  // below DimensionCount
  expect_invalid(problem, "ND2");
  problem.attributes = {1, 3, 1};
  com_ptr<IDMLOperator> made;
  EXPECT_EQ(problem.create(device.get(), made.put()), E_INVALIDARG);
}

TEST_F(directml_errata, E15_scatter_is_the_counterpart_of_gather_elements) {
  const numbers at = {2, 0, 1, 0, 2, 0};
  auto scatters = scatter(f32({3, 3}), u32({2, 3}), f32({2, 3}), f32({3, 3}), 0);
  const floats table = run(device.get(), scatters, floats(9), at, floats{1, 2, 3, 4, 5, 6});
  auto gathers = gather_elements(f32({3, 3}), u32({2, 3}), f32({2, 3}), 0);
  EXPECT_EQ(run(device.get(), gathers, table, at), (floats{1, 2, 3, 4, 5, 6}));
  auto by_axis = gather(f32({3, 3}), u32({2, 3}), f32({2, 3}), 0, 1);
  expect_invalid(by_axis, "DM11");
}

TEST_F(directml_errata, E16_index_dimensions_include_all_dimensions) {
  auto line = gather(f32({4}), u32({5}), f32({5}), 0, 1);
  expect_created(line);
  auto problem = gather(f32({1, 4}), u32({2, 3}), f32({2, 3}), 1, 2);
  EXPECT_EQ(run(device.get(), problem, floats{5, 6, 7, 8}, numbers{0, 1, 2, 3, 0, 1}), (floats{5, 6, 7, 8, 5, 6}));
  problem.attributes[1] = 3;
  expect_invalid(problem, "DM10");
}

TEST_F(directml_errata, E17_the_third_gather_example_has_one_index_dimension) {
  auto problem = gather(f32({3, 2}), u32({1, 2}), f32({3, 2}), 1, 2);
  expect_invalid(problem, "DM12");
  problem.attributes[1] = 1;
  expect_created(problem);
  auto larger = gather(f32({1, 3, 2}), u32({1, 1, 2}), f32({3, 1, 2}), 2, 2);
  expect_created(larger);
}

TEST_F(directml_errata, E18_axis_counts_padded_dimensions) {
  auto fourth = gather(f32({1, 3, 3}), u32({1, 1, 2}), f32({3, 1, 2}), 2, 2);
  expect_created(fourth);
  fourth.attributes[0] = 1;
  expect_invalid(fourth, "AX5");
  fourth.set_sizes(output, {1, 2, 3});
  expect_created(fourth);
  auto fifth = gather(f32({1, 3, 2}), u32({1, 2, 2}), f32({2, 2, 2}), 1, 2);
  expect_created(fifth);
  fifth.attributes[0] = 0;
  expect_invalid(fifth, "DM12");
}

TEST_F(directml_errata, E19_the_output_has_the_type_of_the_input) {
  auto problem = gather_elements(f32({3, 3}), u32({2, 3}), u32({2, 3}), 0);
  expect_invalid(problem, "TY2");
  problem.set_type(output, DML_TENSOR_DATA_TYPE_FLOAT32);
  expect_created(problem);
}

TEST_F(directml_errata, E20_the_index_type_of_level_2_1_is_uint32) {
  const auto early = make_device(DML_FEATURE_LEVEL_2_1);
  auto problem = scatter_nd(f32({1, 1, 1, 8}), u32({1, 1, 4, 1}), f32({1, 1, 1, 4}), f32({1, 1, 1, 8}), 1, 2);
  EXPECT_TRUE(compile(early.get(), problem));
  for (const auto type : {DML_TENSOR_DATA_TYPE_INT32, DML_TENSOR_DATA_TYPE_INT64, DML_TENSOR_DATA_TYPE_UINT64}) {
    problem.set_type(indices, type);
    expect_refused(early.get(), problem, DXGI_ERROR_UNSUPPORTED, "DM19");
  }
}

TEST_F(directml_errata, E21_gather_nd1_is_no_convolution) {
  static_assert(DML_OPERATOR_GATHER_ND1 != DML_OPERATOR_CONVOLUTION_INTEGER);
  auto problem = gather_nd1(f32({2, 2}), u32({2, 1}), f32({2, 2}), 2, 2, 0);
  problem.type = DML_OPERATOR_CONVOLUTION_INTEGER;
  expect_refused(device.get(), problem, DXGI_ERROR_UNSUPPORTED, "DM15");
}

}  // namespace
