// Accumulators that stay open between executions: pieces write the bits of the whole. Public headers only.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "problem/pieces.hpp"
#include "threads/executors.hpp"

namespace strew::testing {
namespace {

strew_problem_accumulators layout_of(const plan_handle& open) {
  strew_problem_accumulators about = STREW_PROBLEM_ACCUMULATORS_INIT;
  strew_error error = STREW_ERROR_INIT;
  EXPECT_EQ(strew_plan_accumulators(open.get(), &about, &error), STREW_STATUS_OK) << error.message;
  return about;
}

TEST(open_accumulators, of_pieces_have_the_bits_of_the_whole) {
  int with_state = 0, without = 0;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    std::mt19937 draw(seed);
    const auto dtype = static_cast<strew_dtype>(STREW_DTYPE_BOOL + draw() % (STREW_DTYPE_C128 - STREW_DTYPE_BOOL + 1));
    const auto reduction = static_cast<std::int32_t>(STREW_REDUCTION_ADD + draw() % 9);
    SCOPED_TRACE(seed);
    stateful_sum whole(dtype, reduction, seed), cut(dtype, reduction, seed);
    strew_error error = STREW_ERROR_INIT;
    const plan_handle plan = plan_of_problem(whole.view, &error);
    if (plan == nullptr) continue;  // the type does not have the reduction, or weights
    const plan_handle open = opened(plan);
    const strew_problem_accumulators about = layout_of(open);
    std::vector<unsigned char> accumulators(static_cast<std::size_t>(about.bytes));
    support::watching_executor pool(4);
    strew_execution execution = STREW_EXECUTION_INIT;
    execution.threads = 1 + seed % 4;
    execution.executor = &pool.made;
    const auto run = [&](const plan_handle& by, std::int32_t phase, const strew_operand_places& at) {
      ASSERT_EQ(strew_execute_phase(by.get(), phase, &at, accumulators.data(), about.bytes, &execution, &error),
                STREW_STATUS_OK)
          << error.message;
    };
    ASSERT_EQ(execute_at(plan, whole.at()), STREW_STATUS_OK);
    run(open, STREW_PHASE_LOAD, cut.at());
    ASSERT_TRUE(for_each_piece(plan, draw, [&](const slice& piece) {
      run(opened(piece.plan), STREW_PHASE_ACCUMULATE, moved(cut.at(), piece.bases));
    }));
    run(open, STREW_PHASE_STORE, cut.at());
    ASSERT_EQ(cut.table, whole.table);
    ++(about.bytes != 0 ? with_state : without);
  }
  EXPECT_GT(with_state, 300);
  EXPECT_GT(without, 300);
}

// A mean of two updates and the old value, by hand.
TEST(open_accumulators, lie_where_their_layout_says) {
  stateful_sum one(STREW_DTYPE_I32, STREW_REDUCTION_MEAN, 1);
  one.step.exclude_self = 0;
  one.step.accumulate = STREW_ACCUMULATE_WIDE;
  one.step.weight_dtype = STREW_DTYPE_OPAQUE;
  std::fill(one.indices.begin(), one.indices.end(), 4);
  strew_error error = STREW_ERROR_INIT;
  const plan_handle open = opened(plan_of_problem(one.view, &error));
  const strew_problem_accumulators about = layout_of(open);
  EXPECT_EQ(about.each, 16U);
  EXPECT_EQ(about.bytes, 7U * 3U * 16U);
  EXPECT_EQ(about.value_dtype, STREW_DTYPE_I64);
  EXPECT_EQ(about.count_offset, 8U);
  EXPECT_EQ(about.count_bytes, 8U);
  ASSERT_EQ(about.rank, 2U);
  std::vector<unsigned char> accumulators(static_cast<std::size_t>(about.bytes));
  const strew_operand_places at = one.at();
  for (const std::int32_t phase : {STREW_PHASE_LOAD, STREW_PHASE_ACCUMULATE})
    ASSERT_EQ(strew_execute_phase(open.get(), phase, &at, accumulators.data(), about.bytes, nullptr, &error),
              STREW_STATUS_OK);
  // The output of such a problem has the dimensions of its axes, then those of its coordinates.
  for (std::int64_t column = 0; column < 3; ++column) {
    const unsigned char* cell = accumulators.data() + column * about.strides[0] + 4 * about.strides[1];
    std::int64_t sum = 0, expected = 0;
    std::uint64_t count = 0;
    std::memcpy(&sum, cell, 8);
    std::memcpy(&count, cell + about.count_offset, 8);
    const auto element = [&](const std::vector<unsigned char>& of, std::int64_t n) {
      std::int32_t value = 0;
      std::memcpy(&value, of.data() + 4 * n, 4);
      return value;
    };
    expected = element(one.table, 4 * 3 + column);
    for (std::int64_t p = 0; p < 60; ++p) expected += element(one.rows, p * 3 + column);
    EXPECT_EQ(sum, expected);
    EXPECT_EQ(count, 60U);
  }
}

TEST(open_accumulators, AC1_MM2_PT1_OV3) {
  stateful_sum one(STREW_DTYPE_F32, STREW_REDUCTION_MEAN, 2);
  strew_error error = STREW_ERROR_INIT;
  const plan_handle plan = plan_of_problem(one.view, &error);
  const plan_handle open = opened(plan);
  const strew_problem_accumulators about = layout_of(open);
  std::vector<unsigned char> accumulators(static_cast<std::size_t>(about.bytes));
  const strew_operand_places at = one.at();
  const auto broken = [&](const plan_handle& by, std::int32_t phase, void* memory, std::uint64_t bytes) -> std::string {
    const strew_status status = strew_execute_phase(by.get(), phase, &at, memory, bytes, nullptr, &error);
    return status == STREW_STATUS_OK ? "" : error.rule;
  };
  EXPECT_EQ(broken(plan, STREW_PHASE_LOAD, accumulators.data(), about.bytes), "AC1");
  EXPECT_STREQ(error.message, "AC1: call: the plan was not opened");
  EXPECT_EQ(broken(open, 4, accumulators.data(), about.bytes), "AC1");
  EXPECT_STREQ(error.message, "AC1: call: phase 4 is outside [1, 3]");
  EXPECT_EQ(broken(open, STREW_PHASE_LOAD, accumulators.data(), about.bytes - 1), "MM2");
  EXPECT_EQ(broken(open, STREW_PHASE_LOAD, nullptr, about.bytes), "PT1");
  EXPECT_EQ(broken(open, STREW_PHASE_LOAD, one.rows.data(), about.bytes), "OV3");
  one.indices[3] = 7;
  EXPECT_EQ(broken(open, STREW_PHASE_LOAD, accumulators.data(), about.bytes), "");
  const std::vector<unsigned char> before = accumulators;
  EXPECT_EQ(broken(open, STREW_PHASE_ACCUMULATE, accumulators.data(), about.bytes), "IX1");
  EXPECT_EQ(accumulators, before);
  strew_problem_accumulators unopened = STREW_PROBLEM_ACCUMULATORS_INIT;
  EXPECT_EQ(strew_plan_accumulators(plan.get(), &unopened, &error), STREW_STATUS_ATTRIBUTE);
}

}  // namespace
}  // namespace strew::testing
