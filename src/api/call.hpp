// What every operator does behind its C functions: read the operands, lower, then plan or run. An operator brings one
// function that lowers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "api/guarded.hpp"
#include "plan/plan.hpp"

struct strew_plan {
  strew::plan value;
};

namespace strew::api {

// Most operators have no struct of their own that must be read before the operands.
struct no_early_check {
  check operator()() const { return {}; }
};

// Lower(operands, options) returns result<operation>.
template <class Lower>
result<plan> plan_of(const operands& ops, const strew_options* options, const Lower& lower) {
  auto what = lower(ops, to_options(options, ops.data));
  if (failed(what)) return std::get<failure>(std::move(what));
  return make_plan(std::get<operation>(what), ops);
}

// Extents(operands) returns result<extents_list>; the operands have no output.
template <class Extents, class Early = no_early_check>
strew_status shape(const strew_tensor* data, const strew_tensor* indices, std::uint64_t capacity, std::int64_t* extents,
                   std::uint64_t* rank, strew_error* error, const Extents& extents_of, const Early& early = {}) {
  return guarded(error, [&]() -> check {
    if (auto bad = early()) return bad;
    if (rank == nullptr || (extents == nullptr && capacity != 0))
      return fail(rule::PT1, operand::none, "the place for the extents is null");
    auto ops = to_operands({.data = data, .indices = indices, .has_output = false});
    if (failed(ops)) return std::get<failure>(std::move(ops));
    const auto& both = std::get<operands>(ops);
    if (auto bad = check_extents(both.data, operand::data)) return bad;
    if (auto bad = check_extents(both.indices, operand::indices)) return bad;
    const result<extents_list> made = extents_of(both);
    if (failed(made)) return std::get<failure>(made);
    const auto& list = std::get<extents_list>(made);
    *rank = list.size();
    std::copy_n(list.begin(), std::min<std::uint64_t>(list.size(), capacity), extents);
    return {};
  });
}

template <class Lower, class Early = no_early_check>
strew_status make(const arguments& given, const strew_options* options, strew_plan** made, strew_error* error,
                  const Lower& lower, const Early& early = {}) {
  return guarded(error, [&]() -> check {
    if (made == nullptr) return fail(rule::PT1, operand::none, "the place for the plan is null");
    *made = nullptr;
    if (auto bad = check_struct(options)) return bad;
    if (auto bad = early()) return bad;
    auto ops = to_operands(given);
    if (failed(ops)) return std::get<failure>(std::move(ops));
    auto built = plan_of(std::get<operands>(ops), options, lower);
    if (failed(built)) return std::get<failure>(std::move(built));
    *made = new strew_plan{std::get<plan>(std::move(built))};
    return {};
  });
}

template <class Lower, class Early = no_early_check>
strew_status call(const arguments& given, const strew_options* options, const strew_execution* execution,
                  strew_error* error, const Lower& lower, const Early& early = {}) {
  return guarded(error, [&]() -> check {
    if (auto bad = check_struct(options)) return bad;
    if (auto bad = check_struct(execution)) return bad;
    if (auto bad = early()) return bad;
    auto ops = to_operands(given);
    if (failed(ops)) return std::get<failure>(std::move(ops));
    auto built = plan_of(std::get<operands>(ops), options, lower);
    if (failed(built)) return std::get<failure>(std::move(built));
    return execute(std::get<plan>(built), to_pointers(given), to_cancellation(execution));
  });
}

}  // namespace strew::api
