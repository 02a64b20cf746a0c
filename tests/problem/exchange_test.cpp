// One exchange by literal values: rows with indices on both sides and weights, every way that it can be wrong.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>
#if !defined(_WIN32)
#include <sys/mman.h>
#endif

#include <algorithm>
#include <cstring>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "problem/plans.hpp"
#include "threads/executors.hpp"

namespace strew::testing {
namespace {

using support::watching_executor;

// out[at[i]] += weight[i] * table[ids[i]]: three positions, rows of two.
struct exchange {
  std::int32_t out[8] = {10, 10, 20, 20, 30, 30, 40, 40};
  std::int32_t rows[6] = {1, 2, 3, 4, 5, 6};
  std::int32_t factors[3] = {1, 10, 100};
  std::int64_t at[3] = {3, 0, 3};
  std::int64_t ids[3] = {2, 0, 1};
  strew_problem_axis axes[2] = {{3, 0, 0, 8, -1, 8, 4, 0}, {2, 4, 4, 0, -1, 0, 0, 0}};
  strew_problem_coordinate to = {4, 1, 8, 0, 0}, from_to = {3, 1, 8, 0, 0};
  strew_problem_position positions[1] = {{3, 8, -1}};
  strew_problem_member member = {4, 1, 0, 0}, from_member = {3, 1, 0, 0};
  strew_problem_from from = {
      STREW_DTYPE_I64, STREW_OOB_ERROR, STREW_NEGATIVE_FROM_END, -1, 1, &from_to, 1, positions, 1, &from_member,
      nullptr,         nullptr};
  strew_problem_step step = {};
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;

  exchange() {
    begin_write(step, view);
    step.width = 4;
    step.dtype = STREW_DTYPE_I32;
    step.reduction = STREW_REDUCTION_ADD;
    step.index_dtype = STREW_DTYPE_I64;
    step.axis_count = 2;
    step.axes = axes;
    step.coordinate_count = 1;
    step.coordinates = &to;
    step.weight_dtype = STREW_DTYPE_I32;
    step.from = &from;
    view.position_rank = 1;
    view.positions = positions;
    view.member_count = 1;
    view.members = &member;
  }
  exchange(const exchange&) = delete;
  exchange& operator=(const exchange&) = delete;

  [[nodiscard]] strew_operand_places places() {
    strew_operand_places made = STREW_OPERAND_PLACES_INIT;
    made.data = made.output = out;
    made.indices = at;
    made.updates = rows;
    made.from = ids;
    made.weights = factors;
    return made;
  }
  // The rule that is broken; "" if none is.
  std::string run(const strew_operand_places& where) {
    strew_error error = STREW_ERROR_INIT;
    const plan_handle plan = plan_of_problem(view, nullptr, &error);
    if (plan != nullptr) strew_execute_at(plan.get(), &where, nullptr, &error);
    message = error.message;
    return error.status == STREW_STATUS_OK ? "" : error.rule;
  }
  std::string run() { return run(places()); }

