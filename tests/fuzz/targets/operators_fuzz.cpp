// Operators on real memory: one case, run in every way that the C ABI offers; all results must be equal.
#include "fuzz/operators/verify.hpp"
#include "fuzz/shared/require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace strew::fuzz {
namespace {

void verify(fixture& of, choices& in) {
  const verdict expected = verify_call(of);
  for (std::uint64_t n = in.below(4); n > 0; --n) verify_again(of, expected);
  strew_plan* plan = nullptr;
  strew_error error = STREW_ERROR_INIT;
  const strew_status made = cases::make_plan(of.call(), &plan, &error);
  verify_record(made, error);
  STREW_REQUIRE((plan != nullptr) == (made == STREW_STATUS_OK));
  STREW_REQUIRE(made == STREW_STATUS_OK || finds_pointers_first(expected) ||
                (made == expected.status && is_same(error, expected.error)));
  if (made == STREW_STATUS_OK) {
    verify_plan(of, expected, plan, in);
    for (std::uint64_t n = 1 + in.below(3); n > 0; --n) verify_execution(of, expected, plan, in);
    verify_prepared(of, expected, plan, in);
    if (in.one_in(2)) verify_solver(of, expected, in);
  }
  strew_plan_destroy(plan);
}

}  // namespace
}  // namespace strew::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace strew::fuzz;
  choices in(data, size);
  fixture of(in);
  verify(of, in);
  for (std::uint64_t n = in.below(3); n > 0; --n) {
    of.mutate(in);
    verify(of, in);
  }
  return 0;
}
