// The move with indices on both sides against literal vectors.
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string_view>

#include "oracle/move.hpp"
#include "oracle/nd.hpp"
#include "oracle/packed.hpp"

namespace strew::oracle {
namespace {

constexpr reduction_rule adding = {reduction::add};
constexpr policy strict = {out_of_bounds::error, negative_indices::invalid};
constexpr policy skipping = {out_of_bounds::skip, negative_indices::invalid};

policy with_padding(policy rules, int64_t padding) {
  rules.padding = padding;
  return rules;
}

// A table of u8 cells, a direct operand of them, and indices of depth 1 on both sides.
struct byte_move {
  packed table;
  packed direct;
  packed to;
  packed from;
  move_operands operands;

  byte_move(const cells& old, const cells& read, const cells& to_values, const cells& from_values, policy to_rules = {},
            policy from_rules = {})
      : table(element::u8, {length(old)}, old),
        direct(element::u8, {length(read)}, read),
        to(element::i8, {length(to_values), 1}, to_values),
        from(element::i8, {length(from_values), 1}, from_values) {
    operands = {table.view, direct.view, indexed_by{to.view, to_rules}, {}, indexed_by{from.view, from_rules}, {}, 0};
  }

  move_outcome run(const reduction_rule& rule = adding, duplicates refused = duplicates::allow) {
    EXPECT_EQ(move_fault(operands, rule), "");
    return move(operands, rule, refused);
  }
  static int64_t length(const cells& list) { return static_cast<int64_t>(list.size()); }
};

TEST(moves, go_from_a_place_to_a_place) {
  byte_move m({1, 2, 3}, {10, 20, 30, 40}, {0, 2, 0}, {3, 1, 1});
  const move_outcome done = m.run();
  EXPECT_FALSE(done.error);
  EXPECT_EQ(m.table.values(), (cells{61, 2, 23}));
  EXPECT_EQ(done.moved, 3U);
  EXPECT_EQ(done.dropped, 0U);
  EXPECT_EQ(done.repeated, 1U);
}

TEST(moves, without_a_reduction_keep_the_last) {
  byte_move m({1, 2, 3}, {10, 20, 30, 40}, {0, 2, 0}, {3, 1, 2});
  m.run({reduction::none});
  EXPECT_EQ(m.table.values(), (cells{30, 2, 20}));
}

TEST(moves, move_slices_between_tuples) {
  packed table(element::u8, {2, 2, 2}, {0, 0, 0, 0, 0, 0, 0, 0});
  const packed direct(element::u8, {3, 2}, {1, 2, 3, 4, 5, 6});
  const packed to(element::i32, {2, 2}, {1, 0, 0, 1});
  const packed from(element::u16, {2, 1}, {2, 0});
  const move_operands of = {table.view, direct.view, indexed_by{to.view, {}}, {}, indexed_by{from.view, {}}, {}, 0};
  ASSERT_EQ(move_fault(of, {}), "");
  move(of, {});
  EXPECT_EQ(table.values(), (cells{0, 0, 1, 2, 5, 6, 0, 0}));
}

TEST(moves, share_batch_dimensions) {
  packed table(element::u8, {2, 2}, {0, 0, 0, 0});
  const packed direct(element::u8, {2, 3}, {1, 2, 3, 4, 5, 6});
  const packed to(element::i8, {2, 1, 1}, {1, 0});
  const packed from(element::i8, {2, 1, 1}, {2, 0});
  const move_operands of = {table.view, direct.view, indexed_by{to.view, {}}, {}, indexed_by{from.view, {}}, {}, 1};
  ASSERT_EQ(move_fault(of, adding), "");
  move(of, adding);
  EXPECT_EQ(table.values(), (cells{0, 3, 4, 0}));
}

TEST(moves, of_depth_0_take_or_fill_the_whole) {
  packed table(element::u8, {2, 2}, {0, 0, 0, 0});
  const packed direct(element::u8, {2}, {3, 5});
  const packed to(element::i8, {3, 1}, {1, 0, 1});
  const packed empty(element::i8, {3, 0}, {});
  move_operands of = {table.view, direct.view, indexed_by{to.view, {}}, {}, indexed_by{empty.view, {}}, {}, 0};
  ASSERT_EQ(move_fault(of, adding), "");
  move(of, adding);
  EXPECT_EQ(table.values(), (cells{3, 5, 6, 10}));
  packed all(element::u8, {2}, {0, 0});
  of = {all.view, table.view, indexed_by{empty.view, {}}, {}, indexed_by{to.view, {}}, {}, 0};
  ASSERT_EQ(move_fault(of, adding), "");
  move(of, adding);
  EXPECT_EQ(all.values(), (cells{15, 25}));
}

TEST(moves, multiply_by_the_weight_of_the_position) {
  packed table(element::i16, {2, 2}, {1, 1, 1, 1});
  const packed direct(element::i16, {3, 2}, {1, 2, 3, 4, 5, 6});
  const packed to(element::i8, {3, 1}, {1, 0, 1});
  const packed from(element::i8, {3, 1}, {0, 1, 2});
  const packed weights(element::i16, {3}, {2, 3, 0xffff});
  const move_operands of = {
      table.view, direct.view, indexed_by{to.view, {}}, {}, indexed_by{from.view, {}}, weights.view, 0};
  const reduction_rule rule = {reduction::add, true, accumulate::wide, element::i16};
  ASSERT_EQ(move_fault(of, rule), "");
  move(of, rule);
  EXPECT_EQ(table.values(), (cells{10, 13, 0xfffe, 0xffff}));  // 1 + 9, 1 + 12, 1 + 2 - 5, 1 + 4 - 6
}

TEST(moves, may_repeat_a_weight) {
  packed table(element::i16, {2}, {0, 0});
  const packed direct(element::i16, {2, 3}, {1, 2, 3, 4, 5, 6});
  const packed to(element::i8, {2, 3, 1}, {0, 0, 1, 0, 1, 1});
  const packed weights(element::i16, {2, 3}, {2, 1}, {10, 100});  // one a row
  const move_operands of = {table.view, direct.view, indexed_by{to.view, {}}, {}, {}, weights.view, 0};
  const reduction_rule rule = {reduction::add, true, accumulate::wide, element::i16};
  ASSERT_EQ(move_fault(of, rule), "");
  move(of, rule);
  EXPECT_EQ(table.values(), (cells{430, 1130}));  // 10 + 20 + 400, 30 + 500 + 600
}

TEST(moves, keep_the_order_of_positions) {
  packed table(element::f32, {1}, {0});
  const packed direct(element::f32, {2}, {0x4b800000, 0x3f800000});  // 2^24, 1
  const packed to(element::i8, {3, 1}, {0, 0, 0});
  const packed lost(element::i8, {3, 1}, {0, 1, 0});
  const packed kept(element::i8, {3, 1}, {0, 0, 1});
  const packed weights(element::f32, {3}, {0x3f800000, 0x3f800000, 0xbf800000});
  const reduction_rule rule = {reduction::add, true, accumulate::wide, element::f32};
  move({table.view, direct.view, indexed_by{to.view, {}}, {}, indexed_by{lost.view, {}}, weights.view, 0}, rule);
  EXPECT_EQ(table.values(), (cells{0}));  // 2^24 + 1 - 2^24
  move({table.view, direct.view, indexed_by{to.view, {}}, {}, indexed_by{kept.view, {}}, weights.view, 0}, rule);
  EXPECT_EQ(table.values(), (cells{0x4c000000}));  // 2^24 + 2^24 - 1 is a tie with 2^25
}

TEST(moves, without_a_place_on_one_side_leave_the_cell) {
  // Position 0 is read from nowhere, 1 written nowhere, 2 both; 3 moves.
  byte_move m({7, 8, 9}, {10, 20}, {0, 5, 5, 2}, {2, 0, 0xff, 1}, skipping, skipping);
  const move_outcome done = m.run({reduction::add, false});
  EXPECT_FALSE(done.error);
  EXPECT_EQ(m.table.values(), (cells{7, 8, 20}));
  EXPECT_EQ(done.moved, 1U);
  EXPECT_EQ(done.dropped, 3U);
}

TEST(moves, keep_the_bits_of_cells_that_none_reaches) {
  packed table(element::f32, {2}, {0xffc12345, 0xffc12345});
  const packed direct(element::f32, {1}, {0});
  const packed to(element::i8, {2, 1}, {0, 1});
  const packed from(element::i8, {2, 1}, {1, 0});
  const move_operands of = {table.view, direct.view, indexed_by{to.view, {}}, {}, indexed_by{from.view, skipping}, {},
                            0};
  EXPECT_EQ(move(of, adding).nans, 1U);
  EXPECT_EQ(table.values(), (cells{0xffc12345, 0x7fc00000}));
}

TEST(moves, leave_padding_out_after_the_policy) {
  byte_move read({1, 1, 1}, {10, 20, 30}, {0, 1, 2}, {2, 9, 1}, {}, with_padding({out_of_bounds::clamp}, -1));
  read.run();
  EXPECT_EQ(read.table.values(), (cells{1, 1, 21}));
  byte_move written({1, 1, 1}, {10, 20, 30}, {0xff, 4, 1}, {0, 1, 2}, with_padding({out_of_bounds::wrap}, 1), {});
  written.run();
  EXPECT_EQ(written.table.values(), (cells{1, 1, 11}));
}

TEST(moves, judge_from_whole_before_to) {
  byte_move m({1, 2, 3}, {10, 20}, {3, 0, 0}, {0, 5, 0xff}, strict, strict);
  const move_outcome done = m.run();
  ASSERT_TRUE(done.error);
  EXPECT_EQ(done.judged, move_operand::from);
  EXPECT_EQ(done.error->position, 1U);
  EXPECT_EQ(done.error->tuple, (std::vector<stored_index>{{5, false}}));
  EXPECT_EQ(done.error->component, 0U);
  EXPECT_EQ(done.error->extent, 2);
  EXPECT_EQ(done.error->bad_count, 2U);
  EXPECT_EQ(m.table.values(), (cells{1, 2, 3}));
}

TEST(moves, judge_positions_that_the_other_side_leaves_out) {
  byte_move written({1, 2, 3}, {10, 20}, {0, 0xff, 3}, {7, 7, 1}, strict, with_padding(skipping, 1));
  const move_outcome done = written.run();
  ASSERT_TRUE(done.error);
  EXPECT_EQ(done.judged, move_operand::to);
  EXPECT_EQ(done.error->position, 1U);
  EXPECT_EQ(done.error->tuple, (std::vector<stored_index>{{~uint64_t{0}, true}}));
  EXPECT_EQ(done.error->extent, 3);
  EXPECT_EQ(done.error->bad_count, 2U);
  byte_move read({1, 2, 3}, {10, 20}, {9, 1, 1}, {2, 0, 0}, with_padding(skipping, 1), strict);
  const move_outcome other = read.run();
  ASSERT_TRUE(other.error);
  EXPECT_EQ(other.judged, move_operand::from);
  EXPECT_EQ(other.error->position, 0U);
}

TEST(moves, find_duplicates_by_the_written_side) {
  // Positions 1 and 3 address cell 1, though nothing is read for 3; 0 and 2 lead to padding.
  byte_move m({1, 2, 3}, {10, 20}, {0, 1, 0, 1}, {0, 0, 0, 2}, with_padding(strict, 0), skipping);
  const move_outcome done = m.run(adding, duplicates::error);
  ASSERT_TRUE(done.found_duplicate);
  EXPECT_EQ(done.found_duplicate->position, 3U);
  EXPECT_EQ(done.found_duplicate->other_position, 1U);
  EXPECT_EQ(m.table.values(), (cells{1, 2, 3}));
  // One element read twice is none.
  byte_move read({1, 2, 3}, {10, 20}, {1, 2}, {0, 0});
  EXPECT_FALSE(read.run(adding, duplicates::error).found_duplicate);
  EXPECT_EQ(read.table.values(), (cells{1, 12, 13}));
}

// Four positions, each with its own place in direct; offsets into a table of two.
struct segmented_move {
  packed table{element::u8, {2}, {1, 1}};
  packed direct{element::u8, {5}, {10, 20, 30, 40, 50}};
  packed from{element::i8, {4, 1}, {4, 3, 2, 1}};
  packed offsets;
  move_operands operands;

