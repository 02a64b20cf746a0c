#include "explain.hpp"

#include <string>

#include "formatted.hpp"
#include "plan_fields.hpp"
#include "prepare.hpp"
#include "report.hpp"

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

outcome explain(const operator_spec& spec, const operator_options& options) {
  progress shown(options.common);
  prepared_call prepared;
  if (auto error = check_operator_options(options, false)) return error;
  if (auto error = prepare(spec, options, shown, prepared)) return error;
  if (options.common.json) return print_json(fields_of(spec, prepared));
  return print_text(plan_text(prepared.plan.get(), strew_plan_explain) + "\n");
}

}  // namespace

int explain_operator(const operator_spec& spec, const operator_options& options) {
  const outcome error = explain(spec, options);
  return error ? report(*error, options.common) : exit_ok;
}

}  // namespace strew::cli
