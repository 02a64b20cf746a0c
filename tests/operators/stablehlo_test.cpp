// The forms of StableHLO: the specification's own example, the operators in StableHLO's words, and its two defaults.
#include "operators/expect.hpp"

namespace strew::support {
namespace {

// Operand 2x3x4x2, indices 2x2x3x2: a batching dimension, a collapsed one, members of the tuple in exchanged order, and
// one start beyond the end.
const array<int32_t> operand{{2, 3, 4, 2}, counting<int32_t>(48, 1)};
const array<int64_t> window_starts{{2, 2, 3, 2},
                                   {0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 0, 9, 0, 0, 2, 1, 2, 2, 1, 2, 0, 1, 1, 0}};
const oracle::dimensions specification{{3, 4}, {1}, {0}, {1}, {2, 1}, 3, {1, 1, 2, 2}};

TEST(stablehlo_gather, specification) {
  expect_gather(
      stablehlo(operator_kind::stablehlo_gather, specification), operand, window_starts,
      {{2, 2, 3, 2, 2}, {1, 2, 3, 4, 3,  4,  5,  6,  13, 14, 15, 16, 33, 34, 35, 36, 35, 36, 37, 38, 41, 42, 43, 44,
                         1, 2, 3, 4, 13, 14, 15, 16, 21, 22, 23, 24, 43, 44, 45, 46, 33, 34, 35, 36, 27, 28, 29, 30}});
}

TEST(stablehlo_scatter, specification) {
  const array<int32_t> ones{{2, 2, 3, 2, 2}, std::vector<int32_t>(48, 1)};
  strew_options options = options_of(STREW_REDUCTION_ADD, STREW_OOB_SKIP, STREW_NEGATIVE_INVALID);
  options.accumulate = STREW_ACCUMULATE_NATIVE;
  expect_scatter(stablehlo(operator_kind::stablehlo_scatter, specification), operand, window_starts, ones,
                 {3,  4,  6,  7,  6,  7,  7,  8,  9,  10, 11, 12, 15, 16, 17, 18, 17, 18, 19, 20, 22, 23, 24, 25,
                  25, 26, 28, 29, 30, 31, 31, 32, 35, 36, 38, 39, 38, 39, 39, 40, 41, 42, 44, 45, 46, 47, 47, 48},
                 &options);
}

TEST(stablehlo_gather, the_shape_of_the_specification) {
  const strew_tensor d = operand.view();
  const strew_tensor j = window_starts.view();
  const strew_gather_dimensions dims = cases::gather_dimensions_of(specification);
  int64_t extents[8] = {};
  uint64_t rank = 0;
  strew_error error = STREW_ERROR_INIT;
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_STABLEHLO_GATHER;
  op.gather_dimensions = &dims;
  ASSERT_EQ(strew_shape(&op, &d, &j, 8, extents, &rank, &error), STREW_STATUS_OK) << error.message;
  EXPECT_EQ(shape(extents, extents + rank), (shape{2, 2, 3, 2, 2}));
}

// ---- null options are StableHLO's

const array<int32_t> five_tens{{5}, {10, 20, 30, 40, 50}};
const array<int64_t> edges{{6, 1}, {-6, -1, 0, 4, 5, 9}};
const oracle::dimensions single_elements{{}, {0}, {}, {}, {0}, 1, {1}};
const oracle::dimensions cell_pairs{{1}, {}, {}, {}, {0}, 1, {2}};

TEST(stablehlo_gather, a_start_is_clamped_and_negatives_are_not_from_the_end) {
  expect_gather(stablehlo(operator_kind::stablehlo_gather, single_elements), five_tens, edges,
                {{6}, {10, 10, 10, 50, 50, 50}});
}

// The window is shifted until it fits, never cut.
TEST(stablehlo_gather, a_window_is_shifted) {
  expect_gather<int32_t, int64_t>(stablehlo(operator_kind::stablehlo_gather, cell_pairs), {{4}, {0, 1, 2, 3}},
                                  {{3, 1}, {3, -1, 1}}, {{3, 2}, {2, 3, 0, 1, 1, 2}});
}

TEST(stablehlo_scatter, elements_outside_are_skipped_and_negatives_are_not_from_the_end) {
  expect_scatter<int32_t, int64_t>(stablehlo(operator_kind::stablehlo_scatter, single_elements), five_tens, edges,
                                   {{6}, {1, 2, 3, 4, 5, 6}}, {3, 20, 30, 40, 4});
}

// Element by element, not the whole window; the cut may be on either side.
TEST(stablehlo_scatter, a_window_is_cut) {
  expect_scatter<int32_t, int64_t>(stablehlo(operator_kind::stablehlo_scatter, cell_pairs), {{4}, {0, 0, 0, 0}},
                                   {{1, 1}, {3}}, {{1, 2}, {7, 8}}, {0, 0, 0, 7});
  expect_scatter<int32_t, int64_t>(stablehlo(operator_kind::stablehlo_scatter, cell_pairs), {{4}, {0, 0, 0, 0}},
                                   {{1, 1}, {-1}}, {{1, 2}, {7, 8}}, {8, 0, 0, 0});
}

TEST(stablehlo_scatter, defaults_accumulate_natively) {
  array<uint16_t> table{{1}, {0}, STREW_DTYPE_F16};
  const array<int32_t> indices{{4097, 1}, std::vector<int32_t>(4097)};
  const array<uint16_t> ones{{4097}, std::vector<uint16_t>(4097, 0x3c00), STREW_DTYPE_F16};
  arguments a = stablehlo(operator_kind::stablehlo_scatter, single_elements);
  a.data = a.output = table.view();
  a.indices = indices.view();
  a.updates = ones.view();
  EXPECT_EQ(run(a).status, STREW_STATUS_OK);
  EXPECT_EQ(table.values[0], 0x3c00);  // null options: none, the last write
  strew_options options = options_of(STREW_REDUCTION_ADD, STREW_OOB_SKIP, STREW_NEGATIVE_INVALID);
  options.accumulate = STREW_ACCUMULATE_NATIVE;
  table.values[0] = 0;
  a.options = &options;
  EXPECT_EQ(run(a).status, STREW_STATUS_OK);
  EXPECT_EQ(table.values[0], 0x6800);  // 2048
}

// ---- positions, slices and the dimension of the tuple

TEST(stablehlo_gather, the_tuple_dimension_may_come_first) {
  const oracle::dimensions lists{{}, {0, 1}, {}, {}, {0, 1}, 0, {1, 1}};
  expect_gather<int32_t, int64_t>(stablehlo(operator_kind::stablehlo_gather, lists), {{2, 3}, counting<int32_t>(6)},
                                  {{2, 2}, {0, 1, 2, 1}}, {{2}, {2, 4}});
}

// index_vector_dim past the end: every entry is a tuple of one member.
TEST(stablehlo_gather, no_tuple_dimension) {
  const oracle::dimensions lists{{1}, {0}, {}, {}, {0}, 1, {1, 2}};
  expect_gather<int32_t, int64_t>(stablehlo(operator_kind::stablehlo_gather, lists), {{3, 2}, counting<int32_t>(6)},
                                  {{2}, {2, 0}}, {{2, 2}, {4, 5, 0, 1}});
}

// Window dimensions in front of the positions.
TEST(stablehlo_gather, offset_dims_first) {
  const oracle::dimensions lists{{0}, {1}, {}, {}, {1}, 1, {2, 1}};
  expect_gather<int32_t, int64_t>(stablehlo(operator_kind::stablehlo_gather, lists), {{2, 3}, counting<int32_t>(6)},
                                  {{2, 1}, {2, 0}}, {{2, 2}, {2, 0, 5, 3}});
}

// A window of 2 x 2 at each start, in position order where they overlap, and held window-first in memory.
TEST(stablehlo_scatter, windows_overlap_in_position_order) {
  const oracle::dimensions lists{{0}, {}, {}, {}, {0}, 1, {}};
  expect_scatter<int32_t, int64_t>(stablehlo(operator_kind::stablehlo_scatter, lists), {{3}, {0, 0, 0}},
                                   {{2, 1}, {0, 1}}, {{2, 2}, {1, 2, 3, 4}}, {1, 2, 4});
}

// An inserted dimension of extent 0 that no index addresses holds no cell: every update is skipped.
TEST(stablehlo_scatter, an_inserted_dimension_without_cells) {
  const oracle::dimensions lists{{}, {0, 1}, {}, {}, {0}, 1, {}};
  expect_scatter<int32_t, int64_t>(stablehlo(operator_kind::stablehlo_scatter, lists), {{3, 0}, {}}, {{2, 1}, {0, 1}},
                                   {{2}, {8, 9}}, {});
}

// A batching dimension's slice size of 0 or 1 changes nothing.
TEST(stablehlo_gather, slice_sizes_of_batching_dimensions) {
  for (const int64_t size : {0, 1}) {
    const oracle::dimensions lists{{}, {1}, {0}, {0}, {1}, 1, {size, 1}};
    expect_gather<int32_t, int64_t>(stablehlo(operator_kind::stablehlo_gather, lists), {{2, 3}, counting<int32_t>(6)},
                                    {{2, 1}, {2, 0}}, {{2}, {2, 3}});
  }
}

}  // namespace
}  // namespace strew::support