  explicit segmented_move(const cells& values) : offsets(element::i32, {byte_move::length(values)}, values) {
    operands = {table.view, direct.view, {}, offsets.view, indexed_by{from.view, {}}, {}, 0};
    EXPECT_EQ(move_fault(operands, adding), "");
  }
};

TEST(moves, sum_segments) {
  segmented_move m({0, 1, 4});
  EXPECT_FALSE(move(m.operands, adding).error);
  EXPECT_EQ(m.table.values(), (cells{51, 91}));
  segmented_move open({1, 3});
  move(open.operands, {reduction::max});
  EXPECT_EQ(open.table.values(), (cells{40, 20}));
  segmented_move empty({2, 2, 3});
  const move_outcome done = move(empty.operands, adding);
  EXPECT_EQ(empty.table.values(), (cells{1, 31}));
  EXPECT_EQ(done.dropped, 3U);
}

TEST(moves, sum_segments_of_rows_in_order) {
  packed table(element::u8, {2, 2}, {0, 0, 0, 0});
  const packed direct(element::u8, {3, 2}, {1, 2, 3, 4, 5, 6});
  const packed offsets(element::u64, {3}, {0, 2, 3});
  const packed weights(element::u8, {3}, {1, 10, 2});
  const move_operands of = {table.view, direct.view, {}, offsets.view, {}, weights.view, 0};
  const reduction_rule rule = {reduction::add, true, accumulate::wide, element::u8};
  ASSERT_EQ(move_fault(of, rule), "");
  move(of, rule);
  EXPECT_EQ(table.values(), (cells{31, 42, 10, 12}));
}

TEST(moves, have_offsets_for_each_batch_entry) {
  packed table(element::u8, {2, 2}, {0, 0, 0, 0});
  const packed direct(element::u8, {2, 3}, {1, 2, 3, 4, 5, 6});
  const packed offsets(element::i8, {2, 2}, {0, 1, 1, 2});
  const move_operands of = {table.view, direct.view, {}, offsets.view, {}, {}, 1};
  ASSERT_EQ(move_fault(of, adding), "");
  move(of, adding);
  EXPECT_EQ(table.values(), (cells{1, 5, 5, 6}));
}

TEST(moves, judge_offsets_after_from) {
  segmented_move m({0, 5, 2});
  const move_outcome done = move(m.operands, adding);
  ASSERT_TRUE(done.error);
  EXPECT_EQ(done.judged, move_operand::offsets);
  EXPECT_EQ(done.error->position, 1U);
  EXPECT_EQ(done.error->bad_count, 2U);
  EXPECT_EQ(m.table.values(), (cells{1, 1}));
  segmented_move both({0, 5, 2});
  both.from.store[0] = 9;
  EXPECT_EQ(move(both.operands, adding).judged, move_operand::from);
}

TEST(moves, to_a_segment_twice_are_duplicates) {
  segmented_move m({0, 1, 3});
  const move_outcome done = move(m.operands, adding, duplicates::error);
  ASSERT_TRUE(done.found_duplicate);
  EXPECT_EQ(done.found_duplicate->position, 2U);
  EXPECT_EQ(done.found_duplicate->other_position, 1U);
  EXPECT_EQ(done.found_duplicate->tuple, (std::vector<stored_index>{{1, false}}));
}

cells random_bytes(std::mt19937& random, size_t count) {
  cells all;
  for (size_t i = 0; i < count; ++i) all.push_back(random() % 256);
  return all;
}

TEST(moves, equal_a_gather_and_a_scatter) {
  std::mt19937 random(7);
  constexpr out_of_bounds outside[] = {out_of_bounds::clamp, out_of_bounds::wrap, out_of_bounds::skip};
  for (uint32_t run = 0; run < 500; ++run) {
    const size_t count = random() % 9;
    const cells old = random_bytes(random, 1 + random() % 5);
    byte_move m(old, random_bytes(random, 1 + random() % 5), random_bytes(random, count), random_bytes(random, count),
                {outside[run % 3], negative_indices(run % 2)}, {outside[run / 2 % 2], negative_indices(run / 4 % 2)});
    if (run % 5 == 0) m.operands.to->rules.padding = 0;
    const reduction_rule rule = {reduction(random() % 10), random() % 2 == 0, accumulate(random() % 2)};
    packed between(element::u8, {byte_move::length(cells(count))}, cells(count));
    packed table(element::u8, {byte_move::length(old)}, old);
    gather(nd_form(m.direct.view.extents, m.from.view.extents, 0), m.operands.from->rules, m.direct.view, m.from.view,
           between.view, {});
    scatter(nd_form(table.view.extents, m.to.view.extents, 0), m.operands.to->rules, rule, table.view, m.to.view,
            between.view, table.view);
    m.run(rule);
    EXPECT_EQ(m.table.values(), table.values()) << "run " << run;
  }
}

// What does not fit after a change of two positions from a direct operand of two u8 to a table of three.
std::string_view fault(const reduction_rule& rule, const std::function<void(move_operands&)>& change) {
  byte_move m({1, 2, 3}, {10, 20}, {1, 0}, {0, 1});
  change(m.operands);
  return move_fault(m.operands, rule);
}

TEST(moves, have_operands_that_fit) {
  const packed offsets(element::i8, {4}, {0, 0, 0, 0});
  const packed three(element::i8, {3, 1}, {0, 0, 0});
  const packed scalar(element::i8, {}, {0});
  const packed pairs(element::i8, {2, 2}, {0, 0, 0, 0});
  EXPECT_EQ(fault(adding, [](auto&) {}), "");
  EXPECT_EQ(fault(adding, [](auto& of) { of.to.reset(); }), "groups");
  EXPECT_EQ(fault(adding, [&](auto& of) { of.offsets = offsets.view; }), "groups");
  EXPECT_EQ(fault(adding, [](auto& of) { of.from->rules.out_of_bounds = out_of_bounds::fill; }), "fill");
  EXPECT_EQ(fault(adding, [](auto& of) { of.to->rules.out_of_bounds = out_of_bounds::fill; }), "fill");
  EXPECT_EQ(fault(adding, [&](auto& of) { of.from->indices = scalar.view; }), "depth");
  EXPECT_EQ(fault(adding, [&](auto& of) { of.from->indices = pairs.view; }), "from");
  EXPECT_EQ(fault(adding, [&](auto& of) { of.from->indices = three.view; }), "to");
  EXPECT_EQ(fault(adding, [](auto& of) { of.batch_dims = -1; }), "from");
  EXPECT_EQ(fault(adding, [](auto& of) { of.direct.type = element::i8; }), "type");
  EXPECT_EQ(fault({reduction::mean}, [](auto& of) { of.table.type = of.direct.type = element::boolean; }), "type");
}

TEST(moves, have_offsets_that_fit) {
  const packed square(element::u8, {2, 2}, {0, 0, 0, 0});
  const packed scalar(element::u8, {}, {0});
  const auto by = [](const packed& offsets) {
    return [&](auto& of) {
      of.to.reset();
      of.offsets = offsets.view;
    };
  };
  const packed four(element::i8, {4}, {0, 0, 0, 0});
  const packed two(element::i8, {2}, {0, 0});
  EXPECT_EQ(fault(adding, by(four)), "");
  EXPECT_EQ(fault(adding, by(two)), "offsets");
  EXPECT_EQ(fault(adding, by(square)), "offsets");
  EXPECT_EQ(fault(adding,
                  [&](auto& of) {
                    by(four)(of);
                    of.direct = square.view;
                  }),
            "offsets");
  EXPECT_EQ(move_fault({square.view, scalar.view, {}, two.view, {}, {}, 0}, adding), "offsets");
}

TEST(moves, have_padding_that_fits) {
  EXPECT_EQ(fault(adding, [](auto& of) { of.from->rules.padding = 2; }), "padding");
  EXPECT_EQ(fault(adding, [](auto& of) { of.from->rules.padding = -2; }), "");
  EXPECT_EQ(fault(adding, [](auto& of) { of.to->rules.padding = -4; }), "padding");
  const packed square(element::u8, {2, 2}, {0, 0, 0, 0});
  const packed pairs(element::i8, {2, 2}, {0, 0, 0, 0});
  const auto take_pairs = [&](move_operands& of) {
    of.direct = square.view;
    of.from->indices = pairs.view;
  };
  EXPECT_EQ(fault(adding, take_pairs), "");
  EXPECT_EQ(fault(adding,
                  [&](auto& of) {
                    take_pairs(of);
                    of.from->rules.padding = 0;
                  }),
            "padding");
}

TEST(moves, have_weights_that_fit) {
  const packed two(element::u8, {2}, {0, 0});
  const packed three(element::u8, {3}, {0, 0, 0});
  const packed other(element::i8, {2}, {0, 0});
  const auto by = [](const packed& weights) { return [&](auto& of) { of.weights = weights.view; }; };
  const reduction_rule of_u8 = {reduction::add, true, accumulate::wide, element::u8};
  const reduction_rule of_i8 = {reduction::add, true, accumulate::wide, element::i8};
  EXPECT_EQ(fault(of_u8, by(two)), "");
  EXPECT_EQ(fault(of_u8, [](auto&) {}), "weights");
  EXPECT_EQ(fault(adding, by(two)), "weights");
  EXPECT_EQ(fault(of_u8, by(three)), "weights");
  EXPECT_EQ(fault(of_u8, by(other)), "weights");
  EXPECT_EQ(fault(of_i8, by(other)), "weights");
  EXPECT_EQ(fault({reduction::none, true, accumulate::wide, element::u8}, by(two)), "weights");
}

}  // namespace
}  // namespace strew::oracle
