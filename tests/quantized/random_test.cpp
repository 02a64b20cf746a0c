// Random gather_block_quantized of any types against the oracle: as a call, at a site, as a plan, in tasks, prepared.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "quantized/random_quantized.hpp"
#include "support/seeds.hpp"
#include "threads/executors.hpp"

namespace strew::testing {
namespace {

struct expected_call {
  std::string rule;  // that is broken; empty: none
  std::optional<oracle::index_error> bad;
  oracle::memory output;
};

expected_call expect(uint64_t seed) {
  random_quantized call(seed);
  expected_call made;
  const oracle::quantized_operands of = call.expected_operands();
  made.rule = oracle::quantized_rule(of);
  if (made.rule.empty()) made.bad = oracle::gather_block_quantized(of);
  if (made.bad) made.rule = "IX1";
  made.output = call.output.store;
  return made;
}

void compare(const expected_call& expected, const random_quantized& call, const strew_error& error) {
  ASSERT_EQ(error.status == STREW_STATUS_OK ? "" : error.rule, expected.rule) << error.message;
  ASSERT_EQ(call.output.store, expected.output);
  if (!expected.bad) return;
  ASSERT_EQ(error.operand, STREW_OPERAND_INDICES) << error.message;
  ASSERT_EQ(error.position, expected.bad->position) << error.message;
  ASSERT_EQ(error.bad_count, expected.bad->bad_count) << error.message;
}

strew_error run_plan(random_quantized& call, uint64_t how, const char* solver) {
  strew_error error = STREW_ERROR_INIT;
  const strew_operator op = call.op();
  const strew_operands given = call.operands();
  strew_plan* plan = nullptr;
  call.options.solver = solver;
  strew_plan_of(&op, &given, &call.options, &plan, &error);
  if (plan == nullptr) return error;
  support::shuffling_executor pool(2 + how % 4);
  strew_execution execution = STREW_EXECUTION_INIT;
  if (how % 2 == 1) execution.executor = &pool.made;
  const strew_operand_places at = call.places();
  strew_execute_at(plan, &at, &execution, &error);
  strew_plan_destroy(plan);
  return error;
}

strew_error run_prepared(random_quantized& call, std::map<std::string, int>& taken) {
  strew_error error = STREW_ERROR_INIT;
  const strew_operator op = call.op();
  const strew_operands given = call.operands();
  strew_operand_places at = call.places();
  strew_plan *plan = nullptr, *bound = nullptr;
  strew_prepared* rows = nullptr;
  strew_plan_of(&op, &given, &call.options, &plan, &error);
  if (plan == nullptr) return error;
  strew_prepare(plan, at.indices, nullptr, &rows, &error);
  if (rows != nullptr) strew_plan_bind(plan, rows, &bound, &error);
  if (bound != nullptr) {
    ++taken["prepared"];
    at.indices = nullptr;
    strew_execute_at(bound, &at, nullptr, &error);
  }
  strew_prepared_destroy(rows);
  strew_plan_destroy(bound);
  strew_plan_destroy(plan);
  return error;
}

// The first call is planned for itself, the second one is remembered, the third one finds its plan.
strew_error run_at_a_site(random_quantized& call, const strew_execution& execution) {
  strew_site here = STREW_SITE_INIT;
  strew_error error = STREW_ERROR_INIT;
  random_quantized second = call, third = call;
  for (random_quantized* const one : {&call, &second, &third}) {
    const strew_operator op = one->op();
    const strew_operands given = one->operands();
    strew_run_at(&here, &op, &given, &one->options, &execution, &error);
    if (error.status != STREW_STATUS_OK) break;
    EXPECT_EQ(one->output.store, call.output.store);
  }
  strew_site_clear(&here);
  return error;
}

// How a call is made: 0 once, 1 at a site, 2 at a site in tasks, others as plans.
strew_error run(random_quantized& call, uint64_t how) {
  strew_error error = STREW_ERROR_INIT;
  if (how == 0) {
    const strew_operands given = call.operands();
    strew_gather_block_quantized(&given, &call.quantization, call.axis, call.batch_dims, &call.options, nullptr,
                                 &error);
    return error;
  }
  if (how > 2) return run_plan(call, how, how == 3 ? "decoded" : nullptr);
  support::shuffling_executor pool(3);
  strew_execution execution = STREW_EXECUTION_INIT;
  if (how == 2) execution.executor = &pool.made;
  return run_at_a_site(call, execution);
}

TEST(quantized, have_the_bits_of_the_oracle_in_every_way) {
  const support::seed_range all("STREW_QUANTIZED", 1600, 500);
  std::map<std::string, int> rules, taken;
  for (uint64_t seed = all.first; seed < all.first + all.count; ++seed) {
    SCOPED_TRACE("STREW_QUANTIZED=" + std::to_string(seed) + ":1");
    const expected_call expected = expect(seed);
    ++rules[expected.rule];
    for (uint64_t how = 0; how < 6; ++how) {
      SCOPED_TRACE("way " + std::to_string(how));
      random_quantized call(seed);
      const strew_error error = run(call, how);
      if (how == 3 && std::string(error.rule) == "AT5") continue;  // nothing is left to decode
      if (error.status == STREW_STATUS_OK) ++taken[how == 3 ? "decoded" : "any"];
      ASSERT_NO_FATAL_FAILURE(compare(expected, call, error));
    }
    random_quantized call(seed);
    SCOPED_TRACE("prepared");
    ASSERT_NO_FATAL_FAILURE(compare(expected, call, run_prepared(call, taken)));
  }
  if (all.count < 1600) return;
  for (const char* rule : {"", "TY3", "TY5", "QB1", "QB2", "QB3", "QB4", "AX2", "AX3", "AX4", "AX5", "IX1"})
    EXPECT_GT(rules[rule], 1) << rule;
  for (const char* way : {"any", "decoded", "prepared"}) EXPECT_GT(taken[way], 5) << way;
}

}  // namespace
}  // namespace strew::testing
