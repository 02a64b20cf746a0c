// Plans of operands larger than any memory, from structs with any numbers. Arrays have exactly the length that the
// struct states, or the struct states more than is ever read; no operand has memory.
#include "fuzz/plans/fixture.hpp"
#include "fuzz/shared/callbacks.hpp"
#include "fuzz/shared/require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace strew::fuzz {
namespace {

// A plan without memory: it can be described, and refuses to execute unless it moves nothing. The allocator fails for
// blocks of the size that such operands require.
void verify_plan(const strew_plan* plan) {
  char text[64];
  callbacks calls;
  const strew_allocator allocator = calls.allocator();
  strew_execution execution = STREW_EXECUTION_INIT;
  strew_error error = STREW_ERROR_INIT;
  strew_prepared* prepared = nullptr;
  execution.allocator = &allocator;
  STREW_REQUIRE(strew_plan_problem(plan, text, sizeof text) > 0 && strew_plan_explain(plan, text, sizeof text) > 0);
  STREW_REQUIRE(strew_plan_describe(plan, text, sizeof text) > 0 && std::memchr(text, 0, sizeof text) != nullptr);
  STREW_REQUIRE(strew_plan_equal(plan, plan) == 1 && strew_plan_hash(plan) == strew_plan_hash(plan));
  strew_plan_bytes(plan);
  strew_plan_workspace(plan);
  strew_plan_prepared_bytes(plan);
  strew_plan_prepare_workspace(plan);
  verify_record(strew_check(plan, nullptr, nullptr, nullptr, nullptr, &execution, &error), error);
  verify_record(strew_execute(plan, nullptr, nullptr, nullptr, nullptr, &execution, &error), error);
  const strew_status status = strew_prepare(plan, nullptr, &execution, &prepared, &error);
  verify_record(status, error);
  STREW_REQUIRE((prepared != nullptr) == (status == STREW_STATUS_OK));
  strew_prepared_destroy(prepared);
}

void verify_shape(const cases::c_call& call, std::uint64_t capacity) {
  const numbers before(static_cast<std::size_t>(capacity), -7);
  numbers extents = before;
  std::uint64_t rank = 77;
  strew_error error = STREW_ERROR_INIT;
  const strew_status status = strew_shape(&call.op, call.data, call.indices, capacity, extents.data(), &rank, &error);
  verify_record(status, error);
  STREW_REQUIRE(status == STREW_STATUS_OK || (rank == 77 && extents == before));
}

void fuzz_plan(choices& in) {
  const huge_fixture from(in);
  strew_error error = STREW_ERROR_INIT;
  strew_plan* plan = nullptr;
  const strew_status status = cases::make_plan(from.call(), &plan, &error);
  verify_record(status, error);
  STREW_REQUIRE((plan != nullptr) == (status == STREW_STATUS_OK));
  if (plan != nullptr) verify_plan(plan);
  strew_plan_destroy(plan);
  verify_shape(from.call(), in.below(8));
}

}  // namespace
}  // namespace strew::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  strew::fuzz::choices in(data, size);
  strew::fuzz::fuzz_plan(in);
  return 0;
}
