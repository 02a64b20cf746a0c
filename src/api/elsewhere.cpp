// For executions of a plan's problem elsewhere: the records of index errors found there, and checks of places.
#include <cstddef>
#include <cstdint>

#include "api/call.hpp"
#include "api/guarded.hpp"
#include "api/segment_operands.hpp"
#include "execute/found_elsewhere.hpp"
#include "execute/operand_checks.hpp"
#include "strew/problem.h"

namespace strew::engine::api {
namespace {

template <class Struct>
status check_given(const strew_plan* plan, const Struct* given, const char* name) {
  if (plan == nullptr) return fail(rule::PT1, operand::none, "the plan is null");
  if (given == nullptr) return fail(rule::PT1, operand::none, "the {} is null", name);
  return check_struct(given);
}

// A number that is compared with others; nothing is there.
std::byte* place_of(std::uint64_t address) {
  static_assert(sizeof(std::uintptr_t) == sizeof address);
  return reinterpret_cast<std::byte*>(static_cast<std::uintptr_t>(address));  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace
}  // namespace strew::engine::api

using namespace strew::engine;  // NOLINT(google-build-using-namespace): the functions below are the C side of this
                                // namespace

strew_status strew_plan_index_error(const strew_plan* plan, const strew_problem_bad_index* found, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (auto bad = api::check_given(plan, found, "strew_problem_bad_index")) return bad;
    const operand where = found->operand == STREW_OPERAND_FROM ? operand::from : operand::indices;
    if (where == operand::from && !plan->value.move().from)
      return fail(rule::PT6, operand::from, "updates of the plan have no indices");
    return api::renamed(plan->label.kind, bad_index_found(plan->value, where, {found->position, found->tuple},
                                                          found->tuple_depth, found->bad_count));
  });
}

strew_status strew_plan_duplicate_error(const strew_plan* plan, const strew_problem_duplicate* found,
                                        strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (auto bad = api::check_given(plan, found, "strew_problem_duplicate")) return bad;
    return api::renamed(plan->label.kind,
                        duplicate_found(plan->value, {found->position, found->tuple},
                                        {found->other_position, found->other_tuple}, found->tuple_depth));
  });
}

strew_status strew_check_memory(const strew_plan* plan, const strew_problem_places* places, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (auto bad = api::check_given(plan, places, "strew_problem_places")) return bad;
    if (auto bad = api::check_is_one_problem(*plan)) return bad;
    const pointers at{
        api::place_of(places->data),   api::place_of(places->indices),     api::place_of(places->updates),
        api::place_of(places->output), api::place_of(places->from),        api::place_of(places->weights),
        api::place_of(places->scales), api::place_of(places->zero_points), api::place_of(places->codebook)};
    return check_places(plan->value, at, {places->alignment, places->index_alignment});
  });
}
