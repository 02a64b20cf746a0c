#include "onnx/node.hpp"

#include <algorithm>
#include <span>
#include <string_view>

#include "onnx/obstacles.hpp"
#include "onnx/translate.hpp"
#include "strew/onnx.hpp"

namespace strew::cli {
namespace {

using onnx::detail::version;

struct onnx_domain {
  std::string_view name;
  std::span<const version> versions;
};
constexpr onnx_domain onnx_domains[] = {{"", onnx::detail::versions},
                                        {onnx::detail::own_domain, onnx::detail::own_versions},
                                        {onnx::detail::runtime_domain, onnx::detail::runtime_versions}};

// An operator of ONNX, with all of its versions.
struct onnx_operator {
  const onnx_domain* domain;
  std::string_view op_type;
  std::vector<const version*> versions;
};

// Those that are this operator of strew. Of two the later name is the first: Scatter became ScatterElements.
std::vector<onnx_operator> operators_like(std::int32_t kind) {
  std::vector<onnx_operator> made;
  for (const onnx_domain& domain : onnx_domains) {
    for (const version& one : domain.versions) {
      if (one.kind != kind) continue;
      if (made.empty() || made.front().op_type != one.op_type) made.insert(made.begin(), {&domain, one.op_type, {}});
      made.front().versions.push_back(&one);
    }
  }
  return made;
}

// What --unordered and assume leave open, a node does in one way.
std::string problem_of(const operator_spec& spec, operator_call call) {
  const auto known = [](std::int32_t& policy) {
    if (policy == STREW_OOB_ASSUME) policy = STREW_OOB_ERROR;
  };
  call.options.unordered = 0;
  known(call.options.out_of_bounds);
  if (call.segmentation) known(call.segmentation->out_of_bounds);
  if (!has_segments(spec.kind) && call.options.reduction == STREW_REDUCTION_NONE) call.options.exclude_self = 0;
  strew_error error = STREW_ERROR_INIT;
  return plan_text(make_plan(spec.kind, call, error).get(), strew_plan_problem);
}

// The search through the versions of one operator.
struct search {
  const operator_options& options;
  const prepared_call& prepared;
  std::optional<std::int64_t> opset;
  std::string problem;

  std::optional<error_record> refusal;  // of the last version that does not take the call
  bool is_another = false;              // a version takes it, and does something else

  enum class answer { refused, another, same };
  answer ask(const onnx_operator& of, const version& one, std::int64_t in_opset);
  const version* first_of(const onnx_operator& of, std::optional<std::int64_t>& last);
};

search::answer search::ask(const onnx_operator& of, const version& one, std::int64_t in_opset) {
  std::vector<onnx::attribute> attributes;
  const std::vector<onnx_attribute> owned = attributes_of(one, options, prepared);
  for (const onnx_attribute& attribute : owned) attributes.push_back(attribute.native());
  const std::vector<const_view> inputs = views_of(inputs_of(one, prepared.call));
  const onnx::node node{one.op_type, in_opset, attributes, of.domain->name};
  const auto refused = [&](const error_record& why) {
    refusal.emplace(why);
    return answer::refused;
  };
  if (one.is_codes()) {  // of which there are no plans (ON13)
    const auto extents = onnx::try_shape(node, inputs);
    return extents ? answer::same : refused(extents.error());
  }
  const auto made = onnx::try_plan(node, inputs, view_of_output(prepared.call));
  if (!made) return refused(made.error());
  if (std::string_view(made->problem().c_str()) == problem) return answer::same;
  is_another = true;
  return answer::another;
}

// With an opset one version alone is asked, and where there is none the first, which says so.
const version* search::first_of(const onnx_operator& of, std::optional<std::int64_t>& last) {
  std::vector<const version*> asked = of.versions;
  if (opset) {
    const auto later = [this](const version* one) { return one->since > *opset; };
    const auto end = std::find_if(asked.begin(), asked.end(), later);
    asked = {end == asked.begin() ? asked.front() : *(end - 1)};
  }
  const auto is_same = [&](const version* one) { return ask(of, *one, opset.value_or(one->since)) == answer::same; };
  const auto found = std::find_if(asked.begin(), asked.end(), is_same);
  if (found == asked.end()) return nullptr;
  for (const version* const one : of.versions) {
    if (one->since <= (*found)->since || ask(of, *one, one->since) == answer::same) continue;
    last = one->since - 1;
    break;
  }
  return *found;
}

void describe_node(const search& by, const onnx_operator& of, const version& one, onnx_node& made) {
  made.call = strew_operator_name(by.prepared.call.op.kind);
  made.op_type = one.op_type;
  made.domain = of.domain->name;
  made.since = one.since;
  made.opset = by.opset.value_or(one.since);
  made.attributes = attributes_of(one, by.options, by.prepared);
  made.inputs = values_of(one, by.prepared.call);
  made.output = output_value(one, by.prepared.call);
  made.notes = notes_of(one, by.prepared.call);
}

}  // namespace

outcome find_onnx_node(const operator_spec& spec, const operator_options& options, std::optional<std::int64_t> opset,
                       const prepared_call& prepared, onnx_node& found) {
  const std::vector<onnx_operator> all = operators_like(spec.op);
  if (all.empty()) return refuse_operator(spec, options, prepared);
  const std::string_view op_type = all.front().op_type;
  if (auto error = find_obstacle(spec, options, prepared, op_type)) return error;
  search by{options, prepared, opset, problem_of(spec, prepared.call), std::nullopt, false};
  outcome refused;  // what the first of them, which is not deprecated, has against it
  for (const onnx_operator& one : all) {
    if (const version* const same = by.first_of(one, found.last)) {
      describe_node(by, one, *same, found);
      return std::nullopt;
    }
    if (refused) continue;
    const bool is_another = by.is_another || !by.refusal;
    refused = is_another ? explain_difference(options, op_type, opset)
                         : library_diagnostic(by.refusal->native(), prepared.info);
  }
  return refused;
}

}  // namespace strew::cli
