// Operators on real memory: one problem, run in every way the C ABI has; all of them must agree.
#include "bytes.hpp"
#include "judge.hpp"
#include "must.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace strew::fuzz {
namespace {

void judge(problem& what, bytes& in) {
  const verdict expected = judge_call(what);
  for (std::uint64_t n = in.below(4); n > 0; --n) judge_again(what, expected);
  strew_plan* plan = nullptr;
  strew_error error = STREW_ERROR_INIT;
  const strew_status made = fuzz::plan(what, &plan, error);
  judge_record(made, error);
  STREW_MUST((plan != nullptr) == (made == STREW_OK));
  STREW_MUST(made == STREW_OK || (made == expected.status && is_same(error, expected.error)));
  if (made == STREW_OK) {
    judge_plan(what, expected, plan, in);
    for (std::uint64_t n = 1 + in.below(3); n > 0; --n) judge_execution(what, expected, plan, in);
    judge_prepared(what, expected, plan, in);
    if (in.one_in(2)) judge_solver(what, expected, in);
  }
  strew_plan_destroy(plan);
}

}  // namespace
}  // namespace strew::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace strew::fuzz;
  bytes in(data, size);
  problem what;
  if (!read_problem(what, in)) return 0;
  judge(what, in);
  for (std::uint64_t n = in.below(3); n > 0; --n) {
    twist(what, in);
    judge(what, in);
  }
  return 0;
}
