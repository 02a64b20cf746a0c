// Parts of a plan's problem, and executions whose accumulators stay open between them.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "api/call.hpp"
#include "api/convert.hpp"
#include "api/guarded.hpp"
#include "execute/phases.hpp"
#include "lower/slice.hpp"
#include "strew/problem.h"

namespace strew::engine::api {
namespace {

void fill_in(const lower::problem_slice& slice, bool is_scatter, strew_problem_bases& to) {
  const part_bases& of = slice.bases;
  to.data = of.table;
  to.indices = of.indices;
  to.updates = is_scatter ? of.direct : 0;
  to.output = is_scatter ? of.table : of.direct;
  to.from = of.from;
  to.weights = of.weights;
  to.last_position = slice.last;
}

status make_slice(const strew_plan& plan, const strew_problem_part& given, std::unique_ptr<strew_plan>& made,
                  strew_problem_bases& bases) {
  if (auto bad = check_is_one_problem(plan)) return bad;
  const plan_spec& spec = *plan.value.spec;
  if (spec.ops.is_scatter && !plan.value.data_fits_output)
    return fail(rule::PB5, operand::data, "parts have data in the layout of output, which it does not have");
  const problem_part part{given.dimension, given.low, given.high, given.first_position, given.last_position};
  const auto slice = lower::slice_of(spec.operation, spec.ops.table(), part);
  if (!slice) return slice.error();
  if (auto bad = make_plan_of_problem(slice->raw, spec.operation.map, &spec.operation, nullptr, made)) return bad;
  made->label = plan.label;
  set_devices(*made, plan.devices);
  fill_in(*slice, spec.ops.is_scatter, bases);
  return {};
}

status make_open(const strew_plan& plan, std::unique_ptr<strew_plan>& made) {
  if (auto bad = check_is_one_problem(plan)) return bad;
  if (plan.value.bound_indices || plan.value.bound_from)
    return fail(rule::AC1, operand::none, "the plan reads prepared indices");
  made = std::make_unique<strew_plan>();
  made->label = plan.label;
  made->value.spec = plan.value.spec;
  made->value.ops = plan.value.spec->ops;
  if (auto bad = make_plan(plan.value.spec->operation, {.known = {}, .is_open = true}, made->value)) return bad;
  set_devices(*made, plan.devices);
  made->accumulators.emplace() = layout_of(made->value);
  return {};
}

}  // namespace
}  // namespace strew::engine::api

using namespace strew::engine;  // NOLINT(google-build-using-namespace): the functions below are the C side of this
                                // namespace

strew_status strew_problem_slice(const strew_plan* plan, const strew_problem_part* part, strew_plan** made,
                                 strew_problem_bases* bases, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (made == nullptr) return api::missing("place for the plan");
    *made = nullptr;
    if (plan == nullptr) return api::missing("plan");
    if (part == nullptr) return api::missing("part");
    if (auto bad = api::check_struct(part)) return bad;
    if (bases == nullptr) return api::missing("place for the bases");
    if (auto bad = api::check_struct(bases)) return bad;
    std::unique_ptr<strew_plan> slice;
    if (auto bad = api::make_slice(*plan, *part, slice, *bases)) return bad;
    *made = slice.release();
    return {};
  });
}

strew_status strew_plan_open(const strew_plan* plan, strew_plan** open, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (open == nullptr) return api::missing("place for the plan");
    *open = nullptr;
    if (plan == nullptr) return api::missing("plan");
    std::unique_ptr<strew_plan> made;
    if (auto bad = api::make_open(*plan, made)) return bad;
    *open = made.release();
    return {};
  });
}

strew_status strew_execute_phase(const strew_plan* open, std::int32_t phase, const strew_operand_places* at,
                                 void* accumulators, std::uint64_t bytes, const strew_execution* execution,
                                 strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (open == nullptr) return api::missing("plan");
    if (at == nullptr) return api::missing("places of the operands");
    if (auto bad = api::check_struct(at)) return bad;
    if (auto bad = api::check_struct(execution)) return bad;
    if (auto bad = api::check_devices(*open)) return bad;
    if (phase < STREW_PHASE_LOAD || phase > STREW_PHASE_STORE)
      return fail(rule::AC1, operand::none, "phase {} is outside [1, 3]", std::int64_t{phase});
    if (!api::has_known_on_error(execution)) return api::unknown_on_error(*execution);
    const auto place = [](const void* first) { return static_cast<const std::byte*>(first); };
    const pointers all{place(at->data), place(at->indices), place(at->updates), static_cast<std::byte*>(at->output),
                       place(at->from), place(at->weights)};
    return execute_phase(open->value, static_cast<strew::engine::phase>(phase), all,
                         static_cast<std::byte*>(accumulators), bytes, api::to_context(execution));
  });
}

strew_status strew_plan_accumulators(const strew_plan* open, strew_problem_accumulators* about, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (open == nullptr) return api::missing("plan");
    if (about == nullptr) return api::missing("place for the layout");
    if (auto bad = api::check_struct(about)) return bad;
    if (!open->accumulators) return fail(rule::AC1, operand::none, "the plan was not opened");
    const accumulator_layout& of = *open->accumulators;
    about->bytes = of.bytes;
    about->each = of.each;
    about->value_dtype = static_cast<strew_dtype>(of.value_type);
    about->value_bytes = of.value_bytes;
    about->count_offset = of.count_offset;
    about->count_bytes = of.count_bytes;
    about->rank = of.strides.size();
    about->strides = of.strides.data();
    return {};
  });
}
