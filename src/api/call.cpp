#include "api/call.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>

#include "api/guarded.hpp"

namespace strew::engine::api {
namespace {

// The operation and operands of a plan that outlives the call: indices may be prepared for it.
[[gnu::noinline]] result<std::shared_ptr<const plan_spec>> spec_of(const strew_operator& op, const arguments& given,
                                                                   const strew_options* options) {
  auto made = std::make_shared<plan_spec>();
  if (auto bad = to_operands(given, made->ops)) return *std::move(bad);
  operator_options kept = to_options(options, made->ops.data);
  kept.fill.keep();
  auto lowered = lower_operator(op, given.has_indices, made->ops, kept);
  if (!lowered) return std::move(lowered).error();
  made->operation = *std::move(lowered);
  made->requested = solver_of(options);
  return std::shared_ptr<const plan_spec>(std::move(made));
}

void note_devices(const arguments& given, strew_plan& plan) {
  constexpr std::uint32_t none = STREW_DEVICE_CPU;
  set_devices(plan, {given.data->device, given.has_indices ? given.indices->device : none,
                     given.is_scatter ? given.updates->device : none, given.output->device});
}

}  // namespace

status find_extents(const strew_operator& op, const arguments& given, extents_list& found) {
  operands both;
  if (auto bad = to_operands(given, both)) return bad;
  if (auto bad = check_has_extents(op)) return bad;
  if (auto bad = check_extents(both.data, operand::data)) return bad;
  if (auto bad = check_extents(both.indices, operand::indices)) return bad;
  auto made = direct_extents(op, both);
  if (!made) return std::move(made).error();
  found = *std::move(made);
  return {};
}

void set_devices(strew_plan& plan, const std::uint32_t (&of)[4]) {
  std::copy_n(of, std::size(of), plan.devices);
  plan.is_on_cpu =
      std::all_of(std::begin(of), std::end(of), [](std::uint32_t device) { return device == STREW_DEVICE_CPU; });
}

status check_devices(const strew_plan& plan) {
  if (plan.is_on_cpu) return {};
  constexpr operand where[] = {operand::data, operand::indices, operand::updates, operand::output};
  for (std::size_t n = 0; n < std::size(where); ++n) {
    if (auto bad = check_device(plan.devices[n], where[n])) return bad;
  }
  return {};
}

strew_status make(const strew_operator* op, const tensors& of, const strew_options* given_options, strew_plan** made,
                  strew_error* error) {
  return guarded(error, [&]() -> status {
    if (made == nullptr) return fail(rule::PT1, operand::none, "the place for the plan is null");
    *made = nullptr;
    if (auto bad = check_operator(op, of.updates)) return bad;
    const strew_options* options = options_of(*op, given_options);
    if (auto bad = check_struct(options)) return bad;
    if (auto bad = check_dimensions(*op)) return bad;
    const arguments given = arguments_of(*op, of.data, of.indices, of.updates, of.output);
    if (auto bad = check_structs(given)) return bad;
    auto spec = spec_of(*op, given, options);
    if (!spec) return std::move(spec).error();
    auto built = std::make_unique<strew_plan>();
    built->value.spec = *std::move(spec);
    const plan_spec& about = *built->value.spec;
    built->value.ops = about.ops;
    if (auto bad = make_plan(about.operation, {.requested = about.requested, .known = {}}, built->value)) return bad;
    note_devices(given, *built);
    const bool is_one_operand = of.data->data != nullptr && of.data->data == of.output->data;
    built->label = {op->kind,          op->mode,
                    op->axis,          op->batch_dims,
                    given.has_indices, is_one_operand && given.is_scatter && built->value.data_fits_output};
    *made = built.release();
    return {};
  });
}

}  // namespace strew::engine::api

using namespace strew::engine;  // NOLINT(google-build-using-namespace): the functions below are the C side of this
                                // namespace

strew_status strew_plan_make(const strew_operator* op, const strew_tensor* data, const strew_tensor* indices,
                             const strew_tensor* updates, const strew_tensor* output, const strew_options* options,
                             strew_plan** plan, strew_error* error) {
  return api::make(op, {data, indices, updates, output}, options, plan, error);
}

strew_status strew_shape(const strew_operator* op, const strew_tensor* data, const strew_tensor* indices,
                         std::uint64_t capacity, std::int64_t* extents, std::uint64_t* rank, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (auto bad = api::check_operator(op, nullptr)) return bad;
    if (auto bad = api::check_dimensions(*op)) return bad;
    if (rank == nullptr || (extents == nullptr && capacity != 0))
      return fail(rule::PT1, operand::none, "the place for the extents is null");
    api::arguments given{.data = data, .indices = indices, .has_output = false};
    given.has_indices = api::arguments_of(*op, data, indices, nullptr, nullptr).has_indices;
    if (auto bad = api::check_structs(given)) return bad;
    extents_list list;
    if (auto bad = api::find_extents(*op, given, list)) return bad;
    *rank = list.size();
    std::copy_n(list.begin(), std::min<std::uint64_t>(list.size(), capacity), extents);
    return {};
  });
}

strew_status strew_stablehlo_options(std::int32_t is_scatter, strew_options* options, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (options == nullptr) return fail(rule::PT1, operand::none, "the place for the options is null");
    if (auto bad = api::check_struct(options)) return bad;
    *options = api::stablehlo_options(is_scatter != 0);
    return {};
  });
}
