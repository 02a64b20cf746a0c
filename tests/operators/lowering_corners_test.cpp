// What a lowering gets wrong first: kinds of axes, reports of canonical problems, empty extents, null pointers. Windows
// are in window_test.cpp, workspace before the first write in calls/workspace_test.cpp.
#include "operators/expect.hpp"
#include "operators/line.hpp"

namespace strew::support {
namespace {

strew_error called(arguments a, const strew_tensor& data, const strew_tensor& indices, const strew_tensor& direct,
                   const strew_options& options = STREW_OPTIONS_INIT) {
  a.data = data;
  a.indices = indices;
  (is_scatter(a.kind) ? a.updates : a.output) = direct;
  if (is_scatter(a.kind)) a.output = data;
  a.options = &options;
  return run(a);
}

strew_tensor null_of(strew_dtype dtype, const shape& extents, const shape& strides) {
  strew_tensor t = describe(nullptr, dtype, extents, strides);
  if (strides.empty()) t.strides = nullptr;
  return t;
}

// An index axis that does not move in the indices is still where duplicates collide.
TEST(lowering_corners, broadcast_indices_are_ordered) {
  const float large = 16777216;
  const array<int32_t> rows{{2, 2}, {0, 0}, STREW_DTYPE_I32, {0, 4}};
  const array<float> updates{{2, 2}, {large, 1, -large, 1}};
  array<float> table{{1}, {0}};
  EXPECT_EQ(called(along(operator_kind::scatter, 0), table.view(), rows.view(), updates.view(),
                   options_of(STREW_REDUCTION_ADD))
                .status,
            STREW_STATUS_OK);
  EXPECT_EQ(table.values[0], 1);
  const array<int32_t> same{{2}, {0}, STREW_DTYPE_I32, {0}};
  const array<float> pair{{2}, {5, 7}};
  EXPECT_EQ(called(along(operator_kind::scatter_elements, 0), table.view(), same.view(), pair.view()).status,
            STREW_STATUS_OK);
  EXPECT_EQ(table.values[0], 7);
}

TEST(lowering_corners, empty_slices_are_validated) {
  const shape data = {2, 0};
  const shape output = {1, 0};
  const array<int64_t> seven{{1}, {7}};
  for (const operator_kind kind : {operator_kind::gather, operator_kind::scatter}) {
    const strew_error error =
        called(along(kind, 0), null_of(STREW_DTYPE_F32, data, {}), seven.view(), null_of(STREW_DTYPE_F32, output, {}));
    EXPECT_EQ(error.status, STREW_STATUS_INDEX) << name_of(kind);
    EXPECT_EQ(error.position, 0U);
    EXPECT_EQ(error.bad_count, 1U);
  }
}

TEST(lowering_corners, first_bad_is_first_in_the_index_space) {
  const array<int32_t> data{{3}, {1, 2, 3}};
  const array<int64_t> indices{{2, 2}, {0, 9, 8, 0}};
  array<int32_t> output{{2, 2}, {7, 7, 7, 7}, STREW_DTYPE_I32, {4, 8}};
  const strew_error error = called(along(operator_kind::gather, 0), data.view(), indices.view(), output.view());
  EXPECT_EQ(error.position, 1U);
  EXPECT_EQ(error.tuple[0], 9U);
  EXPECT_EQ(error.bad_count, 2U);
}

TEST(lowering_corners, broadcast_positions_count_each) {
  const array<int32_t> data{{3}, {1, 2, 3}};
  const array<int64_t> indices{{2, 3}, {0, 9, 1}, STREW_DTYPE_I64, {0, 8}};
  array<int32_t> output{{2, 3}, std::vector<int32_t>(6, 7)};
  const strew_error error = called(along(operator_kind::gather, 0), data.view(), indices.view(), output.view());
  EXPECT_EQ(error.position, 1U);
  EXPECT_EQ(error.bad_count, 2U);
  // Only the last dimension is broadcast: the first bad position is still the first copy.
  const array<int64_t> columns{{2, 3}, {0, 9}, STREW_DTYPE_I64, {8, 0}};
  const strew_error second = called(along(operator_kind::gather, 0), data.view(), columns.view(), output.view());
  EXPECT_EQ(second.position, 3U);
  EXPECT_EQ(second.bad_count, 3U);
}

TEST(lowering_corners, an_extent_of_0_may_have_a_start) {
  const array<int32_t> empty{{0}, {}};
  const array<int64_t> zero{{1, 1}, {0}};
  array<int32_t> nothing{{1, 0}, {}};
  const oracle::dimensions lists{{1}, {}, {}, {}, {0}, 1, {0}};
  strew_options options = options_of(STREW_REDUCTION_NONE, STREW_OOB_ERROR);
  EXPECT_EQ(
      called(stablehlo(operator_kind::stablehlo_gather, lists), empty.view(), zero.view(), nothing.view(), options)
          .status,
      STREW_STATUS_OK);
  const array<int64_t> one{{1, 1}, {1}};
  EXPECT_EQ(called(stablehlo(operator_kind::stablehlo_gather, lists), empty.view(), one.view(), nothing.view(), options)
                .status,
            STREW_STATUS_INDEX);
  // No modulo by 0: nothing moves.
  arguments append = along(operator_kind::tensor_scatter, 1);
  append.mode = STREW_MODE_CIRCULAR;
  const array<int32_t> cache{{2, 0}, {}};
  const array<int64_t> starts{{2}, {3, 0}};
  EXPECT_EQ(called(append, cache.view(), starts.view(), cache.view()).status, STREW_STATUS_OK);
}

TEST(lowering_corners, null_pointers_that_nothing_needs) {
  const shape zero_tuples = {2, 0};
  const shape no_tuples = {0, 1};
  const array<int32_t> data{{2}, {1, 2}};
  array<int32_t> output{{2, 2}, {0, 0, 0, 0}};
  EXPECT_EQ(
      called(along(operator_kind::gather_nd, 0), data.view(), null_of(STREW_DTYPE_I64, zero_tuples, {}), output.view())
          .status,
      STREW_STATUS_OK);
  EXPECT_EQ(output.values, (std::vector<int32_t>{1, 2, 1, 2}));
  const shape none = {0};
  EXPECT_EQ(called(along(operator_kind::gather_nd, 0), null_of(STREW_DTYPE_I32, {data.extents}, {}),
                   null_of(STREW_DTYPE_I64, no_tuples, {}), null_of(STREW_DTYPE_I32, none, {}))
                .status,
            STREW_STATUS_OK);
  // fill and skip into an extent of 0: there is no table, but an output.
  const array<int64_t> indices{{2}, {0, 5}};
  array<int32_t> filled{{2}, {7, 7}};
  EXPECT_EQ(called(along(operator_kind::gather, 0), null_of(STREW_DTYPE_I32, none, {}), indices.view(), filled.view(),
                   options_of(STREW_REDUCTION_NONE, STREW_OOB_SKIP))
                .status,
            STREW_STATUS_OK);
  EXPECT_EQ(filled.values, (std::vector<int32_t>{7, 7}));
  EXPECT_EQ(called(along(operator_kind::gather, 0), null_of(STREW_DTYPE_I32, none, {}), indices.view(), filled.view(),
                   options_of(STREW_REDUCTION_NONE, STREW_OOB_FILL))
                .status,
            STREW_STATUS_OK);
  EXPECT_EQ(filled.values, (std::vector<int32_t>{0, 0}));
}

// Both dimensions of the operand have one stride; the window is along the second.
TEST(lowering_corners, equal_strides_do_not_tell_the_window) {
  const array<int32_t> data{{2, 4}, {0, 1, 2, 3, 4}, STREW_DTYPE_I32, {4, 4}};
  const oracle::dimensions lists{{1, 2}, {}, {}, {}, {1}, 1, {2, 2}};
  expect_gather<int32_t, int64_t>(stablehlo(operator_kind::stablehlo_gather, lists), data, {{2, 1}, {2, 0}},
                                  {{2, 2, 2}, {2, 3, 3, 4, 0, 1, 1, 2}});
  const array<int32_t> thin{{1, 4}, {0, 1, 2, 3}, STREW_DTYPE_I32, {4, 4}};
  const oracle::dimensions row{{1, 2}, {}, {}, {}, {1}, 1, {1, 2}};
  expect_gather<int32_t, int64_t>(stablehlo(operator_kind::stablehlo_gather, row), thin, {{1, 1}, {1}},
                                  {{1, 1, 2}, {1, 2}});
}

TEST(lowering_corners, a_negative_write_index_does_not_wrap) {
  array<int32_t> cache{{1, 3}, {1, 2, 3}};
  const array<int32_t> updates{{1, 1}, {9}};
  const array<int64_t> start{{1}, {-1}};
  arguments append = along(operator_kind::tensor_scatter, 1);
  append.mode = STREW_MODE_CIRCULAR;
  EXPECT_EQ(called(append, cache.view(), start.view(), updates.view()).status, STREW_STATUS_INDEX);
  EXPECT_EQ(cache.values, (std::vector<int32_t>{1, 2, 3}));
}

TEST(lowering_corners, unsigned_wrap_is_not_signed) {
  const strew_options options = options_of(STREW_REDUCTION_NONE, STREW_OOB_WRAP);
  expect_gather<int32_t, uint64_t>(along(operator_kind::gather, 0), {{7}, counting<int32_t>(7)}, {{2}, {UINT64_MAX, 1}},
                                   {{2}, {1, 1}}, &options);  // 2^64 - 1 = 1 modulo 7, -1 would be 6
}

TEST(lowering_corners, only_scatters_run_in_place) {
  for (const operator_kind kind : line_gathers) {
    line<int32_t> l{kind, {1, 2, 3}, {2, 2, 0}, {7, 7, 7}};
    EXPECT_EQ(l.run().status, STREW_STATUS_OK);
    EXPECT_EQ(l.direct, (std::vector<int32_t>{3, 3, 1}));
  }
  array<int32_t> data{{3}, {1, 2, 3}};
  const array<int64_t> indices{{3}, {2, 2, 0}};
  EXPECT_STREQ(called(along(operator_kind::gather, 0), data.view(), indices.view(), data.view()).rule, "OV1");
  EXPECT_STREQ(called(along(operator_kind::gather_elements, 0), data.view(), indices.view(), data.view()).rule, "OV1");
  EXPECT_STREQ(called(along(operator_kind::scatter, 0), data.view(), indices.view(), data.view()).rule, "OV2");
  EXPECT_EQ(data.values, (std::vector<int32_t>{1, 2, 3}));
}

TEST(lowering_corners, gather_with_skip_leaves_bytes) {
  const array<int32_t> data{{2, 2}, {1, 2, 3, 4}};
  const array<int64_t> indices{{3}, {5, 1, -3}};
  array<int32_t> output{{3, 2}, {70, 71, 72, 73, 74, 75}};
  EXPECT_EQ(called(along(operator_kind::gather, 0), data.view(), indices.view(), output.view(),
                   options_of(STREW_REDUCTION_NONE, STREW_OOB_SKIP))
                .status,
            STREW_STATUS_OK);
  EXPECT_EQ(output.values, (std::vector<int32_t>{70, 71, 3, 4, 74, 75}));
}

TEST(lowering_corners, strides_of_extents_of_1_in_outputs) {
  const array<int32_t> data{{3, 1}, {1, 2, 3}};
  const array<int64_t> indices{{2}, {2, 0}};
  array<int32_t> output{{2, 1}, {7, 7}, STREW_DTYPE_I32, {4, 0}};
  EXPECT_EQ(called(along(operator_kind::gather, 0), data.view(), indices.view(), output.view()).status,
            STREW_STATUS_OK);
  EXPECT_EQ(output.values, (std::vector<int32_t>{3, 1}));
  const shape none = {2, 0};
  const shape zeros = {0, 0};
  const array<int32_t> thin{{3, 0}, {}};
  EXPECT_EQ(called(along(operator_kind::gather, 0), thin.view(), indices.view(),
                   describe(nullptr, STREW_DTYPE_I32, none, zeros))
                .status,
            STREW_STATUS_OK);
}

// Columns of scatter_elements never collide; each sees its rows in order, however the operands lie.
TEST(lowering_corners, batch_axes_are_free) {
  const float large = 16777216;
  const array<int64_t> zeros{{4, 2}, std::vector<int64_t>(8), STREW_DTYPE_I64, {8, 32}};
  const array<float> updates{{4, 2}, {large, 1, -large, 1, 1, large, -large, 1}, STREW_DTYPE_F32, {4, 16}};
  array<float> table{{1, 2}, {0, 0}};
  EXPECT_EQ(called(along(operator_kind::scatter_elements, 0), table.view(), zeros.view(), updates.view(),
                   options_of(STREW_REDUCTION_ADD))
                .status,
            STREW_STATUS_OK);
  EXPECT_EQ(table.values, (std::vector<float>{1, 1}));
}

// The indices of depth 0 are empty: their strides and their pointer mean nothing.
TEST(lowering_corners, depth_0) {
  array<int32_t> table{{2}, {1, 2}};
  const shape tuples = {3, 0};
  const shape strides = {12345, -7};
  const array<int32_t> updates{{3, 2}, {3, 4, 5, 6, 7, 8}};
  EXPECT_EQ(called(along(operator_kind::scatter_nd, 0), table.view(),
                   describe(nullptr, STREW_DTYPE_U8, tuples, strides), updates.view())
                .status,
            STREW_STATUS_OK);
  EXPECT_EQ(table.values, (std::vector<int32_t>{7, 8}));
  EXPECT_EQ(called(along(operator_kind::scatter_nd, 0), table.view(),
                   describe(nullptr, STREW_DTYPE_U8, tuples, strides), updates.view(), options_of(STREW_REDUCTION_ADD))
                .status,
            STREW_STATUS_OK);
  EXPECT_EQ(table.values, (std::vector<int32_t>{22, 26}));
}

TEST(lowering_corners, members_may_share_a_word_or_run_backwards) {
  const array<int32_t> data{{3, 3}, counting<int32_t>(9)};
  expect_gather<int32_t, int32_t>(along(operator_kind::gather_nd, 0), data, {{2, 2}, {2, 1}, STREW_DTYPE_I32, {4, 0}},
                                  {{2}, {8, 4}});
  std::vector<int32_t> memory = {0, 1, 2, 0};
  const shape extents = {2, 2};
  const shape backwards = {8, -4};
  array<int32_t> output{{2}, {7, 7}};
  EXPECT_EQ(called(along(operator_kind::gather_nd, 0), data.view(),
                   describe(memory.data() + 1, STREW_DTYPE_I32, extents, backwards), output.view())
                .status,
            STREW_STATUS_OK);
  EXPECT_EQ(output.values, (std::vector<int32_t>{3, 2}));  // tuples (1, 0) and (0, 2)
}

TEST(lowering_corners, inf_minus_inf_is_the_positive_nan) {
  array<uint32_t> table{{2}, {0x7f800000, 0xff800000}, STREW_DTYPE_F32};
  const array<int64_t> both{{2}, {0, 1}};
  const array<uint32_t> updates{{2}, {0xff800000, 0x7f800000}, STREW_DTYPE_F32};
  EXPECT_EQ(called(along(operator_kind::scatter, 0), table.view(), both.view(), updates.view(),
                   options_of(STREW_REDUCTION_ADD))
                .status,
            STREW_STATUS_OK);
  EXPECT_EQ(table.values, (std::vector<uint32_t>{0x7fc00000, 0x7fc00000}));
}

// data under the output at another place: the copy would read what it wrote.
TEST(lowering_corners, in_place_is_the_same_base_shape_and_strides) {
  std::vector<int32_t> memory = {1, 2, 3, 4, 5};
  const shape four = {4};
  const shape stride = {4};
  const array<int64_t> index{{1}, {0}};
  const array<int32_t> update{{1}, {9}};
  arguments a = along(operator_kind::scatter, 0);
  a.data = describe(memory.data(), STREW_DTYPE_I32, four, stride);
  a.output = describe(memory.data() + 1, STREW_DTYPE_I32, four, stride);
  a.indices = index.view();
  a.updates = update.view();
  EXPECT_STREQ(run(a).rule, "OV2");
  EXPECT_EQ(memory, (std::vector<int32_t>{1, 2, 3, 4, 5}));
}

TEST(lowering_corners, strides_of_empty_tensors_mean_nothing) {
  const shape strides = {INT64_MIN, INT64_MAX, 1};
  const shape data = {3, 0, 2};
  const shape output = {1, 0, 2};
  const array<int64_t> one{{1}, {2}};
  EXPECT_EQ(called(along(operator_kind::gather, 0), describe(nullptr, STREW_DTYPE_F64, data, strides), one.view(),
                   describe(nullptr, STREW_DTYPE_F64, output, strides))
                .status,
            STREW_STATUS_OK);
}

}  // namespace
}  // namespace strew::support
