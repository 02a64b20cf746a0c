// Parts along a dimension that tuples address: all positions, some places. Public headers only.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "problem/interpreter.hpp"
#include "problem/pieces.hpp"
#include "problem/random_move.hpp"

namespace strew::testing {
namespace {

operand_bytes bytes_of(const strew_operand_places& at) {
  const auto byte = [](const void* first) { return static_cast<unsigned char*>(const_cast<void*>(first)); };
  return {nullptr, byte(at.data), byte(at.indices), byte(at.updates), byte(at.output), byte(at.from), byte(at.weights)};
}

// Beside the library, the interpreter executes the view of each part: sums that round are in one part only.
TEST(kept_places, of_moves_write_the_bits_of_the_whole) {
  int done = 0, empty = 0;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    SCOPED_TRACE(seed);
    random_move whole(seed), cut(seed), interpreted(seed);
    strew_error error = STREW_ERROR_INIT;
    const plan_handle plan = plan_of_problem(whole.view(), &error);
    ASSERT_NE(plan, nullptr) << error.message;
    if (execute_at(plan, whole.places(true)) != STREW_STATUS_OK || whole.to.addressed.empty()) continue;
    std::mt19937 draw(seed);
    const std::size_t k = draw() % whole.to.addressed.size();
    const std::int64_t places =
        whole.to.kept.empty() ? whole.to.addressed[k] : whole.to.kept[k].high - whole.to.kept[k].low;
    for (const strew_problem_part& part : halves_of(whole.to.members[k].axis, places, draw)) {
      const slice half = slice_of(plan, part);
      ASSERT_NE(half.plan, nullptr);
      ASSERT_EQ(execute_at(half.plan, moved(cut.places(true), half.bases)), STREW_STATUS_OK);
      interpreter by_view(view_of(half.plan), bytes_of(moved(interpreted.places(true), half.bases)));
      ASSERT_EQ(by_view.run(), STREW_STATUS_OK);
      empty += part.low == part.high ? 1 : 0;
    }
    ASSERT_EQ(cut.table.bytes, whole.table.bytes);
    ASSERT_EQ(interpreted.table.bytes, whole.table.bytes);
    ++done;
  }
  EXPECT_GT(done, 1500);
  EXPECT_GT(empty, 200);
}

// Those of one part are not taken for those of another one.
TEST(kept_places, have_prepared_indices) {
  int done = 0, refused = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    const std::int32_t kinds[] = {STREW_OPERATOR_SCATTER_ND, STREW_OPERATOR_GATHER_ND, STREW_OPERATOR_SCATTER,
                                  STREW_OPERATOR_GATHER_ELEMENTS, STREW_OPERATOR_STABLEHLO_SCATTER};
    placed_call whole(kinds[seed % 5], seed), cut(kinds[seed % 5], seed);
    if (execute_at(whole.plan, whole.at) != STREW_STATUS_OK) continue;
    const strew_problem_view view = view_of(whole.plan);
    if (view.member_count == 0) continue;  // no indices
    std::mt19937 draw(seed);
    const strew_problem_member& member = view.members[draw() % view.member_count];
    const auto parts = halves_of(member.axis, member.extent, draw);
    const slice halves[2] = {slice_of(cut.plan, parts[0]), slice_of(cut.plan, parts[1])};
    if (halves[0].plan == nullptr || halves[1].plan == nullptr) continue;  // windows, or what is filled
    for (const slice& half : halves) {
      strew_operand_places at = moved(cut.at, half.bases);
      const prepared_handle indices = prepared_of(half.plan, false, at);
      strew_plan* made = nullptr;
      strew_error error = STREW_ERROR_INIT;
      ASSERT_EQ(strew_plan_bind(half.plan.get(), indices.get(), &made, &error), STREW_STATUS_OK) << error.message;
      const plan_handle bound = kept(made);
      at.indices = nullptr;
      ASSERT_EQ(execute_at(bound, at), STREW_STATUS_OK);
      if (member.extent == 0) continue;  // the halves are one
      const slice& other = halves[&half == halves ? 1 : 0];
      ASSERT_NE(strew_plan_bind(other.plan.get(), indices.get(), &made, &error), STREW_STATUS_OK);
      EXPECT_STREQ(error.message, "PR2: indices: prepared ones are of another part of the places that tuples address");
      ++refused;
    }
    ASSERT_EQ(cut.call.output.bytes, whole.call.output.bytes);
    ++done;
  }
  EXPECT_GT(done, 400);
  EXPECT_GT(refused, 400);
}

