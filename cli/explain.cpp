#include "explain.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "formatted.hpp"
#include "onnx/model_text.hpp"
#include "onnx/node.hpp"
#include "option_forms.hpp"
#include "option_table.hpp"
#include "plan_fields.hpp"
#include "prepare.hpp"
#include "report.hpp"
#include "syntax.hpp"

namespace strew::cli {
namespace {

json_object fields_of(const operator_spec& spec, const prepared_call& prepared) {
  const strew_plan* plan = prepared.plan.get();
  json_object object;
  object.add("status", "ok").add_members(estimate_json(plan)).add("operator", spec.name);
  object.add("operands", operands_json(prepared.call, spec.kind));
  object.add_members(plan_json(plan));
  object.add("positions", prepared.info.positions)
      .add("bytes", strew_plan_bytes(plan))
      .add("workspace_bytes", strew_plan_workspace(plan))
      .add("problem", plan_text(plan, strew_plan_problem))
      .add("hash", formatted("{:016x}", strew_plan_hash(plan)));
  return object;
}

struct explain_options {
  operator_options call;
  bool onnx = false;  // the node of ONNX instead of the plan
  std::optional<std::int64_t> opset;
};

outcome explain_onnx(const operator_spec& spec, const explain_options& options, const prepared_call& prepared) {
  onnx_node node;
  if (auto error = find_onnx_node(spec, options.call, options.opset, prepared, node)) return error;
  if (!options.call.common.json) return print_text(model_text(node));
  json_object object;
  return print_json(object.add("status", "ok").add("operator", spec.name).add_members(node_json(node)));
}

outcome explain(const operator_spec& spec, const explain_options& options) {
  progress shown(options.call.common);
  prepared_call prepared;
  if (options.opset && !options.onnx) return usage_diagnostic("--opset is only used with --onnx");
  if (auto error = check_operator_options(options.call, false)) return error;
  if (auto error = prepare(spec, options.call, shown, prepared)) return error;
  if (options.onnx) return explain_onnx(spec, options, prepared);
  if (options.call.common.json) return print_json(fields_of(spec, prepared));
  return print_text(plan_text(prepared.plan.get(), strew_plan_explain) + "\n");
}

int explain_operator(const operator_spec& spec, const explain_options& options) {
  const outcome error = explain(spec, options);
  return error ? report(*error, options.call.common) : exit_ok;
}

}  // namespace

command add_explain(command_syntax& parent, const operator_spec& spec) {
  command_syntax* app = parent.add_subcommand(spec.name, spec.summary);
  auto options = std::make_shared<explain_options>();
  spec.add_arguments(*app, options->call);
  app->add_flag("--onnx", options->onnx,
                "Print the node of ONNX that does the same instead, as a model in ONNX's textual syntax; or say what "
                "of the call no node has");
  add_integer_to(*app, "--opset", 1,
                 "With --onnx: the node as a model of this opset has it (default: the first opset that has one)",
                 [options = options.get()](std::int64_t value) { options->opset = value; });
  add_common_options(*app, options->call.common);
  return {app, [&spec, options] { return explain_operator(spec, *options); }};
}

}  // namespace strew::cli
