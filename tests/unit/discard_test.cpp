// Executions after whose failure the output's content does not matter: they move first and validate meanwhile.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "execute/execute.hpp"
#include "lower/lower.hpp"

namespace strew::engine::testing {
namespace {

constexpr float unwritten = -1;

tensor view(dtype type, std::int64_t width, std::int64_t count) {
  tensor made;
  made.type = type;
  made.width = width;
  made.extents.push_back(count);
  pack(made);
  return made;
}

// A gather or scatter of single floats: the table has the values 0, 1, 2, ..., each update is 1.
struct single_float_call {
  single_float_call(bool is_scatter, std::int64_t cells, std::int64_t count, reduction reduce = reduction::none)
      : table(static_cast<std::size_t>(cells)),
        updates(static_cast<std::size_t>(count), 1.0F),
        indices(updates.size()) {
    std::iota(table.begin(), table.end(), 0.0F);
    for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<std::int64_t>(i * 7 % table.size());
    output.assign(is_scatter ? table.size() : updates.size(), unwritten);
    ops.is_scatter = is_scatter;
    ops.data = view(dtype::f32, 4, cells);
    ops.indices = view(dtype::i64, 8, count);
    if (is_scatter) ops.updates = view(dtype::f32, 4, count);
    ops.output = view(dtype::f32, 4, is_scatter ? cells : count);
    make(reduce, false);
  }

  void make(reduction reduce, bool refuses_duplicates) {
    operator_options options;
    options.reduce = reduce;
    options.refuses_duplicates = refuses_duplicates;
    const auto lowered = lower::along_axis(ops, 0, 0, options);
    ASSERT_TRUE(lowered);
    made = {};
    made.ops = ops;
    ASSERT_FALSE(make_plan(*lowered, {}, made));
  }

  status run(execution_context with, bool discards, bool in_place = false) {
    with.discards_on_error = discards;
    std::vector<float>& written = in_place ? table : output;
    const auto bytes = [](const auto& of) { return reinterpret_cast<const std::byte*>(of.data()); };
    return execute(made,
                   {bytes(table), bytes(indices), ops.is_scatter ? bytes(updates) : nullptr,
                    reinterpret_cast<std::byte*>(written.data())},
                   with);
  }

  [[nodiscard]] bool is_touched() const { return output != std::vector<float>(output.size(), unwritten); }

  std::vector<float> table, updates, output;
  std::vector<std::int64_t> indices;
  operands ops;
  plan made;
};

// Never stops anything, but mends an index when it is asked after the first block of the move: by then it was read.
struct mender {
  single_float_call& of;
  std::size_t position;
  int polls_before;  // by the copy of data
  int asked = 0;

  static int look(void* context) {
    auto& self = *static_cast<mender*>(context);
    if (++self.asked == self.polls_before + 2) self.of.indices[self.position] = 5;
    return 0;
  }
  execution_context context() {
    execution_context made;
    made.cancel = {look, this};
    return made;
  }
};

execution_context never_stopped() {  // no plain call
  execution_context made;
  made.cancel = {[](void*) { return 0; }, nullptr};
  return made;
}

TEST(discard, reports_what_a_validated_call_reports_after_it_has_moved) {
  for (const bool is_scatter : {false, true}) {
    for (const std::int64_t bad : {std::int64_t{100}, std::int64_t{-101}, INT64_MIN, INT64_MAX}) {
      single_float_call one(is_scatter, 100, 70'000);
      one.indices[2] = bad;
      one.indices[1500] = bad;
      one.indices.back() = bad;
      const status regular = one.run(never_stopped(), false);
      ASSERT_TRUE(regular);
      EXPECT_FALSE(one.is_touched());
      const status discarding = one.run(never_stopped(), true);
      ASSERT_TRUE(discarding);
      EXPECT_EQ(discarding->number, rule::IX1);
      EXPECT_EQ(discarding->message, regular->message);
      EXPECT_TRUE(one.is_touched());
    }
  }
}

TEST(discard, writes_what_a_validated_call_writes) {
  for (const bool is_scatter : {false, true}) {
    single_float_call one(is_scatter, 100, 3000, is_scatter ? reduction::add : reduction::none);
    one.indices[2] = -100;
    EXPECT_FALSE(one.run(never_stopped(), false));
    const std::vector<float> expected = one.output;
    one.output.assign(expected.size(), unwritten);
    EXPECT_FALSE(one.run(never_stopped(), true));
    EXPECT_EQ(one.output, expected);
  }
}

// Duplicates are searched for before anything moves, and IX1 goes before IX2.
TEST(discard, refuses_duplicates_before_it_moves) {
  single_float_call one(true, 100, 3000);
  one.make(reduction::none, true);
  const status bad = one.run(never_stopped(), true);
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->number, rule::IX2);
  EXPECT_FALSE(one.is_touched());
}

constexpr std::int64_t polled_positions = 3'000'000;  // more than are moved between two polls

TEST(discard, moves_again_where_an_index_became_good_meanwhile) {
  single_float_call one(false, 100, polled_positions);
  one.indices[3] = 5;
  EXPECT_FALSE(one.run(never_stopped(), false));
  const std::vector<float> expected = one.output;
  one.indices[3] = 100;
  mender mends{one, 3, 0};
  EXPECT_FALSE(one.run(mends.context(), true));
  EXPECT_GE(mends.asked, 3);
  EXPECT_EQ(one.output, expected);
}

// A second pass would add everything again: such a position is skipped, as one that became bad after validation.
TEST(discard, does_not_move_again_in_place) {
  single_float_call one(true, 100, polled_positions, reduction::add);
  std::vector<float> expected = one.table;
  for (std::size_t i = 0; i < one.indices.size(); ++i) {
    if (i != 3) expected[static_cast<std::size_t>(one.indices[i])] += 1;
  }
  one.indices[3] = 100;
  mender mends{one, 3, 0};
  EXPECT_FALSE(one.run(mends.context(), true, true));
  EXPECT_EQ(one.table, expected);
}

}  // namespace
}  // namespace strew::engine::testing