// Each part of the table has accumulators of its own, which pieces of the positions share.
TEST(kept_places, accumulate_pieces_of_positions) {
  int done = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 draw(seed);
    const auto dtype = static_cast<strew_dtype>(STREW_DTYPE_BOOL + draw() % (STREW_DTYPE_C128 - STREW_DTYPE_BOOL + 1));
    const auto reduction = static_cast<std::int32_t>(STREW_REDUCTION_ADD + draw() % 9);
    stateful_sum whole(dtype, reduction, seed), cut(dtype, reduction, seed);
    strew_error error = STREW_ERROR_INIT;
    const plan_handle plan = plan_of_problem(whole.view, &error);
    if (plan == nullptr) continue;  // the type does not have the reduction, or weights
    ASSERT_EQ(execute_at(plan, whole.at()), STREW_STATUS_OK);
    for (const strew_problem_part& part : halves_of(0, stateful_sum::cells, draw)) {
      const slice half = slice_of(plan, part);
      const plan_handle open = opened(half.plan);
      strew_problem_accumulators about = STREW_PROBLEM_ACCUMULATORS_INIT;
      ASSERT_EQ(strew_plan_accumulators(open.get(), &about, &error), STREW_STATUS_OK);
      ASSERT_EQ(about.bytes, about.each * static_cast<std::uint64_t>(part.high - part.low) * stateful_sum::columns);
      std::vector<unsigned char> accumulators(static_cast<std::size_t>(about.bytes) + 1);
      const auto run = [&](const plan_handle& by, std::int32_t phase, const strew_operand_places& at) {
        ASSERT_EQ(strew_execute_phase(by.get(), phase, &at, accumulators.data(), about.bytes, nullptr, &error),
                  STREW_STATUS_OK)
            << error.message;
      };
      const strew_operand_places at = moved(cut.at(), half.bases);
      run(open, STREW_PHASE_LOAD, at);
      ASSERT_TRUE(for_each_piece(half.plan, draw, [&](const slice& piece) {
        run(opened(piece.plan), STREW_PHASE_ACCUMULATE, moved(at, piece.bases));
      }));
      run(open, STREW_PHASE_STORE, at);
    }
    ASSERT_EQ(cut.table, whole.table);
    ++done;
  }
  EXPECT_GT(done, 300);
}

// table[at[i]] += i + 1, of 5 places, by hand.
struct small_sum {
  std::int32_t table[5] = {};
  std::int64_t at[4] = {4, 1, 2, 4};
  std::int32_t updates[4] = {1, 2, 3, 4};
  strew_options options = STREW_OPTIONS_INIT;
  strew_error error = STREW_ERROR_INIT;
  plan_handle whole = kept(nullptr);

  explicit small_sum(std::int32_t out_of_bounds, std::int32_t reduction = STREW_REDUCTION_ADD) {
    options.out_of_bounds = out_of_bounds;
    options.reduction = reduction;
  }

  // The part [low, high), whose table begins at `places`: the first element of the part, and no other one is there.
  strew_status run(std::int64_t low, std::int64_t high, std::int32_t* places) {
    const std::int64_t places_of_table = 5, count = 4, tuples[2] = {4, 1}, word = 4, steps[2] = {8, 8};
    strew_tensor t = STREW_TENSOR_INIT, i = STREW_TENSOR_INIT, u = STREW_TENSOR_INIT;
    t.dtype = u.dtype = STREW_DTYPE_I32;
    i.dtype = STREW_DTYPE_I64;
    t.rank = u.rank = 1;
    i.rank = 2;
    t.extents = &places_of_table;
    u.extents = &count;
    i.extents = tuples;
    t.strides = u.strides = &word;
    i.strides = steps;
    strew_operator op = STREW_OPERATOR_INIT;
    op.kind = STREW_OPERATOR_SCATTER_ND;
    strew_plan* made = nullptr;
    EXPECT_EQ(strew_plan_make(&op, &t, &i, &u, &t, &options, &made, &error), STREW_STATUS_OK) << error.message;
    whole = kept(made);
    strew_problem_part part = STREW_PROBLEM_PART_INIT;
    part.dimension = 0;
    part.low = low;
    part.high = high;
    const slice half = slice_of(whole, part);
    EXPECT_EQ(half.bases.output, 4 * low);
    strew_operand_places where = STREW_OPERAND_PLACES_INIT;
    where.data = where.output = places;
    where.indices = at;
    where.updates = updates;
    return strew_execute_at(half.plan.get(), &where, nullptr, &error);
  }
};

TEST(kept_places, are_counted_from_the_first_one_of_the_part) {
  small_sum one(STREW_OOB_ERROR);
  std::int32_t part[2] = {10, 20};
  ASSERT_EQ(one.run(3, 5, part), STREW_STATUS_OK) << one.error.message;
  EXPECT_EQ(part[0], 10);
  EXPECT_EQ(part[1], 20 + 1 + 4);
  ASSERT_EQ(one.run(1, 2, part), STREW_STATUS_OK) << one.error.message;
  EXPECT_EQ(part[0], 12);
  ASSERT_EQ(one.run(2, 2, nullptr), STREW_STATUS_OK) << one.error.message;
}

