// The hints of StableHLO's gather and scatter: never trusted, refused where they are checked and not true; the names of
// update computations.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "strew/strew.hpp"

namespace {

namespace hlo = strew::stablehlo;
using cells_i32 = std::vector<std::int32_t>;
using starts_i64 = std::vector<std::int64_t>;

const hlo::scatter_dimensions one_cell{
    .inserted_window_dims = {0}, .scatter_dims_to_operand_dims = {0}, .index_vector_dim = 1};

strew::result<void> scatter_cells(const starts_i64& at, bool sorted, bool unique, bool check_hints) {
  cells_i32 cells(4);
  const cells_i32 updates(at.size(), 1);
  hlo::scatter_dimensions dimensions = one_cell;
  dimensions.indices_are_sorted = sorted;
  dimensions.unique_indices = unique;
  const strew::result<void> done = hlo::try_scatter(cells, at, updates, dimensions, {.check_hints = check_hints});
  if (!done) {
    EXPECT_EQ(cells, cells_i32(4));
  }
  return done;
}

TEST(cpp_api_stablehlo_hints, are_ignored_unless_they_are_checked) {
  EXPECT_TRUE(scatter_cells({2, 0, 2}, true, true, false));
  EXPECT_TRUE(scatter_cells({2, 0, 2}, false, false, true));
  EXPECT_TRUE(scatter_cells({0, 1, 2}, true, true, true));
}

TEST(cpp_api_stablehlo_hints, unique_indices_that_are_not) {
  const strew::result<void> refused = scatter_cells({2, 0, 2}, false, true, true);
  EXPECT_EQ(refused.code(), strew::status::index);
  EXPECT_EQ(refused.error().rule(), "IX2");
  EXPECT_TRUE(refused.error().message().starts_with("unique_indices is not true: ")) << refused.error().message();
  EXPECT_EQ(refused.error().position(), 2U);
  EXPECT_EQ(refused.error().other_position(), 0U);
}

TEST(cpp_api_stablehlo_hints, sorted_indices_that_are_not) {
  const strew::result<void> refused = scatter_cells({1, 3, 2}, true, false, true);
  EXPECT_EQ(refused.code(), strew::status::index);
  EXPECT_EQ(refused.error().message(),
            "indices_are_sorted is not true: the window of position 2 starts before that of position 1");
  EXPECT_TRUE(scatter_cells({1, 1, 3}, true, false, true));  // equal ones are sorted
}

// Starts are compared after a gather has clamped them, member by member of operand's dimensions, of any index type.
TEST(cpp_api_stablehlo_hints, gathered_starts_are_compared_as_they_are_used) {
  const cells_i32 square{1, 2, 3, 4};
  cells_i32 result(2);
  hlo::gather_dimensions cell{.collapsed_slice_dims = {0, 1},
                              .start_index_map = {1, 0},
                              .index_vector_dim = 1,
                              .slice_sizes = {1, 1},
                              .indices_are_sorted = true};
  const std::vector<std::int8_t> by_columns{1, 0, 0, 1};  // row 0 column 1, row 1 column 0
  EXPECT_TRUE(hlo::try_gather({square, {2, 2}}, {by_columns, {2, 2}}, result, cell, {.check_hints = true}));
  EXPECT_EQ(result, (cells_i32{2, 3}));
  const std::vector<std::uint64_t> beyond{1, UINT64_MAX, 0, 1};  // the row is clamped to 1: column 1 before column 0
  EXPECT_FALSE(hlo::try_gather({square, {2, 2}}, {beyond, {2, 2}}, result, cell, {.check_hints = true}));
  EXPECT_TRUE(hlo::try_gather({square, {2, 2}}, {beyond, {2, 2}}, result, cell));
}

TEST(cpp_api_stablehlo_hints, other_refusals_are_as_without_hints) {
  cells_i32 cells(4);
  const cells_i32 updates(3);
  const starts_i64 at{2, 0};
  hlo::scatter_dimensions dimensions = one_cell;
  dimensions.indices_are_sorted = true;
  EXPECT_EQ(hlo::try_scatter(cells, at, updates, dimensions, {.check_hints = true}).error().rule(), "SC4");
}

TEST(cpp_api_stablehlo_names, update_computations) {
  EXPECT_EQ(hlo::find_update_computation("stablehlo.maximum"), hlo::update_computation::maximum);
  EXPECT_EQ(hlo::find_update_computation("xor"), strew::reduction::logic_xor);
  EXPECT_EQ(hlo::try_find_update_computation("divide").error().message(),
            "update_computation 'divide' is none of none, add, subtract, multiply, minimum, maximum, and, or, xor");
}

TEST(cpp_api_stablehlo_names, floats_have_no_bits_to_combine) {
  std::vector<float> cells(4);
  const std::vector<float> updates(1);
  std::vector<std::uint8_t> bytes{12};
  const std::vector<std::uint8_t> ten{10};
  const starts_i64 at{0};
  for (const strew::reduction bits :
       {hlo::update_computation::and_, hlo::update_computation::or_, hlo::update_computation::xor_}) {
    EXPECT_EQ(hlo::try_scatter(cells, at, updates, one_cell, {.reduction = bits}).error().rule(), "TY4");
    bytes[0] = 12;
    hlo::scatter(bytes, at, ten, one_cell, {.reduction = bits});
    EXPECT_EQ(bytes[0], bits == hlo::update_computation::and_ ? 8 : bits == hlo::update_computation::or_ ? 14 : 6);
  }
}

}  // namespace
