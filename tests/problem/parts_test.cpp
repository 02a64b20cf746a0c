// Parts of a plan's problem: together they write the bits of the whole. Public headers only.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>

#include "problem/pieces.hpp"
#include "problem/random_move.hpp"

namespace strew::testing {
namespace {

TEST(parts, of_positions_write_the_bits_of_the_whole) {
  std::map<std::int32_t, int> done;
  for (std::int32_t kind = 1; kind <= 9; ++kind) {
    for (unsigned seed = 0; seed < 300; ++seed) {
      SCOPED_TRACE("kind " + std::to_string(kind) + ", seed " + std::to_string(seed));
      placed_call whole(kind, seed), cut(kind, seed);
      if (keeps_state(whole.plan) || execute_at(whole.plan, whole.at) != STREW_STATUS_OK) continue;
      std::mt19937 draw(seed);
      const bool is_cut = for_each_piece(cut.plan, draw, [&](const slice& piece) {
        EXPECT_EQ(execute_at(piece.plan, moved(cut.at, piece.bases)), STREW_STATUS_OK);
      });
      ASSERT_TRUE(is_cut);
      ASSERT_EQ(cut.call.output.bytes, whole.call.output.bytes);
      ++done[kind];
    }
    EXPECT_GT(done[kind], 50) << kind;
  }
}

// In any order.
TEST(parts, of_a_dimension_write_the_bits_of_the_whole) {
  std::map<std::int32_t, int> done;
  for (std::int32_t kind = 1; kind <= 9; ++kind) {
    for (unsigned seed = 0; seed < 300; ++seed) {
      placed_call whole(kind, seed);
      if (execute_at(whole.plan, whole.at) != STREW_STATUS_OK) continue;
      const numbers& extents = whole.call.is_scatter ? whole.call.output.extents : whole.call.data.extents;
      for (std::size_t d = 0; d < extents.size(); ++d) {
        SCOPED_TRACE("kind " + std::to_string(kind) + ", seed " + std::to_string(seed) + ", " + std::to_string(d));
        placed_call cut(kind, seed);
        std::mt19937 draw(seed);
        const auto parts = halves_of(static_cast<std::int64_t>(d), extents[d], draw);
        const slice first = slice_of(cut.plan, parts[0]), second = slice_of(cut.plan, parts[1]);
        if (first.plan == nullptr || second.plan == nullptr) continue;  // windows, or what is filled
        ASSERT_EQ(execute_at(first.plan, moved(cut.at, first.bases)), STREW_STATUS_OK);
        ASSERT_EQ(execute_at(second.plan, moved(cut.at, second.bases)), STREW_STATUS_OK);
        ASSERT_EQ(cut.call.output.bytes, whole.call.output.bytes);
        ++done[kind];
      }
    }
    EXPECT_GT(done[kind], 50) << kind;
  }
}

TEST(parts, of_moves_write_the_bits_of_the_whole) {
  int done = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    random_move whole(seed), cut(seed);
    strew_error error = STREW_ERROR_INIT;
    const plan_handle plan = plan_of_problem(whole.view(), &error);
    if (keeps_state(plan)) continue;
    if (execute_at(plan, whole.places(true)) != STREW_STATUS_OK) continue;
    std::mt19937 draw(seed);
    const bool is_cut = for_each_piece(plan, draw, [&](const slice& piece) {
      EXPECT_EQ(execute_at(piece.plan, moved(cut.places(true), piece.bases)), STREW_STATUS_OK);
    });
    if (!is_cut) continue;  // its axes are in another order
    ASSERT_EQ(cut.table.bytes, whole.table.bytes);
    ++done;
  }
  EXPECT_GT(done, 800);
}

// A part along a batch dimension, then parts of what positions it has.
TEST(parts, of_a_dimension_and_of_positions_write_the_bits_of_the_whole) {
  int done = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    const std::int32_t kind = seed % 2 == 0 ? STREW_OPERATOR_SCATTER_ND : STREW_OPERATOR_GATHER_ND;
    placed_call whole(kind, seed), cut(kind, seed);
    if (whole.call.op.batch_dims == 0 || keeps_state(whole.plan)) continue;
    if (execute_at(whole.plan, whole.at) != STREW_STATUS_OK) continue;
    const std::int64_t extent = whole.call.data.extents[0];
    std::mt19937 draw(seed);
    const auto middle = static_cast<std::int64_t>(draw() % static_cast<std::uint64_t>(extent + 1));
    for (const bool is_first : {true, false}) {
      strew_problem_part part = STREW_PROBLEM_PART_INIT;
      part.dimension = 0;
      part.low = is_first ? 0 : middle;
      part.high = is_first ? middle : extent;
      std::uint64_t last = 0;
      do {
        part.first_position = last;
        part.last_position = last + 1 + draw() % 5;
        const slice piece = slice_of(cut.plan, part);
        if (piece.plan == nullptr || piece.bases.last_position == last) break;
        last = piece.bases.last_position;
        ASSERT_EQ(execute_at(piece.plan, moved(cut.at, piece.bases)), STREW_STATUS_OK);
      } while (true);
    }
    ASSERT_EQ(cut.call.output.bytes, whole.call.output.bytes);
    ++done;
  }
  EXPECT_GT(done, 100);
}

