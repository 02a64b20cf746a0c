// Random segment_reduces, segment_scans and sddmms of any types against the oracle: as a call, at a site, as a plan, by
// every solver, in tasks.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <algorithm>
#include <map>
#include <string>

#include "problem/interpreter.hpp"
#include "segments/random_segments.hpp"
#include "support/seeds.hpp"
#include "threads/executors.hpp"

namespace strew::testing {
namespace {

struct expected_call {
  std::string rule;  // that is broken; empty: none
  oracle::move_outcome outcome;
  oracle::memory output, arg, count;
};

expected_call expect(uint64_t seed, const segment_kind& kind) {
  random_segments call(seed, kind);
  expected_call made;
  made.rule = call.broken_rule();
  if (made.rule.empty() && call.is_sddmm)
    made.outcome = oracle::sddmm(call.expected_products(), call.rule().accumulate);
  else if (made.rule.empty() && call.is_scan)
    made.outcome = oracle::segment_scan(call.expected_operands(), call.rule(), call.mode == STREW_SCAN_EXCLUSIVE);
  else if (made.rule.empty() && call.has_codes)
    made.outcome = oracle::quantized_segment_reduce(call.expected_operands(), call.expected_codes(), call.rule());
  else if (made.rule.empty())
    made.outcome = oracle::segment_reduce(call.expected_operands(), call.rule());
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

// With the index operands prepared that can be: indices, and ids. In tasks, that of sddmm by accumulators of all cells
// too, whose positions are apart though their products are not.
strew_error run_prepared(random_segments& call, std::map<std::string, int>& taken) {
  strew_error error = STREW_ERROR_INIT;
  const strew_operator op = call.op();
  const strew_operands given = call.operands();
  strew_operand_places at = call.places();
  strew_plan *plan = nullptr, *bound = nullptr;
  strew_prepared *ids = nullptr, *rows = nullptr;
  const bool is_general = call.is_sddmm && call.indices.type != call.segments.type;
  if (is_general) call.options.solver = "strided";
  strew_plan_of(&op, &given, &call.options, &plan, &error);
  if (plan == nullptr && is_general && std::string(error.rule) == "AT5") {
    error = STREW_ERROR_INIT;
    call.options.solver = nullptr;
    strew_plan_of(&op, &given, &call.options, &plan, &error);
  }
  if (plan == nullptr) return error;
  support::shuffling_executor pool(3);
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.executor = &pool.made;
  const bool has_ids = call.segmentation.form == STREW_SEGMENTS_IDS;
  if (call.indices.is_given) strew_prepare_from(plan, at.indices, nullptr, &rows, &error);
  if (has_ids && error.status == STREW_STATUS_OK) strew_prepare(plan, at.segments, nullptr, &ids, &error);
  if (rows != nullptr || ids != nullptr) {
    if (error.status == STREW_STATUS_OK) strew_plan_bind_both(plan, ids, rows, &bound, &error);
  } else if (error.status == STREW_STATUS_OK) {
    strew_execute_at(plan, &at, &execution, &error);
  }
  if (bound != nullptr) {
    ++taken["prepared"];
    if (rows != nullptr) at.indices = nullptr;
    if (ids != nullptr) at.segments = nullptr;
    strew_execute_at(bound, &at, &execution, &error);
  }
  strew_prepared_destroy(ids);
  strew_prepared_destroy(rows);
  strew_plan_destroy(bound);
  strew_plan_destroy(plan);
  return error;
}

// The memory of a call by the names of its problem: what the output begins as, then segments, data, output, indices and
// weights. Without base it begins as zeros.
operand_bytes bytes_of(const strew_operand_places& at, bool is_sddmm) {
  static unsigned char zeros[64];
  const auto bytes = [](const void* first) { return static_cast<unsigned char*>(const_cast<void*>(first)); };
  return {nullptr,
          at.base == nullptr ? zeros : bytes(at.base),
          bytes(at.segments),
          bytes(at.data),
          bytes(at.output),
          bytes(at.indices),
          bytes(is_sddmm ? at.right : at.weights)};
}

// What the view of a plan tells is enough: it is interpreted.
void run_view(random_segments& call, std::map<std::string, int>& taken) {
  strew_error error = STREW_ERROR_INIT;
  const strew_operator op = call.op();
  const strew_operands given = call.operands();
  strew_plan* plan = nullptr;
  strew_plan_of(&op, &given, &call.options, &plan, &error);
  ASSERT_NE(plan, nullptr) << error.message;
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  strew_plan_view(plan, &view, &error);
  interpreter(view, bytes_of(call.places(), call.is_sddmm)).run();
  ++taken["view"];
  strew_plan_destroy(plan);
}

// A plan is made of the problem of another one, which is executed in place: on zeros.
void run_problem(random_segments& call, std::map<std::string, int>& taken) {
  strew_error error = STREW_ERROR_INIT;
  const strew_operator op = call.op();
  const strew_operands given = call.operands();
  strew_plan *plan = nullptr, *made = nullptr;
  strew_plan_of(&op, &given, &call.options, &plan, &error);
  ASSERT_NE(plan, nullptr) << error.message;
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  strew_plan_view(plan, &view, &error);
  EXPECT_EQ(strew_plan_from_problem(&view, nullptr, &made, &error), STREW_STATUS_OK) << error.message;
  const operand_bytes all = bytes_of(call.places(), true);
  strew_operand_places at = STREW_OPERAND_PLACES_INIT;
  at.indices = all[STREW_OPERAND_INDICES], at.updates = all[STREW_OPERAND_UPDATES], at.from = all[STREW_OPERAND_FROM];
  at.weights = all[STREW_OPERAND_WEIGHTS], at.data = at.output = all[STREW_OPERAND_OUTPUT];
  if (strew_execute_at(made, &at, nullptr, &error) == STREW_STATUS_OK) ++taken["problem"];
  strew_plan_destroy(made);
  strew_plan_destroy(plan);
}

void clear(random_segments& call) {
  const oracle::tensor output = call.output.tensor();
  oracle::for_each_coordinate(output.extents, [&](const oracle::coordinate& c) {
    const oracle::bytes cell = output.at(c);
    std::fill(cell.begin(), cell.end(), static_cast<unsigned char>(0));
  });
}

// The first call is planned for itself, the second one is remembered, the third one finds its plan.
strew_error run_at_a_site(random_segments& call) {
  strew_site here = STREW_SITE_INIT;
  strew_error error = STREW_ERROR_INIT;
  random_segments second = call, third = call;
  for (random_segments* const one : {&call, &second, &third}) {
    const strew_operator op = one->op();
    const strew_operands given = one->operands();
    strew_run_at(&here, &op, &given, &one->options, nullptr, &error);
    if (error.status != STREW_STATUS_OK) break;
    EXPECT_EQ(one->output.store, call.output.store);
    EXPECT_EQ(one->arg.store, call.arg.store);
    EXPECT_EQ(one->count.store, call.count.store);
  }
  strew_site_clear(&here);
  return error;
}

// How a call is made: 0 once, but of codes as 1, 1 at a site, 2 as a plan, others by a solver and in tasks.
strew_error run(random_segments& call, uint64_t how, std::map<std::string, int>& taken) {
  strew_error error = STREW_ERROR_INIT;
  const strew_operator op = call.op();
  const strew_operands given = call.operands();
  if (how == 0 && !call.has_codes) {
    if (call.is_scan) {
      strew_segment_scan(&given, &call.segmentation, call.mode, call.batch_dims, &call.options, nullptr, &error);
      return error;
    }
    const auto named = call.is_sddmm ? &strew_sddmm : &strew_segment_reduce;
    named(&given, &call.segmentation, call.batch_dims, &call.options, nullptr, &error);
    return error;
  }
  if (how <= 1) return run_at_a_site(call);
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

using counts = std::map<std::string, int>;

void compare_all(const segment_kind& kind, const support::seed_range& all, counts& rules, counts& taken) {
  uint64_t solvers = 0;
  while (strew_solver_name(solvers) != nullptr) ++solvers;
  for (uint64_t seed = all.first; seed < all.first + all.count; ++seed) {
    SCOPED_TRACE("STREW_SEGMENTS=" + std::to_string(seed) + ":1");
    const expected_call expected = expect(seed, kind);
    ++rules[expected.rule];
    for (uint64_t how = 0; how < 3 + solvers; ++how) {
      if (how > 2 && (seed + how) % 4 != 0) continue;
      SCOPED_TRACE(how > 2 ? strew_solver_name(how - 3) : "any");
      random_segments call(seed, kind);
      const strew_error error = run(call, how, taken);
      if (how > 2 && std::string(error.rule) == "AT5") continue;
      ASSERT_NO_FATAL_FAILURE(compare(expected, call, error));
    }
    random_segments call(seed, kind);
    SCOPED_TRACE("prepared");
    ASSERT_NO_FATAL_FAILURE(compare(expected, call, run_prepared(call, taken)));
    if (!call.is_sddmm || !expected.rule.empty()) continue;
    random_segments interpreted(seed, kind), given(seed, kind);
    run_view(interpreted, taken);
    ASSERT_EQ(interpreted.output.store, expected.output) << "view";
    clear(given);
    run_problem(given, taken);
    ASSERT_EQ(given.output.store, expected.output) << "problem";
  }
}

TEST(segments, have_the_bits_of_the_oracle_in_every_way) {
  const support::seed_range all("STREW_SEGMENTS", 1600, 400);
  counts rules, taken;
  ASSERT_NO_FATAL_FAILURE(compare_all({STREW_OPERATOR_SEGMENT_REDUCE}, all, rules, taken));
  if (all.count < 1600) return;
  for (const char* rule : {"", "TY2", "TY3", "TY4", "PB4", "AT1", "AT2", "AT7", "SG1", "SG2", "SG3", "IX1", "OF1"})
    EXPECT_GT(rules[rule], 2) << rule;
  for (const char* solver :
       {"any", "nop", "sorted", "owned", "rows", "elements", "strided", "segments", "collected", "prepared"})
    EXPECT_GT(taken[solver], 5) << solver;
}

TEST(segments, of_codes_have_the_bits_of_the_oracle_in_every_way) {
  const support::seed_range all("STREW_SEGMENTS", 1600, 400);
  counts rules, taken;
  ASSERT_NO_FATAL_FAILURE(compare_all({STREW_OPERATOR_SEGMENT_REDUCE, true}, all, rules, taken));
  if (all.count < 1600) return;
  for (const char* rule : {"", "TY2", "TY3", "TY4", "TY5", "PB4", "AT1", "AT2", "AT7", "QB1", "SG1", "SG2", "SG3",
                           "QB2", "QB3", "QB4", "IX1", "OF1"})
    EXPECT_GT(rules[rule], 0) << rule;
  for (const char* solver :
       {"any", "nop", "sorted", "owned", "rows", "elements", "strided", "segments", "collected", "prepared"})
    EXPECT_GT(taken[solver], 5) << solver;
}

TEST(segment_scan, has_the_bits_of_the_oracle_in_every_way) {
  const support::seed_range all("STREW_SEGMENTS", 1600, 400);
  counts rules, taken;
  ASSERT_NO_FATAL_FAILURE(compare_all({STREW_OPERATOR_SEGMENT_SCAN}, all, rules, taken));
  if (all.count < 1600) return;
  for (const char* rule : {"", "TY2", "TY3", "TY4", "AT1", "AT2", "AT7", "SG1", "SG2", "SG3", "IX1", "OF1"})
    EXPECT_GT(rules[rule], 2) << rule;
  for (const char* solver : {"any", "nop", "sorted", "owned", "elements", "strided", "prepared"})
    EXPECT_GT(taken[solver], 5) << solver;
}

TEST(sddmm, has_the_bits_of_the_oracle_in_every_way) {
  const support::seed_range all("STREW_SEGMENTS", 1600, 400);
  counts rules, taken;
  ASSERT_NO_FATAL_FAILURE(compare_all({STREW_OPERATOR_SDDMM}, all, rules, taken));
  if (all.count < 1600) return;
  for (const char* rule : {"", "TY2", "TY3", "PB4", "AT1", "AT2", "AT7", "SG1", "SG2", "SG3", "IX1", "OF1"})
    EXPECT_GT(rules[rule], 2) << rule;
  for (const char* solver : {"any", "nop", "dots", "owned", "elements", "strided", "prepared", "view", "problem"})
    EXPECT_GT(taken[solver], 5) << solver;
}

}  // namespace
}  // namespace strew::testing
