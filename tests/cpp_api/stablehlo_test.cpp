// StableHLO's gather and scatter of the C++ API, and that its defaults are StableHLO's.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "strew/strew.hpp"

namespace {

using integers = std::vector<std::int32_t>;
using indices = std::vector<std::int64_t>;
namespace stablehlo = strew::stablehlo;

const integers square{1, 2, 3, 4, 5, 6, 7, 8, 9};  // 3 by 3
const indices corner_starts{0, 0, 2, 2};           // two starts
const stablehlo::gather_dimensions windows{
    .offset_dims = {1, 2}, .start_index_map = {0, 1}, .index_vector_dim = 1, .slice_sizes = {2, 2}};

integers gather_windows(const stablehlo::gather_options& with) {
  integers result(8, 0);
  stablehlo::gather({square, {3, 3}}, {corner_starts, {2, 2}}, {result, {2, 2, 2}}, windows, with);
  return result;
}

TEST(cpp_api_stablehlo, gather_clamps_the_start_of_a_window) {
  EXPECT_EQ(gather_windows({}), (integers{1, 2, 4, 5, 5, 6, 8, 9}));
  const indices negative{-1, -1, 1, 0};
  integers result(8);
  stablehlo::gather({square, {3, 3}}, {negative, {2, 2}}, {result, {2, 2, 2}}, windows);
  EXPECT_EQ(result, (integers{1, 2, 4, 5, 4, 5, 7, 8}));
}

TEST(cpp_api_stablehlo, gather_obeys_another_policy) {
  EXPECT_EQ(gather_windows({.out_of_bounds = strew::out_of_bounds::fill, .fill_value = -1}),
            (integers{1, 2, 4, 5, 9, -1, -1, -1}));
  EXPECT_EQ(gather_windows({.out_of_bounds = strew::out_of_bounds::fill,
                            .partial_window = strew::partial_window::whole,
                            .fill_value = -1}),
            (integers{1, 2, 4, 5, -1, -1, -1, -1}));
  EXPECT_EQ(gather_windows({.out_of_bounds = strew::out_of_bounds::wrap}), (integers{1, 2, 4, 5, 9, 7, 3, 1}));
  EXPECT_THROW(gather_windows({.out_of_bounds = strew::out_of_bounds::error}), strew::index_error);
}

TEST(cpp_api_stablehlo, gather_collapses_and_shares_dimensions) {
  const indices column{2, 0, 1};
  integers result(3);
  stablehlo::gather({square, {3, 3}}, column, result,
                    {.collapsed_slice_dims = {1},
                     .operand_batching_dims = {0},
                     .start_indices_batching_dims = {0},
                     .start_index_map = {1},
                     .index_vector_dim = 1,
                     .slice_sizes = {1, 1}});
  EXPECT_EQ(result, (integers{3, 4, 8}));
}

const indices starts{-1, 3, 1};
const integers window_updates{10, 20, 30, 40, 50, 60};  // windows of two
const stablehlo::scatter_dimensions pairs{
    .update_window_dims = {1}, .scatter_dims_to_operand_dims = {0}, .index_vector_dim = 1};

TEST(cpp_api_stablehlo, scatter_skips_the_elements_that_are_outside) {
  const integers input{1, 2, 3, 4};
  integers result(4);
  const strew::const_view at(starts, {3, 1}), rows(window_updates, {3, 2});
  stablehlo::scatter(input, at, rows, result, pairs, {.reduction = strew::reduction::add});
  EXPECT_EQ(result, (integers{21, 52, 63, 34}));
  stablehlo::scatter(input, at, rows, result, pairs);
  EXPECT_EQ(result, (integers{20, 50, 60, 30}));
  integers cells = input;
  stablehlo::scatter(cells, at, rows, pairs, {.partial_window = strew::partial_window::whole});
  EXPECT_EQ(cells, (integers{1, 50, 60, 4}));
  EXPECT_EQ(stablehlo::try_scatter(cells, at, rows, pairs, {.out_of_bounds = strew::out_of_bounds::error})
                .error()
                .tuple(0)
                .text(),
            "-1");
  EXPECT_EQ(cells, (integers{1, 50, 60, 4}));
}

TEST(cpp_api_stablehlo, scatter_inserts_and_shares_dimensions) {
  integers cells(6, 0);
  const indices at{2, 0};
  const integers one_each{7, 8};
  stablehlo::scatter({cells, {2, 3}}, {at, {2}}, one_each,
                     {.inserted_window_dims = {1},
                      .input_batching_dims = {0},
                      .scatter_indices_batching_dims = {0},
                      .scatter_dims_to_operand_dims = {1},
                      .index_vector_dim = 1});
  EXPECT_EQ(cells, (integers{0, 0, 7, 8, 0, 0}));
}

strew::plan scatter_plan(const stablehlo::scatter_options& with) {
  const std::vector<strew::f16> halves(6);
  std::vector<strew::f16> cells(4);
  return stablehlo::plan_scatter(cells, {starts, {3, 1}}, {halves, {3, 2}}, cells, pairs, with);
}

// What the C ABI does with null options is what the types here do by default.
TEST(cpp_api_stablehlo, the_defaults_are_those_of_null_options) {
  strew_plan* made = nullptr;
  integers result(8);
  const strew::const_view operand(square, {3, 3}), at(corner_starts, {2, 2}), output(result, {2, 2, 2});
  const strew_tensor d = operand.native(), i = at.native(), o = output.native();
  const strew_gather_dimensions dims = windows.native();
  ASSERT_EQ(strew_plan_stablehlo_gather(&d, &i, &o, &dims, nullptr, &made, nullptr), STREW_STATUS_OK);
  const strew::plan native_gather(made);
  EXPECT_TRUE(stablehlo::plan_gather(operand, at, {result, {2, 2, 2}}, windows) == native_gather);
  EXPECT_FALSE(stablehlo::plan_gather(operand, at, {result, {2, 2, 2}}, windows,
                                      {.negative_indices = strew::negative_indices::from_end}) == native_gather);

  std::vector<strew::f16> cells(4), halves(6);
  const strew::const_view input(cells), tuples(starts, {3, 1}), rows(halves, {3, 2});
  const strew_tensor n = input.native(), t = tuples.native(), u = rows.native();
  const strew_scatter_dimensions numbers = pairs.native();
  ASSERT_EQ(strew_plan_stablehlo_scatter(&n, &t, &u, &n, &numbers, nullptr, &made, nullptr), STREW_STATUS_OK);
  const strew::plan native_scatter(made);
  EXPECT_TRUE(scatter_plan({}) == native_scatter) << native_scatter.problem();
  EXPECT_FALSE(scatter_plan({.out_of_bounds = strew::out_of_bounds::error}) == native_scatter);
}

TEST(cpp_api_stablehlo, sums_are_native_unless_asked_otherwise) {
  const strew::plan sum = scatter_plan({.reduction = strew::reduction::add});
  EXPECT_TRUE(sum == scatter_plan({.reduction = strew::reduction::add, .accumulate = strew::accumulate::native}));
  EXPECT_FALSE(sum == scatter_plan({.reduction = strew::reduction::add, .accumulate = strew::accumulate::wide}));
}

TEST(cpp_api_stablehlo, every_option_reaches_the_C_ABI) {
  const stablehlo::scatter_options all{.reduction = strew::reduction::logic_xor,
                                       .include_self = false,
                                       .accumulate = strew::accumulate::wide,
                                       .ordered = false,
                                       .out_of_bounds = strew::out_of_bounds::wrap,
                                       .negative_indices = strew::negative_indices::from_end,
                                       .partial_window = strew::partial_window::whole,
                                       .duplicates = strew::duplicates::error};
  const strew_options native = all.native();
  EXPECT_EQ(native.reduction, STREW_REDUCTION_XOR);
  EXPECT_EQ(native.exclude_self, 1);
  EXPECT_EQ(native.accumulate, STREW_ACCUMULATE_WIDE);
  EXPECT_EQ(native.unordered, 1);
  EXPECT_EQ(native.out_of_bounds, STREW_OOB_WRAP);
  EXPECT_EQ(native.negative_indices, STREW_NEGATIVE_FROM_END);
  EXPECT_EQ(native.partial_window, STREW_PARTIAL_WHOLE);
  EXPECT_EQ(native.duplicates, STREW_DUPLICATES_ERROR);
}

TEST(cpp_api_stablehlo, constraints_have_the_numbers_of_the_specification) {
  integers result(8);
  stablehlo::gather_dimensions short_sizes = windows;
  short_sizes.slice_sizes = {2};
  EXPECT_EQ(
      stablehlo::try_gather({square, {3, 3}}, {corner_starts, {2, 2}}, {result, {2, 2, 2}}, short_sizes).error().rule(),
      "GC20");
  EXPECT_EQ(stablehlo::try_plan_gather({square, {3, 3}}, {corner_starts, {2, 2}}, {result, {2, 4, 1}}, windows)
                .error()
                .rule(),
            "GC22");
  stablehlo::scatter_dimensions far = pairs;
  far.index_vector_dim = 3;
  integers cells(4);
  EXPECT_EQ(stablehlo::try_plan_scatter(cells, {starts, {3, 1}}, {window_updates, {3, 2}}, cells, far).error().code(),
            strew::status::shape);
}

TEST(cpp_api_stablehlo, plans_run) {
  integers result(8), cells{1, 2, 3, 4};
  const strew::plan take =
      stablehlo::plan_gather({square, {3, 3}}, {corner_starts, {2, 2}}, {result, {2, 2, 2}}, windows);
  take.execute({.data = square.data(), .indices = corner_starts.data(), .output = result.data()});
  EXPECT_EQ(result, (integers{1, 2, 4, 5, 5, 6, 8, 9}));
  const strew::plan write = stablehlo::plan_scatter(cells, {starts, {3, 1}}, {window_updates, {3, 2}}, cells, pairs);
  write.execute(
      {.data = cells.data(), .indices = starts.data(), .updates = window_updates.data(), .output = cells.data()});
  EXPECT_EQ(cells, (integers{20, 50, 60, 30}));
}

TEST(cpp_api_stablehlo, shape_gather_says_what_the_result_must_be) {
  EXPECT_EQ(stablehlo::shape_gather({square, {3, 3}}, {corner_starts, {2, 2}}, windows), (indices{2, 2, 2}));
  EXPECT_THROW((void)stablehlo::shape_gather(square, {corner_starts, {2, 2}}, windows), strew::error);
}

}  // namespace
