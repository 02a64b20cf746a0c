// Problems with offsets in place of indices, by their structs: of the table's side, of that of updates, of a batch.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "problem/plans.hpp"

namespace strew::testing {
namespace {

// out[s] += rows[p] for the positions p of segment s: eight positions, three segments, rows of two.
struct segment_sum {
  std::int32_t out[6] = {100, 100, 200, 200, 300, 300};
  std::int32_t rows[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  std::int64_t offsets[4] = {1, 3, 3, 7};
  const std::int64_t* first_offset = offsets;
  strew_problem_axis axes[2] = {{8, 0, 8, 1, -1, 0, 0, 0}, {2, 4, 4, 0, -1, 0, 0, 0}};
  strew_problem_coordinate to = {3, 1, 8, 0, 0};
  strew_problem_position positions[1] = {{8, 0, -1}};
  strew_problem_member member = {3, 1, 0, 0};
  strew_problem_segments segments = {4, 8, 0};
  strew_problem_step step = {};
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;

  segment_sum() {
    begin_segment_sum(step, view);
    step.axis_count = 2;
    step.axes = axes;
    step.coordinates = &to;
    step.segments = &segments;
    view.positions = positions;
    view.members = &member;
  }
  segment_sum(const segment_sum&) = delete;
  segment_sum& operator=(const segment_sum&) = delete;

  // The rule that is broken; "" if none is.
  std::string run() {
    error = STREW_ERROR_INIT;
    const plan_handle plan = plan_of_problem(view, &error);
    strew_operand_places at = STREW_OPERAND_PLACES_INIT;
    at.data = at.output = out;
    at.indices = first_offset;
    at.updates = rows;
    if (plan != nullptr) strew_execute_at(plan.get(), &at, nullptr, &error);
    return error.status == STREW_STATUS_OK ? "" : error.rule;
  }
  void expect(std::initializer_list<std::int32_t> values) const {
    EXPECT_TRUE(std::equal(values.begin(), values.end(), std::begin(out), std::end(out)));
  }

  strew_error error = STREW_ERROR_INIT;
};

TEST(offsets, say_which_segment_holds_a_position) {
  segment_sum one;
  EXPECT_EQ(one.run(), "") << one.error.message;
  one.expect({100 + 3 + 5, 100 + 4 + 6, 200, 200, 300 + 7 + 9 + 11 + 13, 300 + 8 + 10 + 12 + 14});
}

TEST(offsets, as_many_as_segments_leave_the_last_one_all_that_follow) {
  segment_sum one;
  one.segments.offset_count = 3;
  EXPECT_EQ(one.run(), "") << one.error.message;
  EXPECT_EQ(one.out[4], 300 + 7 + 9 + 11 + 13 + 15);
}

TEST(offsets, may_lie_backwards) {
  segment_sum one;
  std::reverse(std::begin(one.offsets), std::end(one.offsets));
  one.segments.offset_stride = -8;
  one.first_offset = one.offsets + 3;
  EXPECT_EQ(one.run(), "") << one.error.message;
  one.expect({100 + 3 + 5, 100 + 4 + 6, 200, 200, 300 + 7 + 9 + 11 + 13, 300 + 8 + 10 + 12 + 14});
}

// Each entry of a batch has its own offsets, table and positions.
TEST(offsets, of_a_batch_number_the_positions_of_an_entry) {
  segment_sum one;
  one.offsets[0] = 0, one.offsets[1] = 3, one.offsets[2] = 1, one.offsets[3] = 4;
  const strew_problem_axis axes[3] = {
      {2, 12, 32, 4, -1, 0, 0, 0}, {4, 0, 8, 1, -1, 0, 0, 0}, {1, 4, 4, 0, -1, 0, 0, 0}};
  const strew_problem_position positions[2] = {{2, 16, 0}, {4, 0, -1}};
  one.step.axes = axes;
  one.step.axis_count = 3;
  one.to = {2, 1, 4, 0, 0};
  one.member.extent = 2;
  one.segments = {2, 8, 1};
  one.view.positions = positions;
  one.view.position_rank = 2;
  EXPECT_EQ(one.run(), "") << one.error.message;
  one.expect({100 + 1 + 3 + 5, 100 + 7, 200, 200 + 11 + 13 + 15, 300, 300});
}

// out[p] = table[s] for each position p of segment s.
TEST(offsets, of_updates_repeat_rows) {
  segment_sum one;
  const strew_problem_axis axes[1] = {{6, 4, 0, 0, -1, 1, 0, 0}};
  const strew_problem_position positions[1] = {{6, 0, -1}}, places[1] = {{6, 0, 0}};
  const strew_problem_coordinate row = {3, 1, 8, 0, 0};
  const strew_problem_from from = {
      STREW_DTYPE_I64, STREW_OOB_SKIP, STREW_NEGATIVE_INVALID, -1, 1, &row, 1, positions, 1, &one.member,
      &one.segments,   nullptr};
  one.step.axes = axes;
  one.step.axis_count = 1;
  one.step.reduction = STREW_REDUCTION_NONE;
  one.step.coordinate_count = 0;
  one.step.segments = nullptr;
  one.step.from = &from;
  one.view.positions = places;
  one.view.member_count = 0;
  strew_error error = STREW_ERROR_INIT;
  const plan_handle plan = plan_of_problem(one.view, &error);
  ASSERT_NE(plan, nullptr) << error.message;
  strew_operand_places at = STREW_OPERAND_PLACES_INIT;
  at.data = at.output = one.out;
  at.updates = one.rows;
  at.from = one.offsets;
  ASSERT_EQ(strew_execute_at(plan.get(), &at, nullptr, &error), STREW_STATUS_INDEX);
  EXPECT_STREQ(error.message, "OF1: from: offset 3 (3) is 7, outside [3, 6] for 6 positions; 1 of 4 offsets is bad");
  EXPECT_EQ(one.out[0], 100);
  one.offsets[3] = 5;
  ASSERT_EQ(strew_execute_at(plan.get(), &at, nullptr, &error), STREW_STATUS_OK) << error.message;
  one.expect({100, 1, 1, 5, 5, 300});
}

TEST(offsets, OF1_names_the_first_bad_one) {
  segment_sum one;
  one.offsets[2] = 2;
  one.offsets[3] = -1;
  EXPECT_EQ(one.run(), "OF1");
  EXPECT_STREQ(one.error.message,
               "OF1: indices: offset 2 (2) is 2, outside [3, 8] for 8 positions; 2 of 4 offsets are bad");
  EXPECT_EQ(one.error.status, STREW_STATUS_INDEX);
  EXPECT_EQ(one.error.position, 2U);
  EXPECT_EQ(one.error.bad_count, 2U);
  EXPECT_EQ(one.error.allowed_low, 3);
  EXPECT_EQ(one.error.allowed_high, 8);
  EXPECT_EQ(one.error.tuple[0], 2U);
  one.expect({100, 100, 200, 200, 300, 300});
}

// Found by whoever executes the problem elsewhere.
TEST(offsets, OF1_is_the_same_record_from_elsewhere) {
  segment_sum one;
  one.offsets[0] = -3;
  EXPECT_EQ(one.run(), "OF1");
  const plan_handle plan = plan_of_problem(one.view, nullptr, nullptr);
  strew_problem_bad_index found = STREW_PROBLEM_BAD_INDEX_INIT;
  const std::uint64_t tuple[2] = {static_cast<std::uint64_t>(-3), 0};
  found.operand = STREW_OPERAND_INDICES;
  found.bad_count = 1;
  found.tuple_depth = 2;
  found.tuple = tuple;
  strew_error error = STREW_ERROR_INIT;
  EXPECT_EQ(strew_plan_index_error(plan.get(), &found, &error), STREW_STATUS_INDEX);
  EXPECT_STREQ(error.message, one.error.message);
  EXPECT_EQ(error.position, one.error.position);
  found.bad_count = 5;
  EXPECT_EQ(strew_plan_index_error(plan.get(), &found, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.message, "PT6: indices: bad_count is 5, outside [1, 4]");
  const std::uint64_t good[2] = {4, 3};
  found = {sizeof found, 1, STREW_OPERAND_INDICES, 1, 1, 2, good};
  EXPECT_EQ(strew_plan_index_error(plan.get(), &found, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.message, "PT6: indices: offset 1, which is 4 after 3, is not the first bad one under the plan");
  found.position = 4;
  EXPECT_EQ(strew_plan_index_error(plan.get(), &found, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.message, "PT6: indices: offset 4 is outside [0, 3]");
}

TEST(offsets, are_checked_where_there_is_no_position) {
  segment_sum one;
  one.axes[0].extent = one.positions[0].extent = 0;
  EXPECT_EQ(one.run(), "OF1");
  std::fill(std::begin(one.offsets), std::end(one.offsets), 0);
  EXPECT_EQ(one.run(), "") << one.error.message;
}

TEST(offsets, are_part_of_the_view_and_of_equality) {
  segment_sum one, other;
  other.segments.offset_count = 3;
  const plan_handle plan = plan_of_problem(one.view, nullptr, nullptr);
  ASSERT_NE(plan, nullptr);
  const strew_problem_view view = view_of(plan);
  const strew_problem_step& step = view.steps[view.step_count - 1];
  ASSERT_NE(step.segments, nullptr);
  EXPECT_EQ(step.segments->offset_count, 4);
  EXPECT_EQ(step.segments->offset_stride, 8);
  EXPECT_EQ(view.indices.high, 32);
  EXPECT_EQ(strew_plan_equal(plan.get(), plan_of_problem(view, nullptr, nullptr).get()), 1);
  EXPECT_EQ(strew_plan_equal(plan.get(), plan_of_problem(other.view, nullptr, nullptr).get()), 0);
  char text[4096];
  strew_plan_describe(plan.get(), text, sizeof text);
  EXPECT_NE(std::string(text).find("offsets i64 [4]"), std::string::npos) << text;
}

TEST(offsets, PB1_PB2_PB3) {
  const auto broken = [](const auto& change) {
    segment_sum one;
    change(one);
    return one.run();
  };
  EXPECT_EQ(broken([](segment_sum& one) { one.segments.offset_count = -1; }), "PB1");
  EXPECT_EQ(broken([](segment_sum& one) { one.segments.batch_rank = 2; }), "PB1");
  EXPECT_EQ(broken([](segment_sum& one) { one.axes[0].index_stride = 2; }), "PB2");
  EXPECT_EQ(broken([](segment_sum& one) { one.axes[0].index_stride = -1; }), "PB2");
  EXPECT_EQ(broken([](segment_sum& one) { one.segments.offset_count = 5; }), "PB3");
  EXPECT_EQ(broken([](segment_sum& one) { one.step.out_of_bounds = STREW_OOB_ERROR; }), "PB3");
  EXPECT_EQ(broken([](segment_sum& one) { one.step.negative_indices = STREW_NEGATIVE_FROM_END; }), "PB3");
  EXPECT_EQ(broken([](segment_sum& one) { one.step.padding = 0; }), "PB3");
  EXPECT_EQ(broken([](segment_sum& one) { one.step.duplicates = STREW_DUPLICATES_ERROR; }), "PB3");
  EXPECT_EQ(broken([](segment_sum& one) { one.member.index_offset = one.to.index_offset = 8; }), "PB3");
  EXPECT_EQ(broken([](segment_sum& one) {
              one.step.direction = STREW_READ;
              one.step.reduction = STREW_REDUCTION_NONE;
            }),
            "PB3");
}

TEST(offsets, PR5_need_no_preparing) {
  segment_sum one;
  const plan_handle plan = plan_of_problem(one.view, nullptr, nullptr);
  strew_prepared* prepared = nullptr;
  EXPECT_EQ(strew_prepare(plan.get(), one.offsets, nullptr, &prepared, &one.error), STREW_STATUS_ATTRIBUTE);
  EXPECT_STREQ(one.error.message, "PR5: indices: they are offsets, which are in order already");
}

}  // namespace
}  // namespace strew::testing
