#include "api/call.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "api/guarded.hpp"
#include "api/recent.hpp"

namespace strew::api {
namespace {

// The stack that this takes is given back before the plan is run.
[[gnu::noinline]] check make_plan_of(const strew_operator& what, const arguments& given, const strew_options* options,
                                     plan& made) {
  auto ops = to_operands(given);
  if (failed(ops)) return std::get<failure>(std::move(ops));
  const auto& read = std::get<operands>(ops);
  const auto lowered = lower_operator(what, given.has_indices, read, to_options(options, read.data));
  if (failed(lowered)) return std::get<failure>(lowered);
  return make_plan(std::get<operation>(lowered), read, solver_of(options), made);
}

// The operation and operands of a plan that outlives the call: indices may be prepared for it.
[[gnu::noinline]] result<std::shared_ptr<const request>> request_of(const strew_operator& what, const arguments& given,
                                                                    const strew_options* options) {
  auto ops = to_operands(given);
  if (failed(ops)) return std::get<failure>(std::move(ops));
  auto& read = std::get<operands>(ops);
  operator_options asked = to_options(options, read.data);
  asked.keeps_raw = true;
  asked.fill.keep();
  auto lowered = lower_operator(what, given.has_indices, read, asked);
  if (failed(lowered)) return std::get<failure>(std::move(lowered));
  return std::make_shared<const request>(
      request{std::get<operation>(std::move(lowered)), std::move(read), solver_of(options)});
}

// The extents of the direct operand. There is no output.
check find_extents(const strew_operator& what, const arguments& given, extents_list& found) {
  auto ops = to_operands(given);
  if (failed(ops)) return std::get<failure>(std::move(ops));
  const auto& both = std::get<operands>(ops);
  if (auto bad = check_has_extents(what)) return bad;
  if (auto bad = check_extents(both.data, operand::data)) return bad;
  if (auto bad = check_extents(both.indices, operand::indices)) return bad;
  auto made = direct_extents(what, both);
  if (failed(made)) return std::get<failure>(std::move(made));
  found = std::get<extents_list>(std::move(made));
  return {};
}

}  // namespace

strew_status run(const strew_operator* what, const tensors& of, const strew_options* given_options,
                 const strew_execution* execution, strew_error* error) {
  return guarded(error, [&]() -> check {
    if (auto bad = check_operator(what, of.updates)) return bad;
    const strew_options* options = options_of(*what, given_options);
    if (auto bad = check_struct(options)) return bad;
    if (auto bad = check_struct(execution)) return bad;
    if (auto bad = check_dimensions(*what)) return bad;
    arguments given = arguments_of(*what, of.data, of.indices, of.updates, of.output);
    given.has_memory = true;
    if (auto bad = check_structs(given)) return bad;
    const call_key key(*what, given, options);
    const recent_plan recent(key);
    if (const plan* known = recent.found()) return execute(*known, to_pointers(given), to_context(execution));
    const auto built = std::make_shared<plan>();
    if (auto bad = make_plan_of(*what, given, options, *built)) return bad;
    recent.remember(built);
    return execute(*built, to_pointers(given), to_context(execution));
  });
}

strew_status make(const strew_operator* what, const tensors& of, const strew_options* given_options, strew_plan** made,
                  strew_error* error) {
  return guarded(error, [&]() -> check {
    if (made == nullptr) return fail(rule::PT1, operand::none, "the place for the plan is null");
    *made = nullptr;
    if (auto bad = check_operator(what, of.updates)) return bad;
    const strew_options* options = options_of(*what, given_options);
    if (auto bad = check_struct(options)) return bad;
    if (auto bad = check_dimensions(*what)) return bad;
    const arguments given = arguments_of(*what, of.data, of.indices, of.updates, of.output);
    if (auto bad = check_structs(given)) return bad;
    auto asked = request_of(*what, given, options);
    if (failed(asked)) return std::get<failure>(std::move(asked));
    auto built = std::make_unique<strew_plan>();
    built->value.asked = std::get<0>(std::move(asked));
    const request& about = *built->value.asked;
    if (auto bad = make_plan(about.what, about.ops, about.wanted, built->value)) return bad;
    *made = built.release();
    return {};
  });
}

}  // namespace strew::api

using namespace strew;  // NOLINT(google-build-using-namespace): the functions below are the C side of this namespace

strew_status strew_run(const strew_operator* what, const strew_tensor* data, const strew_tensor* indices,
                       const strew_tensor* updates, const strew_tensor* output, const strew_options* options,
                       const strew_execution* execution, strew_error* error) {
  return api::run(what, {data, indices, updates, output}, options, execution, error);
}

strew_status strew_plan_make(const strew_operator* what, const strew_tensor* data, const strew_tensor* indices,
                             const strew_tensor* updates, const strew_tensor* output, const strew_options* options,
                             strew_plan** plan, strew_error* error) {
  return api::make(what, {data, indices, updates, output}, options, plan, error);
}

strew_status strew_shape(const strew_operator* what, const strew_tensor* data, const strew_tensor* indices,
                         std::uint64_t capacity, std::int64_t* extents, std::uint64_t* rank, strew_error* error) {
  return api::guarded(error, [&]() -> check {
    if (auto bad = api::check_operator(what, nullptr)) return bad;
    if (auto bad = api::check_dimensions(*what)) return bad;
    if (rank == nullptr || (extents == nullptr && capacity != 0))
      return fail(rule::PT1, operand::none, "the place for the extents is null");
    api::arguments given{.data = data, .indices = indices, .has_output = false};
    given.has_indices = api::arguments_of(*what, data, indices, nullptr, nullptr).has_indices;
    if (auto bad = api::check_structs(given)) return bad;
    extents_list list;
    if (auto bad = api::find_extents(*what, given, list)) return bad;
    *rank = list.size();
    std::copy_n(list.begin(), std::min<std::uint64_t>(list.size(), capacity), extents);
    return {};
  });
}

strew_status strew_stablehlo_options(std::int32_t is_scatter, strew_options* options, strew_error* error) {
  return api::guarded(error, [&]() -> check {
    if (options == nullptr) return fail(rule::PT1, operand::none, "the place for the options is null");
    if (auto bad = api::check_struct(options)) return bad;
    *options = api::stablehlo_options(is_scatter != 0);
    return {};
  });
}
