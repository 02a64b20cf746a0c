// strew_plan_index_error and strew_plan_duplicate_error: what is found elsewhere has the record that strew_execute
// gives.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "problem/found.hpp"

namespace strew::testing {
namespace {

class found_elsewhere : public ::testing::TestWithParam<std::int32_t> {};
INSTANTIATE_TEST_SUITE_P(operators, found_elsewhere, ::testing::Range(1, 10),
                         [](const auto& test) { return std::string(strew_operator_name(test.param)); });

class duplicates_elsewhere : public ::testing::TestWithParam<std::int32_t> {};
INSTANTIATE_TEST_SUITE_P(operators, duplicates_elsewhere,
                         ::testing::Values(STREW_OPERATOR_SCATTER, STREW_OPERATOR_SCATTER_ELEMENTS,
                                           STREW_OPERATOR_SCATTER_ND, STREW_OPERATOR_STABLEHLO_SCATTER),
                         [](const auto& test) { return std::string(strew_operator_name(test.param)); });

bool can_refuse_duplicates(std::int32_t kind) {
  return kind == STREW_OPERATOR_SCATTER || kind == STREW_OPERATOR_SCATTER_ELEMENTS ||
         kind == STREW_OPERATOR_SCATTER_ND || kind == STREW_OPERATOR_STABLEHLO_SCATTER;
}

void expect_same(const strew_error& found, const strew_error& executed) {
  EXPECT_STREQ(found.message, executed.message);
  EXPECT_EQ(std::memcmp(&found, &executed, sizeof found), 0);
}

void expect_refused(strew_status status, const strew_error& error) {
  EXPECT_EQ(status, STREW_STATUS_POINTER) << error.message;
  EXPECT_STREQ(error.rule, "PT6");
  EXPECT_EQ(error.operand, STREW_OPERAND_INDICES);
}

// A plan for another device gives the records, whose indices only that device can read.
TEST_P(found_elsewhere, has_the_record_of_an_execution) {
  int good = 0, bad = 0, duplicate = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    random_call call(GetParam(), seed);
    disturb(call, seed);
    if (can_refuse_duplicates(GetParam()) && seed % 2 == 0) call.options.duplicates = STREW_DUPLICATES_ERROR;
    const plan_handle plan = plan_of(call, nullptr, other_device);
    strew_error executed = STREW_ERROR_INIT, found = STREW_ERROR_INIT;
    const strew_status status = execute(plan_of(call).get(), call, &executed);
    const interpreter elsewhere(view_of(plan), places_of(call));
    if (const auto first = elsewhere.find_bad()) {
      ASSERT_EQ(status, STREW_STATUS_INDEX);
      ASSERT_EQ(record_of(plan.get(), *first, found), STREW_STATUS_INDEX) << found.message;
      expect_same(found, executed);
      ++bad;
      continue;
    }
    const auto pair =
        call.options.duplicates == STREW_DUPLICATES_ERROR ? find_duplicate(cells_of(call, elsewhere)) : std::nullopt;
    ASSERT_EQ(status, pair ? STREW_STATUS_INDEX : STREW_STATUS_OK);
    ++(pair ? duplicate : good);
    if (!pair) continue;
    ASSERT_EQ(record_of(plan.get(), *pair, tuples_of(elsewhere), found), STREW_STATUS_INDEX) << found.message;
    expect_same(found, executed);
  }
  EXPECT_GT(good, 400);
  EXPECT_GT(bad, 100);
  EXPECT_GT(duplicate, can_refuse_duplicates(GetParam()) ? 50 : -1);
}

// Every position of every call is taken for a bad one; those of a call with bad ones that are good are refused too.
TEST_P(found_elsewhere, PT6_where_a_tuple_is_not_bad) {
  int refused = 0, taken = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    random_call call(GetParam(), seed);
    disturb(call, seed);
    if (std::count(call.indices.strides.begin(), call.indices.strides.end(), 0) != 0) continue;  // tuples are shared
    const plan_handle plan = plan_of(call);
    const interpreter elsewhere(view_of(plan), places_of(call));
    std::uint64_t position = 0;
    interpreter::for_each(elsewhere.extents_of_positions(), [&](const numbers& x) {
      strew_error found = STREW_ERROR_INIT;
      const strew_status status = record_of(plan.get(), bad_index{position++, 1, elsewhere.tuple_at(x)}, found);
      const bool is_bad = !elsewhere.is_good(x);
      EXPECT_EQ(status, is_bad ? STREW_STATUS_INDEX : STREW_STATUS_POINTER) << found.message;
      EXPECT_STREQ(found.rule, is_bad ? "IX1" : "PT6");
      ++(is_bad ? taken : refused);
    });
  }
  EXPECT_GT(refused, 300);
  EXPECT_GT(taken, 50);
}

