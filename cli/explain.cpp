#include "explain.hpp"

#include "formatted.hpp"
#include "prepare.hpp"
#include "report.hpp"

namespace strew::cli {
namespace {

outcome explain(const operator_spec& spec, const operator_options& options) {
  progress shown(options.common);
  prepared_call prepared;
  if (auto error = check_operator_options(options, spec.kind, false)) return error;
  if (auto error = prepare(spec, options, files::npy_part::header, shown, prepared)) return error;
  const strew_plan* plan = prepared.plan.get();
  const std::string problem = plan_text(plan, strew_plan_problem);
  const std::string reasons = plan_text(plan, strew_plan_explain);
  if (options.common.json) {
    json_object object;
    object.add("status", "ok").add("operator", spec.name).add("problem", problem);
    object.add("hash", formatted("{:016x}", strew_plan_hash(plan)))
        .add("plan", plan_text(plan, strew_plan_describe))
        .add("explanation", reasons)
        .add("output_extents", prepared.output_extents)
        .add("positions", prepared.info.positions)
        .add("bytes", strew_plan_bytes(plan))
        .add("workspace_bytes", strew_plan_workspace(plan));
    return print_json(object);
  }
  return print_text(formatted("problem: {}\nplan: {}{}output: {} {}\nbytes that must move: {}\nworkspace: {} bytes\n",
                              problem, reasons, reasons.ends_with('\n') ? "" : "\n",
                              type_text(prepared.call.output.dtype, prepared.call.output.element_bytes),
                              shape_text(prepared.output_extents), strew_plan_bytes(plan), strew_plan_workspace(plan)));
}

}  // namespace

int explain_operator(const operator_spec& spec, const operator_options& options) {
  const outcome error = explain(spec, options);
  return error ? report(*error, options.common) : exit_ok;
}

}  // namespace strew::cli
