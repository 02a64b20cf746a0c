// Windows of the forms of StableHLO under every policy: cut, whole, shifted, wrapped around, and counted from the end.
#include "operators/expect.hpp"

namespace strew::support {
namespace {

const oracle::dimensions pairs{{1}, {}, {}, {}, {0}, 1, {2}};
using list = std::vector<int32_t>;

strew_options windowed(int32_t outside, int32_t negative, int32_t partial = STREW_PARTIAL_ELEMENT) {
  strew_options options = options_of(STREW_REDUCTION_NONE, outside, negative);
  options.partial_window = partial;
  return options;
}

// A window of two cells of three or four at one start; the output holds 7 and the fill value is 0.
list gathered(int64_t start, const strew_options& options, int64_t cells = 4) {
  const array<int32_t> data{{cells}, counting<int32_t>(cells, 1)};
  const array<int64_t> indices{{1, 1}, {start}};
  array<int32_t> output{{1, 2}, {7, 7}};
  arguments a = stablehlo(operator_kind::stablehlo_gather, pairs);
  a.data = data.view();
  a.indices = indices.view();
  a.output = output.view();
  a.options = &options;
  const strew_error error = run(a);
  if (error.status != STREW_STATUS_OK) return {};
  return output.values;
}

// What the record says of a window of three over `cells`, at a start that is refused.
strew_error refused_window(int64_t start, int32_t negatives, int64_t cells) {
  const array<int32_t> data{{cells}, counting<int32_t>(cells, 1)};
  const array<int64_t> indices{{1, 1}, {start}};
  array<int32_t> output{{1, 3}, {7, 7, 7}};
  arguments a = stablehlo(operator_kind::stablehlo_gather, {{1}, {}, {}, {}, {0}, 1, {3}});
  strew_options options = STREW_OPTIONS_INIT;
  options.negative_indices = negatives;
  a.data = data.view();
  a.indices = indices.view();
  a.output = output.view();
  a.options = &options;
  return run(a);
}

// Counted from the end the windows at -1 and -2 would reach past it: a hole in the range.
TEST(window, the_record_says_which_starts_are_allowed) {
  for (const int32_t negatives : {STREW_NEGATIVE_FROM_END, STREW_NEGATIVE_INVALID}) {
    for (const int64_t cells : {int64_t{3}, int64_t{5}, int64_t{9}}) {
      const strew_error record = refused_window(99, negatives, cells);
      ASSERT_EQ(record.status, STREW_STATUS_INDEX);
      EXPECT_EQ(record.window, 3);
      for (int64_t start = -12; start <= 12; ++start) {
        const bool is_in_hole = record.allowed_low < 0 && start < 0 && start > -record.window;
        const bool is_allowed = start >= record.allowed_low && start <= record.allowed_high && !is_in_hole;
        EXPECT_EQ(refused_window(start, negatives, cells).status, is_allowed ? STREW_STATUS_OK : STREW_STATUS_INDEX)
            << start;
      }
    }
  }
}

list scattered(int64_t start, const strew_options& options, int64_t cells = 4) {
  array<int32_t> table{{cells}, std::vector<int32_t>(static_cast<size_t>(cells))};
  const array<int64_t> indices{{1, 1}, {start}};
  const array<int32_t> updates{{1, 2}, {8, 9}};
  arguments a = stablehlo(operator_kind::stablehlo_scatter, pairs);
  a.data = a.output = table.view();
  a.indices = indices.view();
  a.updates = updates.view();
  a.options = &options;
  const strew_error error = run(a);
  if (error.status != STREW_STATUS_OK) return {};
  return table.values;
}

TEST(windows, skip_cuts_by_element_or_leaves_the_whole) {
  const strew_options element = windowed(STREW_OOB_SKIP, STREW_NEGATIVE_INVALID);
  EXPECT_EQ(scattered(3, element), (list{0, 0, 0, 8}));
  EXPECT_EQ(scattered(-1, element), (list{9, 0, 0, 0}));
  EXPECT_EQ(scattered(4, element), (list{0, 0, 0, 0}));
  EXPECT_EQ(scattered(-2, element), (list{0, 0, 0, 0}));
  EXPECT_EQ(scattered(2, element), (list{0, 0, 8, 9}));
  EXPECT_EQ(gathered(3, element), (list{4, 7}));
  EXPECT_EQ(gathered(-1, element), (list{7, 1}));
  const strew_options whole = windowed(STREW_OOB_SKIP, STREW_NEGATIVE_INVALID, STREW_PARTIAL_WHOLE);
  EXPECT_EQ(scattered(3, whole), (list{0, 0, 0, 0}));
  EXPECT_EQ(scattered(-1, whole), (list{0, 0, 0, 0}));
  EXPECT_EQ(scattered(2, whole), (list{0, 0, 8, 9}));
  EXPECT_EQ(gathered(3, whole), (list{7, 7}));
}

TEST(windows, fill_cuts_by_element_or_fills_the_whole) {
  EXPECT_EQ(gathered(3, windowed(STREW_OOB_FILL, STREW_NEGATIVE_INVALID)), (list{4, 0}));
  EXPECT_EQ(gathered(-1, windowed(STREW_OOB_FILL, STREW_NEGATIVE_INVALID)), (list{0, 1}));
  EXPECT_EQ(gathered(9, windowed(STREW_OOB_FILL, STREW_NEGATIVE_INVALID)), (list{0, 0}));
  EXPECT_EQ(gathered(3, windowed(STREW_OOB_FILL, STREW_NEGATIVE_INVALID, STREW_PARTIAL_WHOLE)), (list{0, 0}));
  EXPECT_EQ(gathered(1, windowed(STREW_OOB_FILL, STREW_NEGATIVE_INVALID)), (list{2, 3}));
}

TEST(windows, clamp_shifts) {
  for (const int64_t start : {int64_t{3}, int64_t{9}, INT64_MAX}) {
    EXPECT_EQ(gathered(start, windowed(STREW_OOB_CLAMP, STREW_NEGATIVE_INVALID)), (list{3, 4}));
    EXPECT_EQ(scattered(start, windowed(STREW_OOB_CLAMP, STREW_NEGATIVE_INVALID)), (list{0, 0, 8, 9}));
  }
  EXPECT_EQ(gathered(-1, windowed(STREW_OOB_CLAMP, STREW_NEGATIVE_INVALID)), (list{1, 2}));
  // From the end the start is 3, and then it is shifted.
  EXPECT_EQ(gathered(-1, windowed(STREW_OOB_CLAMP, STREW_NEGATIVE_FROM_END)), (list{3, 4}));
  EXPECT_EQ(gathered(-4, windowed(STREW_OOB_CLAMP, STREW_NEGATIVE_FROM_END)), (list{1, 2}));
  EXPECT_EQ(gathered(-5, windowed(STREW_OOB_CLAMP, STREW_NEGATIVE_FROM_END)), (list{1, 2}));
}

TEST(windows, wrap_is_circular) {
  const strew_options wraps = windowed(STREW_OOB_WRAP, STREW_NEGATIVE_INVALID);
  EXPECT_EQ(gathered(3, wraps), (list{4, 1}));
  EXPECT_EQ(gathered(-1, wraps), (list{4, 1}));
  EXPECT_EQ(gathered(7, wraps), (list{4, 1}));
  EXPECT_EQ(scattered(3, wraps), (list{9, 0, 0, 8}));
  EXPECT_EQ(scattered(-5, wraps), (list{9, 0, 0, 8}));
  EXPECT_EQ(scattered(1, wraps), (list{0, 8, 9, 0}));
}

// Extent 3: -1 stands at the last cell, -3 at the first, -4 nowhere.
TEST(windows, from_end_adds_once_and_only_inside) {
  const strew_options skips = windowed(STREW_OOB_SKIP, STREW_NEGATIVE_FROM_END);
  EXPECT_EQ(scattered(-1, skips, 3), (list{0, 0, 8}));
  EXPECT_EQ(scattered(-2, skips, 3), (list{0, 8, 9}));
  EXPECT_EQ(scattered(-3, skips, 3), (list{8, 9, 0}));
  EXPECT_EQ(scattered(-4, skips, 3), (list{0, 0, 0}));
}

// With from_end and a window the good values have a hole: [-3, -2] and [0, 1] of an extent of 3, but not -1.
TEST(windows, from_end_leaves_a_hole) {
  const strew_options options = windowed(STREW_OOB_ERROR, STREW_NEGATIVE_FROM_END);
  EXPECT_EQ(gathered(-3, options, 3), (list{1, 2}));
  EXPECT_EQ(gathered(-2, options, 3), (list{2, 3}));
  EXPECT_EQ(gathered(0, options, 3), (list{1, 2}));
  EXPECT_EQ(gathered(1, options, 3), (list{2, 3}));
  for (const int64_t bad : {-4, -1, 2, 3}) EXPECT_EQ(gathered(bad, options, 3), list{}) << bad;
  // One bad value between two good ones: minimum and maximum alone do not find it.
  const array<int32_t> data{{3}, {1, 2, 3}};
  const array<int64_t> indices{{3, 1}, {-3, -1, 1}};
  array<int32_t> output{{3, 2}, std::vector<int32_t>(6, 7)};
  arguments a = stablehlo(operator_kind::stablehlo_gather, pairs);
  a.data = data.view();
  a.indices = indices.view();
  a.output = output.view();
  a.options = &options;
  const strew_error error = run(a);
  EXPECT_EQ(error.status, STREW_STATUS_INDEX);
  EXPECT_EQ(error.position, 1U);
  EXPECT_EQ(error.bad_count, 1U);
  EXPECT_EQ(output.values, std::vector<int32_t>(6, 7));
}

// Windows in two dimensions, cut at a corner; rows of the window stay rows.
TEST(windows, cut_in_two_dimensions) {
  const oracle::dimensions squares{{1, 2}, {}, {}, {}, {0, 1}, 1, {2, 2}};
  const array<int64_t> corners{{4, 2}, {-1, -1, -1, 2, 2, -1, 2, 2}};
  const array<int32_t> updates{{4, 2, 2}, counting<int32_t>(16, 1)};
  const strew_options options = windowed(STREW_OOB_SKIP, STREW_NEGATIVE_INVALID);
  expect_scatter(stablehlo(operator_kind::stablehlo_scatter, squares), array<int32_t>{{3, 3}, list(9)}, corners,
                 updates, {4, 0, 7, 0, 0, 0, 10, 0, 13}, &options);
  const strew_options wraps = windowed(STREW_OOB_WRAP, STREW_NEGATIVE_INVALID);
  expect_gather<int32_t, int64_t>(stablehlo(operator_kind::stablehlo_gather, squares),
                                  {{3, 3}, counting<int32_t>(9, 1)}, {{1, 2}, {2, 2}}, {{1, 2, 2}, {9, 7, 3, 1}},
                                  &wraps);
}

// Overlapping windows with a reduction that keeps state: (10 + 4) / 2, (20 + 1) / 2, (30 + 2 + 3) / 3.
TEST(windows, a_mean_over_cut_and_wrapped_windows) {
  strew_options options = windowed(STREW_OOB_WRAP, STREW_NEGATIVE_INVALID);
  options.reduction = STREW_REDUCTION_MEAN;
  expect_scatter<int32_t, int64_t>(stablehlo(operator_kind::stablehlo_scatter, pairs), {{3}, {10, 20, 30}},
                                   {{2, 1}, {1, 2}}, {{2, 2}, {1, 2, 3, 4}}, {7, 10, 11}, &options);
  options.out_of_bounds = STREW_OOB_SKIP;
  options.exclude_self = 1;
  expect_scatter<int32_t, int64_t>(stablehlo(operator_kind::stablehlo_scatter, pairs), {{3}, {10, 20, 30}},
                                   {{2, 1}, {1, 2}}, {{2, 2}, {1, 2, 3, 4}}, {10, 1, 2}, &options);
}

}  // namespace
}  // namespace strew::support