// Every pair of positions of every call is taken for duplicates.
TEST_P(duplicates_elsewhere, PT6_where_two_positions_do_not_collide) {
  int refused = 0, taken = 0;
  for (unsigned seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(seed);
    random_call call(GetParam(), seed);
    disturb(call, seed);
    call.options.duplicates = STREW_DUPLICATES_ERROR;
    const plan_handle plan = plan_of(call);
    const interpreter elsewhere(view_of(plan), places_of(call));
    if (elsewhere.find_bad()) continue;
    const auto tuples = tuples_of(elsewhere);
    const auto cells = cells_of(call, elsewhere);
    for (std::uint64_t later = 1; later < tuples.size(); ++later) {
      for (std::uint64_t other = 0; other < later; ++other) {
        strew_error found = STREW_ERROR_INIT;
        const bool collide = share_cell(cells, other, later);
        const strew_status status = record_of(plan.get(), position_pair{later, other}, tuples, found);
        ASSERT_EQ(status, collide ? STREW_STATUS_INDEX : STREW_STATUS_POINTER) << found.message;
        EXPECT_STREQ(found.rule, collide ? "IX2" : "PT6");
        ++(collide ? taken : refused);
      }
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(taken, 300);
}

// Bound indices were validated, and had no duplicates, when they were prepared and bound.
TEST_P(found_elsewhere, PT6_of_bound_indices) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    random_call call(GetParam(), seed);
    const plan_handle plan = plan_of(call);
    strew_prepared* prepared = nullptr;
    if (!call.has_indices ||
        strew_prepare(plan.get(), call.indices.at(), nullptr, &prepared, nullptr) != STREW_STATUS_OK)
      continue;
    strew_plan* made = nullptr;
    ASSERT_EQ(strew_plan_bind(plan.get(), prepared, &made, nullptr), STREW_STATUS_OK);
    strew_prepared_destroy(prepared);
    const plan_handle bound{made, strew_plan_destroy};
    const auto tuples = tuples_of(interpreter(view_of(bound), places_of(call)));
    if (tuples.size() < 2) continue;
    strew_error error = STREW_ERROR_INIT;
    expect_refused(record_of(bound.get(), bad_index{1, 1, tuples[1]}, error), error);
    expect_refused(record_of(bound.get(), position_pair{1, 0}, tuples, error), error);
  }
}

// More members than a record lists.
TEST(found_bad_indices, have_tuples_of_any_depth) {
  constexpr std::int64_t depth = 40;
  const numbers extents(depth, 1);
  const std::int64_t index_extents[] = {2, depth}, positions[] = {2};
  std::vector<std::int64_t> indices(2 * depth, 0);
  indices[depth + 35] = -7;
  float table = 0, rows[2] = {};
  strew_tensor data = STREW_TENSOR_INIT, at = STREW_TENSOR_INIT, output = STREW_TENSOR_INIT;
  data.dtype = output.dtype = STREW_DTYPE_F32;
  at.dtype = STREW_DTYPE_I64;
  data.rank = depth;
  at.rank = 2;
  output.rank = 1;
  data.extents = extents.data();
  at.extents = index_extents;
  output.extents = positions;
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_GATHER_ND;
  strew_plan* made = nullptr;
  strew_error executed = STREW_ERROR_INIT, found = STREW_ERROR_INIT;
  ASSERT_EQ(strew_plan_make(&op, &data, &at, nullptr, &output, nullptr, &made, &executed), STREW_STATUS_OK);
  const plan_handle plan{made, strew_plan_destroy};
  ASSERT_EQ(strew_execute(made, &table, indices.data(), nullptr, rows, nullptr, &executed), STREW_STATUS_INDEX);
  tuple_values tuple(depth, 0);
  tuple[35] = static_cast<std::uint64_t>(std::int64_t{-7});
  ASSERT_EQ(record_of(plan.get(), bad_index{1, 1, tuple}, found), STREW_STATUS_INDEX);
  expect_same(found, executed);
  EXPECT_EQ(found.component, 35U);
}

