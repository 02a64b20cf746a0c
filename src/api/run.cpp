// One-shot calls. One that comes again finds its plan: at its site, or where those of all calls are kept.
#include "api/run.hpp"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "api/call.hpp"
#include "api/guarded.hpp"
#include "api/plan_cache.hpp"
#include "api/segment_operands.hpp"
#include "api/site.hpp"

namespace strew::engine::api {
namespace {

// Its structs were checked.
struct one_call {
  const strew_operator& op;
  const arguments& given;
  const strew_options* options;
  const strew_execution* execution;
  bool is_kept = false;  // the plan outlives the call
};

[[gnu::cold, gnu::noinline]] status add_further_of(const one_call& call, const operator_options& chosen, plan& made) {
  std::vector<further_result> all;
  if (auto bad = further_results_of(call.op, call.given, made.ops, chosen, all)) return bad;
  for (const further_result& one : all) {
    if (auto bad = add_further(one, made)) return bad;
  }
  return {};
}

// A separate function, so that its stack is released before the plan is executed.
[[gnu::noinline]] status make_plan_of(const one_call& call, plan& made) {
  const arguments& given = call.given;
  if (auto bad = to_operands(given, made.ops)) return bad;
  operator_options chosen = read_options(call.op, call.options, made.ops);
  if (!chosen.invalid && !has_known_on_error(call.execution)) chosen.invalid = unknown_on_error(*call.execution);
  chosen.is_once = true;
  if (call.is_kept) chosen.fill.keep();
  const auto lowered = lower_operator(call.op, given, made.ops, chosen);
  if (!lowered) return lowered.error();
  const solver* const requested = solver_of(call.options);
  // A requested solver may be one that only copies data.
  auto bad = make_plan(*lowered, {requested, {}, requested == nullptr && given.is_in_place()}, made);
  return bad || !made.ops.further ? std::move(bad) : add_further_of(call, chosen, made);
}

status make_plan_with_output(const one_call& call, const std::int64_t* extents, std::uint64_t rank, plan& made) {
  strew_tensor described = *call.given.data;
  described.data = nullptr;
  described.strides = nullptr;
  described.rank = rank;
  described.extents = extents;
  arguments given = call.given;
  given.output = &described;
  given.has_output = true;
  return make_plan_of({call.op, given, call.options, call.execution, call.is_kept}, made);
}

// Of a gather whose extents follow from more than one operand. What breaks an earlier rule than one of shapes is said
// first, as with an output at hand.
status make_plan_of_gather(const one_call& call, plan& made) {
  extents_list extents;
  auto bad = find_extents(call.op, call.given, extents);
  auto first = make_plan_with_output(call, extents.data(), extents.size(), made);
  const bool is_earlier = first && status_of(first->number) < status_code::shape;
  return bad && !is_earlier ? std::move(bad) : std::move(first);
}

// With an output that is to be made.
[[gnu::noinline]] status make_plan_and_output(const one_call& call, plan& made) {
  const arguments& given = call.given;
  const bool is_elements = call.op.kind == STREW_OPERATOR_GATHER_ELEMENTS;
  if (!given.is_scatter && !is_elements) return make_plan_of_gather(call, made);
  const strew_tensor& like = given.is_scatter ? *given.data : *given.indices;
  return make_plan_with_output(call, like.extents, like.rank, made);
}

status plan_of(const one_call& call, plan& made) {
  return call.given.has_output ? make_plan_of(call, made) : make_plan_and_output(call, made);
}

[[gnu::cold, gnu::noinline]] failure no_output() {
  return fail(rule::MM1, operand::output, "make_output returned no memory for it");
}

// Of a call whose plan is known, so that it can be read.
status run_plan(const plan& known, const made_call& call) {
  const auto memory_of = [](const strew_tensor* view) {
    return view == nullptr ? nullptr : static_cast<std::byte*>(view->data);
  };
  const view_list& of = call.views;
  pointers at{memory_of(of.data),     memory_of(of.indices), memory_of(of.updates), memory_of(of.output),
              memory_of(of.from),     memory_of(of.weights), memory_of(of.scales),  memory_of(of.zero_points),
              memory_of(of.codebook), memory_of(of.arg),     memory_of(of.count)};
  if (of.data == nullptr) at.data = zero_element;
  if (call.maker.make != nullptr) {
    const extents_list& extents = known.ops.output.extents;
    at.output = static_cast<std::byte*>(call.maker.make(call.maker.context, extents.data(), extents.size()));
    if (at.output == nullptr && !known.output.is_empty) return no_output();
  }
  return execute(known, at, to_context(call.execution));
}

// A plan that is used once. A separate function, so that other calls do not need the stack of a plan.
[[gnu::noinline]] status run_once(const one_call& checked, const made_call& call) {
  plan made;
  if (auto bad = plan_of(checked, made)) return bad;
  return run_plan(made, call);
}

call_form form_of(const made_call& call) {
  const view_list& of = call.views;
  const bool is_in_place = of.output != nullptr && of.data != nullptr && of.data->data == of.output->data;
  return {*call.op, of, call.options, is_in_place};
}

bool are_listed(const strew_operator& op) {
  return (op.gather_dimensions == nullptr || !check_struct(op.gather_dimensions)) &&
         (op.scatter_dimensions == nullptr || !check_struct(op.scatter_dimensions)) &&
         (op.segmentation == nullptr || !check_struct(op.segmentation)) &&
         (op.quantization == nullptr || !check_struct(op.quantization));
}

bool is_usual(const strew_execution* execution) {
  return execution == nullptr || !check_run(execution);
}

// Whether no struct of the call is such that a function would refuse to read it: then it can be compared.
bool is_readable(const made_call& call) {
  const auto is_operand = [](const strew_tensor* view) { return view == nullptr || is_on_cpu(*view); };
  const view_list& of = call.views;
  return call.op != nullptr && is_known(*call.op) && (of.data != nullptr || has_segments(call.op)) &&
         is_operand(of.data) && is_operand(of.indices) && is_operand(of.updates) && is_operand(of.output) &&
         is_operand(of.from) && is_operand(of.weights) && is_operand(of.scales) && is_operand(of.zero_points) &&
         is_operand(of.codebook) && (of.scales != nullptr || !has_codes(call.op)) && is_operand(of.arg) &&
         is_operand(of.count) && (call.options == nullptr || is_known(*call.options)) && are_listed(*call.op) &&
         is_usual(call.execution);
}

// PT1: an output is given, or made.
status check_output(const made_call& call) {
  if (call.maker.make == nullptr) return {};
  if (call.views.output != nullptr) return fail(rule::PT1, operand::output, "it is given, and make_output too");
  if (!has_segments(call.op) && !has_codes(call.op)) return {};
  return fail(rule::PT1, operand::output, "its extents do not follow from the others, so that none is made");
}

[[gnu::noinline]] status run_checked(const one_call& checked, const made_call& call, const site& at) {
  const call_key key(form_of(call));
  if (key.is_empty()) return run_once(checked, call);
  const std::uint64_t hash = key.hash();
  if (const auto found = find_cached(key, hash)) {
    at.note(key, hash, found.shared());
    return run_plan(*found, call);
  }
  if (!comes_again(hash)) return run_once(checked, call);
  const auto built = std::make_shared<plan>();
  one_call kept = checked;
  kept.is_kept = true;
  if (auto bad = plan_of(kept, *built)) return bad;
  remember(key, hash, built);
  at.note(key, hash, built);
  return run_plan(*built, call);
}

[[gnu::noinline]] status run_elsewhere(const made_call& call, const site& at) {
  if (auto bad = check_operator(call.op, call.views.updates)) return bad;
  if (auto bad = check_output(call)) return bad;
  const strew_options* const options = options_of(*call.op, call.options);
  if (auto bad = check_struct(options)) return bad;
  if (auto bad = check_struct(call.execution)) return bad;
  if (auto bad = check_dimensions(*call.op)) return bad;
  arguments given = arguments_of(*call.op, call.views);
  given.has_memory = true;
  given.makes_output = call.maker.make != nullptr;
  given.has_output = !given.makes_output;
  if (auto bad = check_structs(given)) return bad;
  const one_call checked{*call.op, given, options, call.execution};
  // What is refused by the order of rules is not looked for.
  return has_known_on_error(call.execution) ? run_checked(checked, call, at) : run_once(checked, call);
}

}  // namespace

// What the site knows was checked when it was planned, but for what a key does not hold.
status run(const made_call& call, const site& at) {
  if (at.is_given() && is_readable(call)) {
    if (const auto known = at.find(form_of(call))) return run_plan(*known, call);
  }
  return run_elsewhere(call, at);
}

namespace {

inline status run_any(const strew_operator* op, const strew_operands& given, const strew_options* options,
                      const strew_execution* execution, const site& at) {
  if (has_rare_operands(op, given)) {
    if (auto bad = check_idle_operands(op, given)) return bad;
  }
  return renamed(op, run({op, views_of(op, given), options, execution, {given.context, given.make_output}}, at));
}

strew_operator segmented(std::int32_t kind, const strew_segmentation* segmentation, std::int64_t batch_dims) {
  strew_operator made = STREW_OPERATOR_INIT;
  made.kind = kind;
  made.batch_dims = batch_dims;
  made.segmentation = segmentation;
  return made;
}

strew_status run_operands(const strew_operator& op, const strew_operands* operands, const strew_options* options,
                          const strew_execution* execution, strew_error* error) {
  return guarded(error, [&]() -> status {
    if (auto bad = check_struct(operands)) return bad;
    return run_any(&op, *operands, options, execution, site(nullptr));
  });
}

}  // namespace
}  // namespace strew::engine::api

