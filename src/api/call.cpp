#include "api/call.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>

#include "api/guarded.hpp"
#include "api/segment_operands.hpp"

namespace strew::engine::api {
namespace {

// The operation and operands of a plan that outlives the call: indices may be prepared for it.
[[gnu::noinline]] result<std::shared_ptr<const plan_spec>> spec_of(const strew_operator& op, const arguments& given,
                                                                   const strew_options* options) {
  auto made = std::make_shared<plan_spec>();
  if (auto bad = to_operands(given, made->ops)) return *std::move(bad);
  operator_options kept = read_options(op, options, made->ops);
  kept.fill.keep();
  auto lowered = lower_operator(op, given, made->ops, kept);
  if (!lowered) return std::move(lowered).error();
  made->operation = *std::move(lowered);
  if (made->ops.further) {
    if (auto bad = further_results_of(op, given, made->ops, kept, made->further)) return *std::move(bad);
  }
  made->requested = solver_of(options);
  return std::shared_ptr<const plan_spec>(std::move(made));
}

void note_devices(const arguments& given, strew_plan& plan) {
  const auto of = [](const strew_tensor* view) {
    return view == nullptr ? std::uint32_t{STREW_DEVICE_CPU} : view->device;
  };
  set_devices(plan,
              {of(given.data), of(given.has_indices ? given.indices : nullptr),
               of(given.is_scatter ? given.updates : nullptr), of(given.output), of(given.from), of(given.weights),
               of(given.scales), of(given.zero_points), of(given.codebook), of(given.arg), of(given.count)});
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

void set_devices(strew_plan& plan, const device_list& of) {
  plan.devices = of;
  plan.is_on_cpu =
      std::all_of(std::begin(of), std::end(of), [](std::uint32_t device) { return device == STREW_DEVICE_CPU; });
}

status check_devices(const strew_plan& plan) {
  if (plan.is_on_cpu) return {};
  constexpr operand where[] = {operand::data,     operand::indices, operand::updates, operand::output,
                               operand::from,     operand::weights, operand::scales,  operand::zero_points,
                               operand::codebook, operand::arg,     operand::count};
  for (std::size_t n = 0; n < std::size(where); ++n) {
    if (auto bad = check_device(plan.devices[n], where[n])) return bad;
  }
  return {};
}

status check_is_one_problem(const strew_plan& plan) {
  if (plan.value.move().is_scan())
    return fail(rule::PB6, operand::output, "its elements are values of a scan, which is no problem of its own");
  if (plan.value.move().decodes_updates())
    return fail(rule::PB6, operand::data, "they are codes, and a reduction of codes is no problem of its own");
  if (plan.value.further.empty()) return {};
  const bool is_arg = plan.value.further.front()->kind == further_kind::positions;
  return fail(rule::PB6, is_arg ? operand::arg : operand::count, "it is a result of the plan too");
}

namespace {

status make_checked(const strew_operator* op, const view_list& of, const strew_options* given_options,
                    strew_plan** made) {
  if (made == nullptr) return fail(rule::PT1, operand::none, "the place for the plan is null");
  *made = nullptr;
  if (auto bad = check_operator(op, of.updates)) return bad;
  const strew_options* options = options_of(*op, given_options);
  if (auto bad = check_struct(options)) return bad;
  if (auto bad = check_dimensions(*op)) return bad;
  const arguments given = arguments_of(*op, of);
  if (auto bad = check_structs(given)) return bad;
  auto spec = spec_of(*op, given, options);
  if (!spec) return std::move(spec).error();
  auto built = std::make_unique<strew_plan>();
  built->value.spec = *std::move(spec);
  const plan_spec& about = *built->value.spec;
  built->value.ops = about.ops;
  if (auto bad = make_plan(about.operation, {.requested = about.requested, .known = {}}, built->value)) return bad;
  for (const further_result& one : about.further) {
    if (auto bad = add_further(one, built->value)) return bad;
  }
  note_devices(given, *built);
  const bool is_one_operand = of.data != nullptr && of.data->data != nullptr && of.data->data == of.output->data;
  built->label = {op->kind,          op->mode,
                  op->axis,          op->batch_dims,
                  given.has_indices, is_one_operand && given.is_scatter && built->value.data_fits_output,
                  given.needs_data()};
  *made = built.release();
  return {};
}

}  // namespace

strew_status make(const strew_operator* op, const view_list& given, const strew_options* options, strew_plan** made,
                  strew_error* error) {
  return guarded(error, [&] { return renamed(op, make_checked(op, given, options, made)); });
}

}  // namespace strew::engine::api

using namespace strew::engine;  // NOLINT(google-build-using-namespace): the functions below are the C side of this
                                // namespace

strew_status strew_plan_make(const strew_operator* op, const strew_tensor* data, const strew_tensor* indices,
                             const strew_tensor* updates, const strew_tensor* output, const strew_options* options,
                             strew_plan** plan, strew_error* error) {
  const strew_operands given = api::operands_of(data, indices, updates, output);
  return strew_plan_of(op, &given, options, plan, error);
}

strew_status strew_plan_of(const strew_operator* op, const strew_operands* given, const strew_options* options,
                           strew_plan** plan, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (auto bad = api::check_struct(given)) return bad;
    if (plan != nullptr) *plan = nullptr;
    if (auto bad = api::check_idle_operands(op, *given)) return bad;
    return api::renamed(op, api::make_checked(op, api::views_of(op, *given), options, plan));
  });
}

strew_status strew_shape(const strew_operator* op, const strew_tensor* data, const strew_tensor* indices,
                         std::uint64_t capacity, std::int64_t* extents, std::uint64_t* rank, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (auto bad = api::check_operator(op, nullptr)) return bad;
    if (auto bad = api::check_dimensions(*op)) return bad;
    if (rank == nullptr || (extents == nullptr && capacity != 0))
      return fail(rule::PT1, operand::none, "the place for the extents is null");
    api::arguments given = api::arguments_of(*op, {.data = data, .indices = indices});
    given.is_scatter = given.has_output = given.has_codes = given.needs_weights = false;
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