// [3] of [4], i16: positions 0, 1, 2.
struct few_rows {
  std::int64_t table_extents[1] = {4}, index_extents[1] = {3};
  plan_handle plan{nullptr, strew_plan_destroy};
  strew_error error = STREW_ERROR_INIT;

  explicit few_rows(std::int32_t duplicates = STREW_DUPLICATES_ALLOW, std::int64_t index_stride = 2) {
    strew_tensor table = STREW_TENSOR_INIT, indices = STREW_TENSOR_INIT, updates = STREW_TENSOR_INIT;
    table.dtype = updates.dtype = STREW_DTYPE_F32;
    table.rank = indices.rank = updates.rank = 1;
    table.extents = table_extents;
    indices.extents = updates.extents = index_extents;
    indices.dtype = STREW_DTYPE_I16;
    indices.strides = &index_stride;
    strew_operator op = STREW_OPERATOR_INIT;
    op.kind = STREW_OPERATOR_SCATTER;
    strew_options options = STREW_OPTIONS_INIT;
    options.duplicates = duplicates;
    strew_plan* made = nullptr;
    EXPECT_EQ(strew_plan_make(&op, &table, &indices, &updates, &table, &options, &made, &error), STREW_STATUS_OK);
    plan.reset(made);
  }

  std::string bad(std::uint64_t position, std::uint64_t count, const tuple_values& tuple) {
    const strew_status status = record_of(plan.get(), bad_index{position, count, tuple}, error);
    EXPECT_EQ(status, error.status);
    return error.message;
  }
  std::string twice(std::uint64_t position, std::uint64_t other, const std::vector<tuple_values>& tuples) {
    strew_problem_duplicate given = STREW_PROBLEM_DUPLICATE_INIT;
    given.position = position;
    given.other_position = other;
    given.tuple_depth = tuples[1].size();
    given.tuple = tuples[0].data();
    given.other_tuple = tuples[1].data();
    EXPECT_EQ(strew_plan_duplicate_error(plan.get(), &given, &error), error.status);
    return error.message;
  }
};

constexpr std::uint64_t minus(std::uint64_t n) {
  return 0 - n;
}

TEST(found_bad_indices, are_described) {
  few_rows call;
  EXPECT_EQ(call.bad(1, 2, {9}),
            "IX1: indices: position 1 (1): component 0 of (9) is 9, outside [-4, 3] (axis 0 of extent 4); "
            "2 of 3 positions are bad");
  EXPECT_EQ(call.error.status, STREW_STATUS_INDEX);
  EXPECT_EQ(call.error.allowed_low, -4);
  EXPECT_EQ(call.error.allowed_high, 3);
  EXPECT_EQ(call.bad(2, 1, {minus(5)}),
            "IX1: indices: position 2 (2): component 0 of (-5) is -5, outside [-4, 3] (axis 0 of extent 4); "
            "1 of 3 positions is bad");
  EXPECT_EQ(call.error.tuple[0], minus(5));
  EXPECT_EQ(call.error.tuple_negative[0], 1);
  strew_problem_bad_index given = STREW_PROBLEM_BAD_INDEX_INIT;
  given.bad_count = given.tuple_depth = 1;
  const std::uint64_t nine = 9;
  given.tuple = &nine;
  EXPECT_EQ(strew_plan_index_error(call.plan.get(), &given, nullptr), STREW_STATUS_INDEX);
}