// Data that would be copied by another layout than that of the part.
TEST(parts, PB5_of_data) {
  random_call call(STREW_OPERATOR_SCATTER_ND, 3);
  call.data.strides = call.output.strides;
  strew_error error = STREW_ERROR_INIT;
  const auto part_of = [&] {
    strew_problem_part all = STREW_PROBLEM_PART_INIT;
    strew_problem_bases bases = STREW_PROBLEM_BASES_INIT;
    strew_plan* made = nullptr;
    const strew_status status = strew_problem_slice(plan_of(call).get(), &all, &made, &bases, &error);
    strew_plan_destroy(made);
    return status;
  };
  EXPECT_EQ(part_of(), STREW_STATUS_OK) << error.message;
  for (std::int64_t& stride : call.data.strides) stride *= 3;
  EXPECT_EQ(part_of(), STREW_STATUS_SHAPE);
  EXPECT_STREQ(error.message, "PB5: data: parts have data in the layout of output, which it does not have");
}

// An axis along which points collide, outside of the positions: parts of these would change the order.
TEST(parts, PB5_of_points_in_another_order) {
  const strew_problem_axis axes[] = {{2, 0, 12, 0, -1, 0, 0, 0}, {3, 0, 4, 4, -1, 0, 0, 0}};
  const strew_problem_coordinate coordinate = {4, 1, 4, 0, 0};
  const strew_problem_position position = {3, 4, -1};
  const strew_problem_member member = {4, 1, 0, 0};
  strew_problem_step step = {};
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  begin_write(step, view);
  step.width = 4;
  step.index_dtype = STREW_DTYPE_I32;
  step.axis_count = 2;
  step.axes = axes;
  step.coordinate_count = 1;
  step.coordinates = &coordinate;
  view.position_rank = view.member_count = 1;
  view.positions = &position;
  view.members = &member;
  strew_error error = STREW_ERROR_INIT;
  const plan_handle plan = plan_of_problem(view, &error);
  ASSERT_NE(plan, nullptr) << error.message;
  strew_problem_part part = STREW_PROBLEM_PART_INIT;
  EXPECT_NE(slice_of(plan, part).plan, nullptr);
  part.last_position = 2;
  EXPECT_EQ(slice_of(plan, part).plan, nullptr);
}

TEST(parts, PB5) {
  placed_call one(STREW_OPERATOR_SCATTER, 5);
  strew_problem_part part = STREW_PROBLEM_PART_INIT;
  part.dimension = 9;
  EXPECT_EQ(slice_of(one.plan, part).plan, nullptr);
  part.dimension = one.call.op.axis;
  part.high = 1000;
  EXPECT_EQ(slice_of(one.plan, part).plan, nullptr);
  part = STREW_PROBLEM_PART_INIT;
  part.first_position = 1000;
  EXPECT_EQ(slice_of(one.plan, part).plan, nullptr);
  // One position, which has no dimension.
  stateful_sum single(STREW_DTYPE_I32, STREW_REDUCTION_ADD, 1);
  single.step.axes = single.axes + 1;
  single.step.axis_count = 1;
  single.step.weight_dtype = STREW_DTYPE_OPAQUE;
  single.view.position_rank = 0;
  const plan_handle plan = plan_of_problem(single.view, nullptr);
  ASSERT_NE(plan, nullptr);
  part.first_position = part.last_position = 1;
  EXPECT_EQ(slice_of(plan, part).plan, nullptr);
}

}  // namespace
}  // namespace strew::testing