// All indices are those of the whole: each part finds the same error, and policies come first.
TEST(kept_places, leave_indices_to_the_whole) {
  std::int32_t part[2] = {};
  small_sum one(STREW_OOB_ERROR);
  one.at[2] = 5;
  ASSERT_EQ(one.run(0, 1, part), STREW_STATUS_INDEX);
  EXPECT_NE(std::string(one.error.message).find("component 0 of (5) is 5, outside [-5, 4] (axis 0 of extent 5)"),
            std::string::npos)
      << one.error.message;
  EXPECT_EQ(one.error.position, 2U);
  small_sum clamped(STREW_OOB_CLAMP);
  clamped.at[2] = 99;
  ASSERT_EQ(clamped.run(3, 5, part), STREW_STATUS_OK);
  EXPECT_EQ(part[1], 1 + 3 + 4);
  small_sum wrapped(STREW_OOB_WRAP);
  wrapped.at[2] = 99;
  ASSERT_EQ(wrapped.run(4, 5, part), STREW_STATUS_OK);
  EXPECT_EQ(part[0], 1 + 3 + 4);
}

// Two positions that write one cell are an error of the part that has it.
TEST(kept_places, have_the_duplicates_of_the_part) {
  std::int32_t part[2] = {};
  small_sum one(STREW_OOB_ERROR, STREW_REDUCTION_NONE);
  one.options.duplicates = STREW_DUPLICATES_ERROR;
  EXPECT_EQ(one.run(1, 3, part), STREW_STATUS_OK);
  EXPECT_EQ(part[0], 2);
  EXPECT_EQ(part[1], 3);
  EXPECT_EQ(one.run(4, 5, part), STREW_STATUS_INDEX);
  EXPECT_STREQ(one.error.rule, "IX2");
  EXPECT_EQ(one.error.position, 3U);
}

// A part by rows of offsets has those of its segments only.
TEST(kept_places, of_segments_are_their_offsets) {
  for (const std::int64_t more : {0, 1}) {
    SCOPED_TRACE(more);
    const std::int64_t offsets[5] = {1, 3, 3, 6, 7};
    const std::int32_t updates[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    const strew_problem_axis axes[1] = {{8, 0, 4, 1, -1, 0, 0, 0}};
    const strew_problem_coordinate row = {4, 1, 4, 0, 0};
    const strew_problem_position positions[1] = {{8, 0, -1}};
    const strew_problem_member member = {4, 1, 0, 0};
    const strew_problem_segments segments = {4 + more, 8, 0};
    strew_problem_step step = {};
    strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
    begin_segment_sum(step, view);
    step.axis_count = 1;
    step.axes = axes;
    step.coordinates = &row;
    step.segments = &segments;
    view.positions = positions;
    view.members = &member;
    strew_error error = STREW_ERROR_INIT;
    const plan_handle plan = plan_of_problem(view, &error);
    ASSERT_NE(plan, nullptr) << error.message;
    for (std::int64_t low = 0; low <= 4; ++low) {
      for (std::int64_t high = low; high <= 4; ++high) {
        strew_problem_part part = STREW_PROBLEM_PART_INIT;
        part.dimension = 0;
        part.low = low;
        part.high = high;
        const slice some = slice_of(plan, part);
        ASSERT_NE(some.plan, nullptr);
        std::int32_t table[4] = {};
        strew_operand_places at = STREW_OPERAND_PLACES_INIT;
        at.data = at.output = table;
        at.indices = offsets;
        at.updates = updates;
        ASSERT_EQ(execute_at(some.plan, moved(at, some.bases)), STREW_STATUS_OK);
        const std::int32_t all[4] = {2 + 4, 0, 8 + 16 + 32, more == 0 ? 64 + 128 : 64};
        for (std::int64_t s = 0; s < 4; ++s) EXPECT_EQ(table[s], s >= low && s < high ? all[s] : 0) << s;
      }
    }
  }
}

// What a problem that is given can keep: PB1, PB3.
TEST(kept_places, that_are_given_are_places_of_the_tuple) {
  const auto message = [](const auto& change) -> std::string {
    stateful_sum one(STREW_DTYPE_I32, STREW_REDUCTION_ADD, 1);
    one.step.weight_dtype = STREW_DTYPE_OPAQUE;
    strew_problem_kept places = {0, stateful_sum::cells};
    one.step.kept = &places;
    change(one, places);
    strew_error error = STREW_ERROR_INIT;
    return plan_of_problem(one.view, &error) == nullptr ? error.message : "";
  };
  EXPECT_EQ(message([](stateful_sum&, strew_problem_kept&) {}), "");
  EXPECT_EQ(message([](stateful_sum&, strew_problem_kept& places) { places.low = 7; }), "");
  EXPECT_EQ(message([](stateful_sum&, strew_problem_kept& places) { places.high = 8; }),
            "PB1: call: the places [0, 8) that are kept are not in the extent 7 of member 0");
  EXPECT_EQ(message([](stateful_sum&, strew_problem_kept& places) { places.low = -1; }),
            "PB1: call: the places [-1, 7) that are kept are not in the extent 7 of member 0");
  EXPECT_EQ(message([](stateful_sum& one, strew_problem_kept&) {
              one.step.coordinate_count = 0;
              one.step.out_of_bounds = STREW_OOB_CLAMP;
            }),
            "PB3: indices: places are kept, but tuples have 1 members and the problem 0 coordinates");
}

}  // namespace
}  // namespace strew::testing