TEST(found_bad_indices, PT6) {
  few_rows call;
  EXPECT_EQ(call.bad(3, 1, {9}), "PT6: indices: position 3 is outside [0, 2]");
  EXPECT_EQ(call.bad(std::numeric_limits<std::uint64_t>::max(), 1, {9}),
            "PT6: indices: position 18446744073709551615 is outside [0, 2]");
  EXPECT_EQ(call.bad(1, 0, {9}), "PT6: indices: bad_count is 0, outside [1, 2]");
  EXPECT_EQ(call.bad(1, 3, {9}), "PT6: indices: bad_count is 3, outside [1, 2]");
  EXPECT_EQ(call.bad(1, 1, {9, 9}), "PT6: indices: tuple_depth is 2, but tuples of the plan have 1 values");
  EXPECT_EQ(call.bad(1, 1, {3}), "PT6: indices: the tuple (3) of position 1 is not bad under the plan");
  EXPECT_EQ(call.bad(1, 1, {minus(4)}), "PT6: indices: the tuple (-4) of position 1 is not bad under the plan");
  EXPECT_EQ(call.bad(1, 1, {32768}), "PT6: indices: component 0 of position 1 is 32768, which i16 cannot hold");
  EXPECT_EQ(call.bad(1, 1, {minus(32769)}), "PT6: indices: component 0 of position 1 is -32769, which i16 cannot hold");
  EXPECT_EQ(call.error.status, STREW_STATUS_POINTER);
  EXPECT_EQ(call.error.operand, STREW_OPERAND_INDICES);
}

TEST(found_bad_indices, PT6_of_broadcast_tuples) {
  few_rows call(STREW_DUPLICATES_ALLOW, 0);
  EXPECT_EQ(call.bad(0, 3, {9}).substr(0, 4), "IX1:");
  EXPECT_EQ(call.bad(0, 1, {9}), "PT6: indices: bad_count is 1, but each tuple is that of 3 positions");
  EXPECT_EQ(call.bad(1, 1, {9}), "PT6: indices: position 1 is not the first one with its tuple, which is broadcast");
}

TEST(found_duplicates, are_described) {
  few_rows call(STREW_DUPLICATES_ERROR);
  EXPECT_EQ(call.twice(2, 0, {{minus(1)}, {3}}),
            "IX2: indices: position 2 (2) with tuple (-1) writes a cell that position 0 (0) wrote");
  EXPECT_EQ(call.error.status, STREW_STATUS_INDEX);
  EXPECT_EQ(call.error.position, 2U);
  EXPECT_EQ(call.error.other_position, 0U);
}

TEST(found_duplicates, PT6) {
  few_rows call(STREW_DUPLICATES_ERROR);
  EXPECT_EQ(call.twice(3, 0, {{1}, {1}}), "PT6: indices: position 3 is outside [0, 2]");
  EXPECT_EQ(call.twice(1, 1, {{1}, {1}}), "PT6: indices: other_position is 1, not below position 1");
  EXPECT_EQ(call.twice(1, 2, {{1}, {1}}), "PT6: indices: other_position is 2, not below position 1");
  EXPECT_EQ(call.twice(1, 0, {{1}, {2}}),
            "PT6: indices: position 1 with tuple (1) and position 0 with tuple (2) write no common cell");
  EXPECT_EQ(call.twice(1, 0, {{4}, {4}}),
            "PT6: indices: the tuple (4) of position 1 is a bad one, which is another error");
  EXPECT_EQ(call.twice(1, 0, {{3}, {minus(5)}}),
            "PT6: indices: the tuple (-5) of position 0 is a bad one, which is another error");
  EXPECT_EQ(call.twice(1, 0, {{1}, {1, 1}}), "PT6: indices: tuple_depth is 2, but tuples of the plan have 1 values");
  EXPECT_EQ(call.twice(1, 0, {{1}, {40000}}),
            "PT6: indices: component 0 of position 0 is 40000, which i16 cannot hold");
  EXPECT_EQ(few_rows().twice(1, 0, {{1}, {1}}), "PT6: indices: the plan refuses no duplicates");
}

// stablehlo_scatter of two windows into [5], as a plan that refuses duplicates.
plan_handle plan_of_windows(std::int64_t window, const strew_options& options) {
  const std::int64_t table_extents[] = {5}, index_extents[] = {2, 1}, update_extents[] = {2, window}, zero = 0, one = 1;
  strew_tensor table = STREW_TENSOR_INIT, indices = STREW_TENSOR_INIT, updates = STREW_TENSOR_INIT;
  table.dtype = updates.dtype = STREW_DTYPE_F32;
  indices.dtype = STREW_DTYPE_I64;
  table.rank = 1;
  indices.rank = updates.rank = 2;
  table.extents = table_extents;
  indices.extents = index_extents;
  updates.extents = update_extents;
  strew_scatter_dimensions dimensions = STREW_SCATTER_DIMENSIONS_INIT;
  dimensions.update_window_dims = {&one, 1};
  dimensions.scatter_dims_to_operand_dims = {&zero, 1};
  dimensions.index_vector_dim = 1;
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_STABLEHLO_SCATTER;
  op.scatter_dimensions = &dimensions;
  strew_plan* made = nullptr;
  strew_error error = STREW_ERROR_INIT;
  EXPECT_EQ(strew_plan_make(&op, &table, &indices, &updates, &table, &options, &made, &error), STREW_STATUS_OK)
      << error.message;
  return {made, strew_plan_destroy};
}