using namespace strew::engine;  // NOLINT(google-build-using-namespace): the functions below are the C side of this
                                // namespace

strew_status strew_run(const strew_operator* op, const strew_tensor* data, const strew_tensor* indices,
                       const strew_tensor* updates, const strew_tensor* output, const strew_options* options,
                       const strew_execution* execution, strew_error* error) {
  return api::guarded(error, [&] {
    return api::run_any(op, api::operands_of(data, indices, updates, output), options, execution, api::site(nullptr));
  });
}

strew_status strew_run_at(strew_site* site, const strew_operator* op, const strew_operands* operands,
                          const strew_options* options, const strew_execution* execution, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (auto bad = api::check_struct(site)) return bad;
    if (auto bad = api::check_struct(operands)) return bad;
    return api::run_any(op, *operands, options, execution, api::site(site));
  });
}

strew_status strew_segment_reduce(const strew_operands* operands, const strew_segmentation* segmentation,
                                  std::int64_t batch_dims, const strew_options* options,
                                  const strew_execution* execution, strew_error* error) {
  const strew_operator op = api::segmented(STREW_OPERATOR_SEGMENT_REDUCE, segmentation, batch_dims);
  return api::run_operands(op, operands, options, execution, error);
}

strew_status strew_segment_scan(const strew_operands* operands, const strew_segmentation* segmentation,
                                std::int32_t mode, std::int64_t batch_dims, const strew_options* options,
                                const strew_execution* execution, strew_error* error) {
  strew_operator op = api::segmented(STREW_OPERATOR_SEGMENT_SCAN, segmentation, batch_dims);
  op.mode = mode;
  return api::run_operands(op, operands, options, execution, error);
}

strew_status strew_sddmm(const strew_operands* operands, const strew_segmentation* segmentation,
                         std::int64_t batch_dims, const strew_options* options, const strew_execution* execution,
                         strew_error* error) {
  const strew_operator op = api::segmented(STREW_OPERATOR_SDDMM, segmentation, batch_dims);
  return api::run_operands(op, operands, options, execution, error);
}

strew_status strew_gather_block_quantized(const strew_operands* operands, const strew_quantization* quantization,
                                          std::int64_t axis, std::int64_t batch_dims, const strew_options* options,
                                          const strew_execution* execution, strew_error* error) {
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_GATHER_BLOCK_QUANTIZED;
  op.axis = axis;
  op.batch_dims = batch_dims;
  op.quantization = quantization;
  return api::run_operands(op, operands, options, execution, error);
}

void strew_site_clear(strew_site* site) {
  if (site != nullptr) api::site(site).clear();
}
