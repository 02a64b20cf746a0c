// Segments of positions against literal vectors.
#include <gtest/gtest.h>

#include "oracle/offsets.hpp"
#include "oracle/packed.hpp"

namespace strew::oracle {
namespace {

constexpr uint64_t nowhere = ~uint64_t{0};

// The segments of six positions.
cells segments_of_six(int64_t segments, const cells& offsets) {
  const packed given(element::i32, {static_cast<int64_t>(offsets.size())}, offsets);
  const segmentation of = {{6}, 0, segments};
  EXPECT_FALSE(bad_offsets(of, given.view));
  const segment_ids ids(of, given.view);
  cells all;
  for_each_coordinate({6, 1}, [&](const coordinate& c) { all.push_back(read_integer(element::i64, ids.view.at(c))); });
  return all;
}

TEST(offsets, hold_the_positions_between_them) {
  EXPECT_EQ(segments_of_six(3, {0, 2, 3, 6}), (cells{0, 0, 1, 2, 2, 2}));
}

TEST(offsets, end_with_the_positions_if_the_last_is_not_given) {
  EXPECT_EQ(segments_of_six(3, {0, 2, 3}), (cells{0, 0, 1, 2, 2, 2}));
  EXPECT_EQ(segments_of_six(1, {4}), (cells{nowhere, nowhere, nowhere, nowhere, 0, 0}));
}

TEST(offsets, may_leave_positions_out) {
  EXPECT_EQ(segments_of_six(2, {1, 2, 4}), (cells{nowhere, 0, 1, 1, nowhere, nowhere}));
  EXPECT_EQ(segments_of_six(0, {}), cells(6, nowhere));
  EXPECT_EQ(segments_of_six(0, {3}), cells(6, nowhere));
}

TEST(offsets, may_be_equal) {
  EXPECT_EQ(segments_of_six(4, {0, 0, 3, 3, 6}), (cells{1, 1, 1, 3, 3, 3}));
  EXPECT_EQ(segments_of_six(2, {6, 6, 6}), cells(6, nowhere));
  EXPECT_EQ(segments_of_six(3, {0, 0, 0}), cells(6, 2));
}

TEST(offsets, count_positions_of_a_batch_entry_in_row_major_order) {
  const packed given(element::u8, {2, 2}, {0, 3, 1, 1});
  const segmentation of = {{2, 2, 2}, 1, 2};
  const segment_ids ids(of, given.view);
  EXPECT_EQ(ids.view.extents, (shape{2, 2, 2, 1}));
  cells all;
  for_each_coordinate(ids.view.extents,
                      [&](const coordinate& c) { all.push_back(read_integer(element::i64, ids.view.at(c))); });
  EXPECT_EQ(all, (cells{0, 0, 0, 1, nowhere, 1, 1, 1}));
}

TEST(offsets, are_bad_below_the_one_before) {
  const packed given(element::i16, {5}, {1, 4, 3, 2, 5});
  const auto bad = bad_offsets({{6}, 0, 4}, given.view);
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->position, 2U);
  EXPECT_EQ(bad->coordinates, (coordinate{2}));
  EXPECT_EQ(bad->tuple, (std::vector<stored_index>{{3, false}}));
  EXPECT_EQ(bad->extent, 6);
  EXPECT_EQ(bad->range.low, 4);
  EXPECT_EQ(bad->range.high, 6);
  EXPECT_EQ(bad->bad_count, 2U);
  const packed second(element::i16, {2}, {2, 1});
  const auto below_the_first = bad_offsets({{6}, 0, 1}, second.view);
  ASSERT_TRUE(below_the_first);
  EXPECT_EQ(below_the_first->position, 1U);
  EXPECT_EQ(below_the_first->range.low, 2);
}

TEST(offsets, are_bad_outside_the_positions) {
  const packed below(element::i8, {2}, {0xff, 0});
  const auto negative = bad_offsets({{6}, 0, 1}, below.view);
  ASSERT_TRUE(negative);
  EXPECT_EQ(negative->position, 0U);
  EXPECT_EQ(negative->tuple, (std::vector<stored_index>{{~uint64_t{0}, true}}));
  EXPECT_EQ(negative->range.low, 0);
  EXPECT_EQ(negative->bad_count, 1U);
  const packed above(element::u64, {3}, {0, uint64_t{1} << 63, 7});
  const auto huge = bad_offsets({{6}, 0, 2}, above.view);
  ASSERT_TRUE(huge);
  EXPECT_EQ(huge->position, 1U);
  EXPECT_EQ(huge->tuple, (std::vector<stored_index>{{uint64_t{1} << 63, false}}));
  EXPECT_EQ(huge->bad_count, 2U);
}

TEST(offsets, of_no_positions_are_judged) {
  const packed given(element::i8, {2}, {0, 1});
  EXPECT_TRUE(bad_offsets({{0}, 0, 1}, given.view));
}

TEST(offsets, of_a_batch_entry_start_anew) {
  const packed given(element::i8, {2, 2}, {0, 3, 1, 4});
  const auto bad = bad_offsets({{2, 3}, 1, 1}, given.view);
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->position, 3U);
  EXPECT_EQ(bad->coordinates, (coordinate{1, 1}));
  EXPECT_EQ(bad->bad_count, 1U);
}

}  // namespace
}  // namespace strew::oracle