// All pairs of starts, which strew_check compares cell by cell.
TEST(found_duplicates, are_windows_that_share_a_cell) {
  int taken = 0, refused = 0;
  for (int n = 0; n < 5 * 2 * 2 * 5; ++n) {
    strew_options options = STREW_OPTIONS_INIT;
    options.duplicates = STREW_DUPLICATES_ERROR;
    const std::int32_t policies[] = {STREW_OOB_ERROR, STREW_OOB_CLAMP, STREW_OOB_WRAP, STREW_OOB_SKIP,
                                     STREW_OOB_ASSUME};
    options.out_of_bounds = policies[n % 5];
    options.partial_window = n / 5 % 2;
    options.negative_indices = n / 10 % 2;
    const std::int64_t window = 1 + n / 20;
    const plan_handle plan = plan_of_windows(window, options);
    for (std::int64_t pair = 0; pair < 400; ++pair) {
      const std::int64_t starts[] = {pair % 20 - 8, pair / 20 - 8};
      std::vector<float> table(5), updates(10);
      strew_error checked = STREW_ERROR_INIT, found = STREW_ERROR_INIT;
      const strew_status expected =
          strew_check(plan.get(), table.data(), starts, updates.data(), table.data(), nullptr, &checked);
      const std::vector<tuple_values> tuples{{static_cast<std::uint64_t>(starts[0])},
                                             {static_cast<std::uint64_t>(starts[1])}};
      const strew_status status = record_of(plan.get(), position_pair{1, 0}, tuples, found);
      const bool collide = expected == STREW_STATUS_INDEX && std::string(checked.rule) == "IX2";
      ASSERT_EQ(status, collide ? STREW_STATUS_INDEX : STREW_STATUS_POINTER)
          << found.message << options.out_of_bounds << " " << window << " " << starts[0] << " " << starts[1];
      if (collide) expect_same(found, checked);
      ++(collide ? taken : refused);
    }
  }
  EXPECT_GT(taken, 5000);
  EXPECT_GT(refused, 5000);
}

// A refusal comes before anything else is looked at.
TEST(found_elsewhere_structs, PT1_PT2) {
  few_rows call(STREW_DUPLICATES_ERROR);
  strew_error& error = call.error;
  strew_problem_bad_index bad = STREW_PROBLEM_BAD_INDEX_INIT;
  strew_problem_duplicate twice = STREW_PROBLEM_DUPLICATE_INIT;
  const auto expect = [&](strew_status status, const char* rule) {
    EXPECT_EQ(status, STREW_STATUS_POINTER);
    EXPECT_STREQ(error.rule, rule) << error.message;
  };
  expect(strew_plan_index_error(nullptr, &bad, &error), "PT1");
  expect(strew_plan_index_error(call.plan.get(), nullptr, &error), "PT1");
  expect(strew_plan_duplicate_error(nullptr, &twice, &error), "PT1");
  expect(strew_plan_duplicate_error(call.plan.get(), nullptr, &error), "PT1");
  bad.tuple_depth = twice.tuple_depth = twice.position = 1;
  expect(strew_plan_index_error(call.plan.get(), &bad, &error), "PT1");
  expect(strew_plan_duplicate_error(call.plan.get(), &twice, &error), "PT1");
  const std::uint64_t one = 1;
  twice.tuple = &one;
  expect(strew_plan_duplicate_error(call.plan.get(), &twice, &error), "PT1");
  bad.version = twice.version = STREW_PROBLEM_VERSION + 1;
  expect(strew_plan_index_error(call.plan.get(), &bad, &error), "PT2");
  expect(strew_plan_duplicate_error(call.plan.get(), &twice, &error), "PT2");
}

}  // namespace
}  // namespace strew::testing
