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

// Lower(operands, options) returns result<operation>. The stack that this takes is given back before the plan is run.
template <class Lower>
[[gnu::noinline]] check make_plan_of(const arguments& given, const strew_options* options, const Lower& lower,
                                     plan& made) {
  auto ops = to_operands(given);
  if (!ops) return std::move(ops).error();
  const operands& read = *ops;
  auto what = lower(read, to_options(options, read.data));
  if (!what) return std::move(what).error();
  return make_plan(*what, read, solver_of(options), {}, made);
}

// The operation and operands of a plan that outlives the call: indices may be prepared for it.
template <class Lower>
[[gnu::noinline]] result<std::shared_ptr<const request>> request_of(const arguments& given,
                                                                    const strew_options* options, const Lower& lower) {
  auto ops = to_operands(given);
  if (!ops) return std::move(ops).error();
  operands& read = *ops;
  operator_options asked = to_options(options, read.data);
  asked.fill.keep();
  auto what = lower(read, asked);
  if (!what) return std::move(what).error();
  return std::make_shared<const request>(request{*std::move(what), std::move(read), solver_of(options)});
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
    if (!ops) return std::move(ops).error();
    const operands& both = *ops;
    if (auto bad = check_extents(both.data, operand::data)) return bad;
    if (auto bad = check_extents(both.indices, operand::indices)) return bad;
    result<extents_list> made = extents_of(both);
    if (!made) return std::move(made).error();
    const extents_list& list = *made;
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
    auto asked = request_of(given, options, lower);
    if (!asked) return std::move(asked).error();
    auto built = std::make_unique<strew_plan>();
    built->value.spec = *std::move(asked);
    const request& of = *built->value.spec;
    if (auto bad = make_plan(of.operation, of.ops, of.requested, {}, built->value)) return bad;
    *made = built.release();
    return {};
  });
}

template <class Lower, class Early = no_early_check>
strew_status call(const call_numbers& numbers, const arguments& given, const strew_options* options,
                  const strew_execution* execution, strew_error* error, const Lower& lower, const Early& early = {}) {
  return guarded(error, [&]() -> check {
    if (auto bad = check_struct(options)) return bad;
    if (auto bad = check_struct(execution)) return bad;
    if (auto bad = early()) return bad;
    if (auto bad = check_structs(given)) return bad;
    const call_key key(numbers, given, options);
    const recent_plan recent(key);
    if (const plan* known = recent.found()) return execute(*known, to_pointers(given), to_context(execution));
    const auto built = std::make_shared<plan>();
    if (auto bad = make_plan_of(given, options, lower, *built)) return bad;
    recent.remember(built);
    return execute(*built, to_pointers(given), to_context(execution));
  });
}

}  // namespace strew::api
