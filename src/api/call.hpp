// What every operator does behind its C functions: read the operands, lower, then plan or run. An operator brings one
// function that lowers.
#pragma once

#include <utility>

#include "api/guarded.hpp"
#include "plan/plan.hpp"

struct strew_plan {
  strew::plan value;
};

namespace strew::api {

// Lower(operands, options) returns result<operation>.
template <class Lower>
result<plan> plan_of(const operands& ops, const strew_options* options, const Lower& lower) {
  auto what = lower(ops, to_options(options, ops.data));
  if (failed(what)) return std::get<failure>(std::move(what));
  return make_plan(std::get<operation>(std::move(what)), ops);
}

template <class Lower>
strew_status make(const arguments& given, const strew_options* options, strew_plan** made, strew_error* error,
                  const Lower& lower) {
  return guarded(error, [&]() -> check {
    if (made == nullptr) return fail(rule::PT1, operand::none, "the place for the plan is null");
    *made = nullptr;
    if (auto bad = check_struct(options)) return bad;
    auto ops = to_operands(given);
    if (failed(ops)) return std::get<failure>(std::move(ops));
    auto built = plan_of(std::get<operands>(ops), options, lower);
    if (failed(built)) return std::get<failure>(std::move(built));
    *made = new strew_plan{std::get<plan>(std::move(built))};
    return {};
  });
}

template <class Lower>
strew_status call(const arguments& given, const strew_options* options, const strew_execution* execution,
                  strew_error* error, const Lower& lower) {
  return guarded(error, [&]() -> check {
    if (auto bad = check_struct(options)) return bad;
    if (auto bad = check_struct(execution)) return bad;
    auto ops = to_operands(given);
    if (failed(ops)) return std::get<failure>(std::move(ops));
    auto built = plan_of(std::get<operands>(ops), options, lower);
    if (failed(built)) return std::get<failure>(std::move(built));
    return execute(std::get<plan>(built), to_pointers(given), to_cancellation(execution));
  });
}

}  // namespace strew::api
