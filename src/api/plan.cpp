// Plans of the C ABI.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "api/build_text.hpp"
#include "api/call.hpp"
#include "api/guarded.hpp"
#include "api/segment_operands.hpp"
#include "api/text.hpp"
#include "base/sentence.hpp"
#include "cost/measure.hpp"
#include "cost/tuning_file.hpp"
#include "execute/index_checks.hpp"
#include "threads/default_pool.hpp"

namespace strew::engine::api {
namespace {

// How many threads share large work, and whose they are.
std::uint64_t count_threads() {
  return default_pool.run != nullptr ? default_pool.concurrency(default_pool.context) : 1;
}

std::string threads_line() {
  const bool has_pool = default_pool.run != nullptr;
  return tuning_line("threads", static_cast<std::int64_t>(count_threads()),
                     has_pool
                         ? formatted("threads of large calls, by {}; STREW_THREADS limits them", default_pool_source())
                         : "threads of large calls: built without");
}

template <class Make>
std::size_t text_of(const strew_plan* plan, char* to, std::size_t capacity, const Make& make) noexcept {
  return text_or_empty(to, capacity, [&] { return plan == nullptr ? std::string() : make(*plan); });
}

// AT1 of an execution, which PT1 comes before.
[[gnu::cold, gnu::noinline]] status unknown_settings(const plan& p, pointers at, const strew_execution& execution) {
  if (p.bound_indices) at.indices = p.bound_indices->first();
  if (auto missing = check_pointers(p.ops, at)) return missing;
  return unknown_on_error(execution);
}

// PT5: a plan of more operands than four.
status check_four_operands(const strew_plan& plan) {
  if (has_segments(plan.label.kind))
    return fail(rule::PT5, operand::none, "a plan of {} has operands of other names: strew_execute_at",
                find_operator(plan.label.kind)->name);
  if (plan.label.kind == STREW_OPERATOR_GATHER_BLOCK_QUANTIZED)
    return fail(rule::PT5, operand::none, "a plan of gather_block_quantized has more operands: strew_execute_at");
  return {};
}

plan_label label_of(const strew_plan& plan) {
  return {name_of(plan.label),           plan.label.has_indices, plan.label.is_in_place,
          has_segments(plan.label.kind), plan.label.has_data,    plan.label.kind == STREW_OPERATOR_SDDMM};
}

}  // namespace
}  // namespace strew::engine::api

using namespace strew::engine;  // NOLINT(google-build-using-namespace): the functions below are the C side of this
                                // namespace

strew_status strew_execute(const strew_plan* plan, const void* data, const void* indices, const void* updates,
                           void* output, const strew_execution* execution, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (plan == nullptr) return fail(rule::PT1, operand::none, "the plan is null");
    if (auto bad = api::check_struct(execution)) return bad;
    if (auto bad = api::check_four_operands(*plan)) return bad;
    if (auto bad = api::check_devices(*plan)) return bad;
    const pointers at{static_cast<const std::byte*>(data), static_cast<const std::byte*>(indices),
                      static_cast<const std::byte*>(updates), static_cast<std::byte*>(output)};
    if (!api::has_known_on_error(execution)) return api::unknown_settings(plan->value, at, *execution);
    return execute(plan->value, at, api::to_context(execution));
  });
}

strew_status strew_execute_at(const strew_plan* plan, const strew_operand_places* at, const strew_execution* execution,
                              strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (plan == nullptr) return fail(rule::PT1, operand::none, "the plan is null");
    if (auto bad = api::check_struct(at)) return bad;
    if (auto bad = api::check_struct(execution)) return bad;
    if (auto bad = api::check_devices(*plan)) return bad;
    const pointers all = api::places_of(*plan, *at);
    const auto run = [&]() -> status {
      if (!api::has_known_on_error(execution)) return api::unknown_settings(plan->value, all, *execution);
      return execute(plan->value, all, api::to_context(execution));
    };
    return api::renamed(plan->label.kind, run());
  });
}

strew_status strew_check(const strew_plan* plan, const void* data, const void* indices, const void* updates,
                         const void* output, const strew_execution* execution, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (plan == nullptr) return fail(rule::PT1, operand::none, "the plan is null");
    if (auto bad = api::check_struct(execution)) return bad;
    if (auto bad = api::check_four_operands(*plan)) return bad;
    if (auto bad = api::check_devices(*plan)) return bad;
    // Checked, not written.
    auto* place = static_cast<std::byte*>(const_cast<void*>(output));
    const pointers at{static_cast<const std::byte*>(data), static_cast<const std::byte*>(indices),
                      static_cast<const std::byte*>(updates), place};
    if (!api::has_known_on_error(execution)) return api::unknown_settings(plan->value, at, *execution);
    return check_execution(plan->value, at, api::to_context(execution));
  });
}

void strew_plan_destroy(strew_plan* plan) {
  delete plan;
}

std::size_t strew_plan_problem(const strew_plan* plan, char* text, std::size_t capacity) {
  return api::text_of(plan, text, capacity, [](const strew_plan& p) { return to_text(p.value); });
}

std::size_t strew_plan_describe(const strew_plan* plan, char* text, std::size_t capacity) {
  return api::text_of(plan, text, capacity, [](const strew_plan& p) { return describe(p.value, api::label_of(p)); });
}

std::size_t strew_plan_explain(const strew_plan* plan, char* text, std::size_t capacity) {
  return api::text_of(plan, text, capacity, [](const strew_plan& p) {
    plan_label label = api::label_of(p);
    label.threads = api::count_threads();
    return explain(p.value, label);
  });
}

std::size_t strew_targets(char* text, std::size_t capacity) {
  return api::text_or_empty(text, capacity, [] { return targets_text(); });
}

std::size_t strew_tuning(char* text, std::size_t capacity) {
  return api::text_or_empty(text, capacity, [] { return tuning_text() + api::threads_line(); });
}

std::size_t strew_machine(char* text, std::size_t capacity) {
  return api::text_or_empty(text, capacity, [] { return machine_text(); });
}

std::size_t strew_tune(char* text, std::size_t capacity) {
  if (text == nullptr || capacity == 0) return longest_tuning_file;
  return api::text_or_empty(text, capacity, [] { return measured_text(default_pool); });
}

std::size_t strew_build_info(char* text, std::size_t capacity) {
  return api::text_or_empty(text, capacity, [] { return api::build_text(); });
}

std::uint64_t strew_plan_hash(const strew_plan* plan) {
  return plan == nullptr ? 0 : hash(plan->value);
}

int strew_plan_equal(const strew_plan* left, const strew_plan* right) {
  if (left == nullptr || right == nullptr) return left == right ? 1 : 0;
  return are_same(left->value, right->value) ? 1 : 0;
}

std::uint64_t strew_plan_bytes(const strew_plan* plan) {
  return plan == nullptr ? 0 : bytes_of(plan->value, plan->label.is_in_place);
}

int strew_plan_keeps_state(const strew_plan* plan) {
  return plan != nullptr && plan->value.has_accumulators() ? 1 : 0;
}

std::uint64_t strew_plan_workspace(const strew_plan* plan) {
  return plan == nullptr ? 0 : plan->value.workspace;
}
