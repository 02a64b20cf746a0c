// What every operator does behind its C functions: read the operands, lower, then plan or run. An operator brings one
// function that lowers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "api/guarded.hpp"
#include "api/recent.hpp"
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
  const operator_options read = to_options(options, ops.data);
  auto what = lower(ops, read);
  if (failed(what)) return std::get<failure>(std::move(what));
  return make_plan(std::get<operation>(what), ops, solver_of(options));
}

// The same for a plan that outlives the call: indices may be prepared for it.
template <class Lower>
result<plan> lasting_plan_of(operands ops, const strew_options* options, const Lower& lower) {
  operator_options read = to_options(options, ops.data);
  read.keeps_raw = true;
  auto what = lower(ops, read);
  if (failed(what)) return std::get<failure>(std::move(what));
  auto asked = std::make_shared<const request>(
      request{std::get<operation>(std::move(what)), std::move(ops), solver_of(options)});
  auto made = make_plan(asked->what, asked->ops, asked->wanted);
  if (!failed(made)) std::get<plan>(made).asked = std::move(asked);
  return made;
}

// Extents(operands) returns result<extents_list>; the operands have no output.
template <class Extents, class Early = no_early_check>
strew_status shape(const strew_tensor* data, const strew_tensor* indices, std::uint64_t capacity, std::int64_t* extents,
                   std::uint64_t* rank, strew_error* error, const Extents& extents_of, const Early& early = {}) {
  return guarded(error, [&]() -> check {
    if (auto bad = early()) return bad;
    if (rank == nullptr || (extents == nullptr && capacity != 0))
      return fail(rule::PT1, operand::none, "the place for the extents is null");
    const arguments given{.data = data, .indices = indices, .has_output = false};
    if (auto bad = check_structs(given)) return bad;
    auto ops = to_operands(given);
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
    if (auto bad = check_structs(given)) return bad;
    auto ops = to_operands(given);
    if (failed(ops)) return std::get<failure>(std::move(ops));
    auto built = lasting_plan_of(std::get<operands>(std::move(ops)), options, lower);
    if (failed(built)) return std::get<failure>(std::move(built));
    *made = new strew_plan{std::get<plan>(std::move(built))};
    return {};
  });
}

template <class Lower, class Early = no_early_check>
strew_status call(const call_key& key, const arguments& given, const strew_options* options,
                  const strew_execution* execution, strew_error* error, const Lower& lower, const Early& early = {}) {
  return guarded(error, [&]() -> check {
    if (auto bad = check_struct(options)) return bad;
    if (auto bad = check_struct(execution)) return bad;
    if (auto bad = early()) return bad;
    if (auto bad = check_structs(given)) return bad;
    const recent_plan recent(key, given, options);
    if (const plan* known = recent.found()) return execute(*known, to_pointers(given), to_context(execution));
    auto ops = to_operands(given);
    if (failed(ops)) return std::get<failure>(std::move(ops));
    auto built = plan_of(std::get<operands>(ops), options, lower);
    if (failed(built)) return std::get<failure>(std::move(built));
    recent.remember(std::get<plan>(built));
    return execute(std::get<plan>(built), to_pointers(given), to_context(execution));
  });
}

}  // namespace strew::api