  std::string message;
};

TEST(exchanges, add_products) {
  exchange one;
  EXPECT_EQ(one.run(), "") << one.message;
  const std::int32_t expected[8] = {20, 30, 20, 20, 30, 30, 40 + 5 + 300, 40 + 6 + 400};
  EXPECT_TRUE(std::equal(std::begin(expected), std::end(expected), one.out));
}

TEST(exchanges, leave_padding_out_on_either_side) {
  exchange one;
  one.from.padding = 0;
  one.step.padding = 3;
  EXPECT_EQ(one.run(), "") << one.message;
  const std::int32_t expected[8] = {10, 10, 20, 20, 30, 30, 40, 40};
  EXPECT_TRUE(std::equal(std::begin(expected), std::end(expected), one.out));
  one.from.padding = -1;
  EXPECT_EQ(one.run(), "");
  EXPECT_EQ(one.out[0], 20);
  EXPECT_EQ(one.out[6], 40);
}

// A row that most positions write is divided among tasks by columns, and so are its weights, which have both axes here.
TEST(exchanges, divide_the_columns_of_one_row) {
  constexpr std::int64_t positions = 1500, columns = 96, rows = 5;
  std::vector<std::int32_t> out(rows * columns), expected(rows * columns), table(rows * columns),
      factors(positions * columns);
  std::vector<std::int64_t> to(positions, 2), from(positions);
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<std::int32_t>(i * 7919);
  for (std::size_t i = 0; i < factors.size(); ++i) factors[i] = static_cast<std::int32_t>(i * 104729 % 1009);
  for (std::size_t p = 0; p < from.size(); ++p) from[p] = static_cast<std::int64_t>(p % rows);
  for (std::int64_t p = 0; p < positions; ++p) {
    for (std::int64_t c = 0; c < columns; ++c) {
      const auto sum = static_cast<std::uint32_t>(expected[static_cast<std::size_t>(2 * columns + c)]);
      const auto element = static_cast<std::uint32_t>(table[static_cast<std::size_t>(p % rows * columns + c)]);
      const auto factor = static_cast<std::uint32_t>(factors[static_cast<std::size_t>(p * columns + c)]);
      expected[static_cast<std::size_t>(2 * columns + c)] = static_cast<std::int32_t>(sum + element * factor);
    }
  }
  exchange one;
  one.axes[0] = {positions, 0, 0, 8, -1, 8, 4 * columns, 0};
  one.axes[1] = {columns, 4, 4, 0, -1, 0, 4, 0};
  one.to = {rows, 1, 4 * columns, 0, 0};
  one.from_to = {rows, 1, 4 * columns, 0, 0};
  one.positions[0].extent = positions;
  one.member.extent = one.from_member.extent = rows;
  strew_error error = STREW_ERROR_INIT;
  const plan_handle plan = plan_of_problem(one.view, "owned", &error);
  ASSERT_NE(plan, nullptr) << error.message;
  watching_executor pool(5);
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.threads = 5;
  execution.executor = &pool.made;
  strew_operand_places at = STREW_OPERAND_PLACES_INIT;
  at.data = at.output = out.data();
  at.indices = to.data();
  at.updates = table.data();
  at.from = from.data();
  at.weights = factors.data();
  ASSERT_EQ(strew_execute_at(plan.get(), &at, &execution, &error), STREW_STATUS_OK) << error.message;
  EXPECT_EQ(out, expected);
  EXPECT_EQ(pool.most, 5U);
}

// Strides through operands that are not there mean nothing.
TEST(exchanges, without_weights_have_none_of_their_strides) {
  exchange one, other;
  one.step.weight_dtype = other.step.weight_dtype = STREW_DTYPE_OPAQUE;
  one.step.from = other.step.from = nullptr;
  other.axes[0].weight_stride = other.axes[0].from_stride = 0;
  one.axes[1].weight_stride = one.axes[1].from_stride = 12;
  strew_error error = STREW_ERROR_INIT;
  const plan_handle plan = plan_of_problem(one.view, nullptr, &error);
  ASSERT_NE(plan, nullptr) << error.message;
  EXPECT_EQ(strew_plan_equal(plan.get(), plan_of_problem(other.view, nullptr, &error).get()), 1);
  EXPECT_EQ(one.run(), "") << one.message;
  EXPECT_EQ(one.out[0], 10 + 1);
}

// Strides along dimensions of one place mean nothing, wherever a problem has them.
TEST(exchanges, have_no_strides_along_dimensions_of_one_place) {
  constexpr std::int64_t far = std::numeric_limits<std::int64_t>::min();
  exchange one, other;
  for (exchange* each : {&one, &other}) {
    each->step.axis_count = 1;
    each->axes[0].extent = each->positions[0].extent = 1;
  }
  strew_problem_axis& a = one.axes[0];
  a.direct_stride = a.index_stride = a.from_stride = a.weight_stride = far;
  one.positions[0].index_stride = far;  // those of both sides
  strew_error error = STREW_ERROR_INIT;
  const plan_handle plan = plan_of_problem(one.view, nullptr, &error);
  ASSERT_NE(plan, nullptr) << error.message;
  EXPECT_EQ(strew_plan_equal(plan.get(), plan_of_problem(other.view, nullptr, &error).get()), 1);
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  ASSERT_EQ(strew_plan_view(plan.get(), &view, nullptr), STREW_STATUS_OK);
  EXPECT_EQ(view.positions[0].index_stride, 0);
  EXPECT_EQ(view.steps[view.step_count - 1].from->positions[0].index_stride, 0);
}

// What is known of bound indices is in the view.
TEST(exchanges, know_their_bound_indices) {
  exchange one;
  one.at[0] = 0, one.at[1] = 2, one.at[2] = 3;
  strew_error error = STREW_ERROR_INIT;
  const plan_handle plan = plan_of_problem(one.view, nullptr, &error);
  strew_operand_places at = one.places();
  const prepared_handle table = prepared_of(plan, false, at), from = prepared_of(plan, true, at);
  strew_plan* made = nullptr;
  ASSERT_EQ(strew_plan_bind_both(plan.get(), table.get(), from.get(), &made, &error), STREW_STATUS_OK) << error.message;
  const plan_handle bound(made, strew_plan_destroy);
  const strew_problem_view view = view_of(bound);
  EXPECT_EQ(view.bound_unique, 1);
  EXPECT_EQ(view.steps[view.step_count - 1].can_collide, 0);
  const strew_problem_view unbound = view_of(plan);
  EXPECT_EQ(unbound.steps[unbound.step_count - 1].can_collide, 1);
  EXPECT_EQ(view.from_serial, view.bound_serial + 1);
  EXPECT_NE(view.bound_from, nullptr);
  at.indices = at.from = nullptr;
  ASSERT_EQ(strew_execute_at(bound.get(), &at, nullptr, &error), STREW_STATUS_OK) << error.message;
  EXPECT_EQ(one.out[7], 40 + 400);
  EXPECT_EQ(strew_plan_equal(bound.get(), plan.get()), 0);
}

#if !defined(_WIN32)
// Rows that lie further apart than a list of 32-bit places can tell. Nothing between them is ever touched.
TEST(exchanges, read_rows_that_lie_far_apart) {
  constexpr std::int64_t apart = (std::int64_t{5} << 30) + 1;
  const auto bytes = static_cast<std::size_t>(2 * apart + 8);
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) GTEST_SKIP() << "no room for 10 GiB of addresses";
  exchange one;
  for (std::size_t row = 0; row < 3; ++row)
    std::memcpy(static_cast<char*>(memory) + row * static_cast<std::size_t>(apart), &one.rows[2 * row], 8);
  one.from_to.table_stride = apart;
  one.step.weight_dtype = STREW_DTYPE_OPAQUE;
  strew_operand_places at = one.places();
  at.updates = memory;
  EXPECT_EQ(one.run(at), "") << one.message;
  const std::int32_t expected[8] = {10 + 1, 10 + 2, 20, 20, 30, 30, 40 + 5 + 3, 40 + 6 + 4};
  EXPECT_TRUE(std::equal(std::begin(expected), std::end(expected), one.out));
  munmap(memory, bytes);
}
#endif

// Of so many positions that executions would look for it.
TEST(exchanges, know_that_bound_indices_ascend) {
  constexpr std::int64_t positions = 70000;
  std::vector<std::int64_t> to(positions);
  for (std::size_t p = 0; p < to.size(); ++p) to[p] = static_cast<std::int64_t>(p) / 20000;
  exchange one;
  one.axes[0].extent = one.positions[0].extent = positions;
  strew_error error = STREW_ERROR_INIT;
  const plan_handle plan = plan_of_problem(one.view, nullptr, &error);
  ASSERT_NE(plan, nullptr) << error.message;
  strew_operand_places at = one.places();
  at.indices = to.data();
  const prepared_handle table = prepared_of(plan, false, at);
  strew_plan* made = nullptr;
  ASSERT_EQ(strew_plan_bind(plan.get(), table.get(), &made, &error), STREW_STATUS_OK) << error.message;
  const plan_handle bound(made, strew_plan_destroy);
  EXPECT_EQ(view_of(bound).bound_order, STREW_ORDER_SORTED);
  EXPECT_EQ(view_of(bound).bound_unique, 0);
  EXPECT_EQ(view_of(plan).bound_order, STREW_ORDER_UNSORTED);
}

TEST(exchanges, PR5_of_the_other_operand) {
  exchange one;
  strew_error error = STREW_ERROR_INIT;
  const plan_handle plan = plan_of_problem(one.view, nullptr, &error);
  const prepared_handle from = prepared_of(plan, true, one.places());
  strew_plan* made = nullptr;
  EXPECT_EQ(strew_plan_bind(plan.get(), from.get(), &made, &error), STREW_STATUS_ATTRIBUTE);
  EXPECT_STREQ(error.message, "PR5: indices: prepared ones are those of the operand from");
  one.step.from = nullptr;
  one.axes[0].from_stride = 0;
  const plan_handle in_order = plan_of_problem(one.view, nullptr, &error);
  strew_prepared* none = nullptr;
  EXPECT_EQ(strew_prepare_from(in_order.get(), one.ids, nullptr, &none, &error), STREW_STATUS_ATTRIBUTE);
  EXPECT_STREQ(error.message, "PR5: from: updates of the plan have no indices");
}

TEST(exchanges, are_described_with_both_sides) {
  exchange one;
  strew_error error = STREW_ERROR_INIT;
  const plan_handle plan = plan_of_problem(one.view, nullptr, &error);
  ASSERT_NE(plan, nullptr) << error.message;
  char text[4096];
  strew_plan_describe(plan.get(), text, sizeof text);
  EXPECT_NE(std::string(text).find("updates i32 [2, 3], from i64 [3, 1], weights i32 [3]"), std::string::npos) << text;
  strew_plan_explain(plan.get(), text, sizeof text);
  EXPECT_NE(std::string(text).find("\nfrom         i64 [3, 1]\nweights      i32 [3]\n"), std::string::npos) << text;
}

// The indices of updates are judged first, then those of the table; nothing is written.
TEST(exchanges, IX1_names_the_side) {
  exchange one;
  one.ids[1] = 3;
  one.at[0] = -5;
  EXPECT_EQ(one.run(), "IX1");
  EXPECT_EQ(one.message,
            "IX1: from: position 1 (1): component 0 of (3) is 3, outside [-3, 2] (axis 0 of extent 3); 1 of 3 "
            "positions is bad");
  one.ids[1] = -3;
  EXPECT_EQ(one.run(), "IX1");
  EXPECT_EQ(one.message,
            "IX1: indices: position 0 (0): component 0 of (-5) is -5, outside [-4, 3] (axis 0 of extent 4); 1 of "
            "3 positions is bad");
  EXPECT_EQ(one.out[0], 10);
  // What the other side leaves out does not excuse a bad value.
  one.step.out_of_bounds = STREW_OOB_SKIP;
  one.ids[0] = 7;
  EXPECT_EQ(one.run(), "IX1");
}

TEST(exchanges, IX2_is_of_the_written_side) {
  exchange one;
  one.step.duplicates = STREW_DUPLICATES_ERROR;
  EXPECT_EQ(one.run(), "IX2");
  EXPECT_EQ(one.message, "IX2: indices: position 2 (2) with tuple (3) writes a cell that position 0 (0) wrote");
  one.at[0] = 1;
  one.ids[0] = one.ids[2];
  EXPECT_EQ(one.run(), "");
}

TEST(exchanges, PT1_OV2) {
  exchange one;
  strew_operand_places at = one.places();
  at.from = nullptr;
  EXPECT_EQ(one.run(at), "PT1");
  EXPECT_EQ(one.message, "PT1: from: its pointer is null, and it holds elements that are needed");
  at = one.places();
  at.weights = nullptr;
  EXPECT_EQ(one.run(at), "PT1");
  at = one.places();
  at.weights = one.out + 5;
  EXPECT_EQ(one.run(at), "OV2");
  EXPECT_EQ(one.message, "OV2: output: it overlaps weights, or is not proven apart from it");
  at = one.places();
  at.from = one.out + 1;
  EXPECT_EQ(one.run(at), "OV2");
  EXPECT_EQ(one.out[0], 10);
  strew_error error = STREW_ERROR_INIT;
  const plan_handle plan = plan_of_problem(one.view, nullptr, &error);
  EXPECT_EQ(strew_execute_at(plan.get(), nullptr, nullptr, &error), STREW_STATUS_POINTER);
  at.version = 2;
  EXPECT_EQ(strew_execute_at(plan.get(), &at, nullptr, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT2");
  EXPECT_EQ(strew_plan_from_problem(nullptr, nullptr, nullptr, &error), STREW_STATUS_POINTER);
  strew_plan* made = nullptr;
  EXPECT_EQ(strew_plan_from_problem(nullptr, nullptr, &made, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT1");
}

TEST(exchanges, PB1_knows_its_enums_and_lists) {
  const auto broken = [](const auto& change) {
    exchange one;
    change(one);
    return one.run();
  };
  EXPECT_EQ(broken([](exchange& one) { one.step.reduction = 10; }), "PB1");
  EXPECT_EQ(broken([](exchange& one) { one.step.direction = 2; }), "PB1");
  EXPECT_EQ(broken([](exchange& one) { one.from.out_of_bounds = 9; }), "PB1");
  EXPECT_EQ(broken([](exchange& one) { one.step.width = 8; }), "PB1");
  EXPECT_EQ(broken([](exchange& one) { one.step.dtype = 77; }), "PB1");
  EXPECT_EQ(broken([](exchange& one) { one.step.axes = nullptr; }), "PB1");
  EXPECT_EQ(broken([](exchange& one) { one.from.members = nullptr; }), "PB1");
  EXPECT_EQ(broken([](exchange& one) { one.view.step_count = 0; }), "PB1");
  EXPECT_EQ(broken([](exchange& one) { one.axes[1].window_of = 3; }), "PB1");
  EXPECT_EQ(broken([](exchange& one) { one.axes[1].window_of = std::int64_t{1} << 32; }), "PB1");
  EXPECT_EQ(broken([](exchange& one) { one.step.axis_count = 5000; }), "PB1");
}

TEST(exchanges, PB2_agrees_with_its_index_spaces) {
  const auto broken = [](const auto& change) {
    exchange one;
    change(one);
    return one.run();
  };
  EXPECT_EQ(broken([](exchange& one) { one.axes[0].index_stride = 16; }), "PB2");
  EXPECT_EQ(broken([](exchange& one) { one.axes[0].from_stride = -8; }), "PB2");
  EXPECT_EQ(broken([](exchange& one) { one.to.extent = 5; }), "PB2");
  EXPECT_EQ(broken([](exchange& one) { one.from_to.index_offset = 8; }), "PB2");
  EXPECT_EQ(broken([](exchange& one) {
              one.to.window = 2;
              one.member.window = 2;
            }),
            "PB2");
  EXPECT_EQ(broken([](exchange& one) { one.member.index_offset = one.to.index_offset = 8; }), "PB2");
  EXPECT_EQ(broken([](exchange& one) { one.axes[1].extent = -1; }), "EX2");
}

TEST(exchanges, PB3_PB4) {
  const auto broken = [](const auto& change) {
    exchange one;
    change(one);
    return one.run();
  };
  EXPECT_EQ(broken([](exchange& one) {
              one.step.direction = STREW_READ;
              one.step.reduction = 0;
              one.step.weight_dtype = STREW_DTYPE_OPAQUE;
            }),
            "PB3");
  EXPECT_EQ(broken([](exchange& one) { one.from.out_of_bounds = STREW_OOB_FILL; }), "PB3");
  EXPECT_EQ(broken([](exchange& one) { one.from.negative_indices = STREW_NEGATIVE_REFUSE; }), "PB3");
  EXPECT_EQ(broken([](exchange& one) { one.from.padding = 3; }), "PB3");
  EXPECT_EQ(broken([](exchange& one) { one.step.padding = -2; }), "PB3");
  EXPECT_EQ(broken([](exchange& one) { one.step.weight_dtype = STREW_DTYPE_F32; }), "PB4");
  EXPECT_EQ(broken([](exchange& one) { one.step.reduction = STREW_REDUCTION_AND; }), "PB4");
  EXPECT_EQ(broken([](exchange& one) {
              one.step.reduction = STREW_REDUCTION_NONE;
              one.step.dtype = 0;
            }),
            "PB4");
}

}  // namespace
}  // namespace strew::testing
