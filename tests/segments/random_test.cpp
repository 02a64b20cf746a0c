// Random segment_reduces of any types against the oracle: as a call, at a site, as a plan, by every solver, in tasks.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <cstdlib>
#include <map>
#include <string>

#include "segments/random_segments.hpp"
#include "threads/executors.hpp"

namespace strew::testing {
namespace {

// STREW_SEGMENTS=<first>:<count> runs other ones.
struct seeds {
#if defined(STREW_SANITIZED)
  uint64_t first = 0, count = 400;
#else
  uint64_t first = 0, count = 1600;
#endif
  seeds() {
    const char* given = std::getenv("STREW_SEGMENTS");
    if (given == nullptr) return;
    char* end = nullptr;
    first = std::strtoull(given, &end, 10);
    if (*end == ':') count = std::strtoull(end + 1, nullptr, 10);
  }
};

struct expected_call {
  std::string rule;  // that is broken; empty: none
  oracle::move_outcome outcome;
  oracle::memory output, arg, count;
};

expected_call expect(uint64_t seed) {
  random_segments call(seed);
  expected_call made;
  const oracle::segment_operands of = call.expected_operands();
  made.rule = oracle::segment_rule(of, call.rule());
  if (made.rule.empty()) made.outcome = oracle::segment_reduce(of, call.rule());
  if (made.outcome.error) made.rule = made.outcome.judged == oracle::move_operand::offsets ? "OF1" : "IX1";
  made.output = call.output.store;
  made.arg = call.arg.store;
  made.count = call.count.store;
  return made;
}

void compare(const expected_call& expected, const random_segments& call, const strew_error& error) {
  ASSERT_EQ(error.status == STREW_STATUS_OK ? "" : error.rule, expected.rule) << error.message;
  ASSERT_EQ(call.output.store, expected.output);
  ASSERT_EQ(call.arg.store, expected.arg);
  ASSERT_EQ(call.count.store, expected.count);
  const auto& bad = expected.outcome.error;
  if (!bad) return;
  const bool is_of_rows = expected.outcome.judged == oracle::move_operand::from;
  ASSERT_EQ(error.operand, is_of_rows ? STREW_OPERAND_INDICES : STREW_OPERAND_SEGMENTS) << error.message;
  ASSERT_EQ(error.position, bad->position) << error.message;
  ASSERT_EQ(error.bad_count, bad->bad_count) << error.message;
  ASSERT_EQ(error.extent, bad->extent) << error.message;
  ASSERT_EQ(error.allowed_high, bad->range.high) << error.message;
}

// With the index operands prepared that can be: indices, and ids.
strew_error run_prepared(random_segments& call, std::map<std::string, int>& taken) {
  strew_error error = STREW_ERROR_INIT;
  const strew_operator op = call.op();
  const strew_operands given = call.operands();
  strew_operand_places at = call.places();
  strew_plan *plan = nullptr, *bound = nullptr;
  strew_prepared *ids = nullptr, *rows = nullptr;
  strew_plan_of(&op, &given, &call.options, &plan, &error);
  if (plan == nullptr) return error;
  const bool has_ids = call.segmentation.form == STREW_SEGMENTS_IDS;
  if (call.indices.is_given) strew_prepare_from(plan, at.indices, nullptr, &rows, &error);
  if (has_ids && error.status == STREW_STATUS_OK) strew_prepare(plan, at.segments, nullptr, &ids, &error);
  if (rows != nullptr || ids != nullptr) {
    if (error.status == STREW_STATUS_OK) strew_plan_bind_both(plan, ids, rows, &bound, &error);
  } else if (error.status == STREW_STATUS_OK) {
    strew_execute_at(plan, &at, nullptr, &error);
  }
  if (bound != nullptr) {
    ++taken["prepared"];
    if (rows != nullptr) at.indices = nullptr;
    if (ids != nullptr) at.segments = nullptr;
    strew_execute_at(bound, &at, nullptr, &error);
  }
  strew_prepared_destroy(ids);
  strew_prepared_destroy(rows);
  strew_plan_destroy(bound);
  strew_plan_destroy(plan);
  return error;
}

// How a call is made: 0 once, 1 at a site, 2 as a plan, others by a solver and in tasks.
strew_error run(random_segments& call, uint64_t how, std::map<std::string, int>& taken) {
  strew_error error = STREW_ERROR_INIT;
  const strew_operator op = call.op();
  const strew_operands given = call.operands();
  if (how == 0) {
    strew_segment_reduce(&given, &call.segmentation, call.batch_dims, &call.options, nullptr, &error);
    return error;
  }
  if (how == 1) {
    strew_site here = STREW_SITE_INIT;
    for (int n = 0; n < 2 && error.status == STREW_STATUS_OK; ++n) {
      random_segments& again = call;
      if (n == 1 && again.is_in_place) break;
      strew_run_at(&here, &op, &given, &call.options, nullptr, &error);
    }
    strew_site_clear(&here);
    return error;
  }
  const char* const solver = how == 2 ? nullptr : strew_solver_name(how - 3);
  call.options.solver = solver;
  strew_plan* plan = nullptr;
  strew_plan_of(&op, &given, &call.options, &plan, &error);
  if (plan == nullptr) return error;
  ++taken[solver == nullptr ? "any" : solver];
  support::shuffling_executor pool(2 + how % 4);
  strew_execution execution = STREW_EXECUTION_INIT;
  if (how % 2 == 1) execution.executor = &pool.made;
  const strew_operand_places at = call.places();
  strew_execute_at(plan, &at, &execution, &error);
  strew_plan_destroy(plan);
  return error;
}

TEST(segments, have_the_bits_of_the_oracle_in_every_way) {
  const seeds all;
  uint64_t solvers = 0;
  while (strew_solver_name(solvers) != nullptr) ++solvers;
  std::map<std::string, int> rules, taken;
  for (uint64_t seed = all.first; seed < all.first + all.count; ++seed) {
    SCOPED_TRACE("STREW_SEGMENTS=" + std::to_string(seed) + ":1");
    const expected_call expected = expect(seed);
    ++rules[expected.rule];
    for (uint64_t how = 0; how < 3 + solvers; ++how) {
      if (how > 2 && (seed + how) % 4 != 0) continue;
      SCOPED_TRACE(how > 2 ? strew_solver_name(how - 3) : "any");
      random_segments call(seed);
      const strew_error error = run(call, how, taken);
      if (how > 2 && std::string(error.rule) == "AT5") continue;
      ASSERT_NO_FATAL_FAILURE(compare(expected, call, error));
    }
    random_segments call(seed);
    SCOPED_TRACE("prepared");
    ASSERT_NO_FATAL_FAILURE(compare(expected, call, run_prepared(call, taken)));
  }
  if (all.count < 1600) return;
  for (const char* rule : {"", "TY2", "TY3", "TY4", "PB4", "AT1", "AT2", "AT7", "SG1", "SG2", "SG3", "IX1", "OF1"})
    EXPECT_GT(rules[rule], 2) << rule;
  for (const char* solver :
       {"any", "nop", "sorted", "owned", "rows", "elements", "strided", "segments", "collected", "prepared"})
    EXPECT_GT(taken[solver], 5) << solver;
}

}  // namespace
}  // namespace strew::testing
