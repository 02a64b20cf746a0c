#include "explain.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formatted.hpp"
#include "prepare.hpp"
#include "report.hpp"

namespace strew::cli {
namespace {

// A line of the text of a plan: "not runs   too few positions". One without a key continues the line before.
struct plan_line {
  std::string_view key;
  std::string_view value;
};

std::vector<plan_line> lines_of(std::string_view text) {
  constexpr std::size_t key_width = 13;
  std::vector<plan_line> all;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t width = std::min(key_width, line.size());
    const std::string_view key = line.substr(0, line.find_last_not_of(' ', width - 1) + 1);
    all.push_back({key, line.substr(width)});
  }
  return all;
}

// The choice of a solver for one step: the candidates, best first, and the reason why each other one was refused.
struct solver_choice {
  std::vector<std::string> candidates;
  json_object refused;

  void note(const plan_line& line) {
    constexpr std::string_view refusal = "not ";
    const bool is_candidate = line.key == "solver" || line.key == "or";
    if (is_candidate) candidates.emplace_back(line.value.substr(0, line.value.find(':')));
    if (line.key.starts_with(refusal)) refused.add(line.key.substr(refusal.size()), line.value);
  }
  json_object as_json() const {
    json_object made;
    made.add("solvers", std::span<const std::string>(candidates)).add("refused", refused);
    return made;
  }
};

json_object operand_fields(const strew_tensor& of) {
  json_object made;
  made.add("dtype", strew_dtype_name(of.dtype))
      .add("element_bytes", of.element_bytes != 0 ? of.element_bytes : strew_dtype_bytes(of.dtype))
      .add("extents", std::span<const std::int64_t>(of.extents, of.rank));
  return made;
}

json_object operands_of(const operator_call& call, operator_kind kind) {
  json_object made;
  made.add("data", operand_fields(call.data));
  if (call.has_indices) made.add("indices", operand_fields(call.indices));
  if (has_updates(kind)) made.add("updates", operand_fields(call.updates));
  return made.add("output", operand_fields(call.output));
}

// The fields of the text.
json_object explanation_of(const strew_plan* plan) {
  const std::string text = plan_text(plan, strew_plan_explain);
  solver_choice main, copy;
  bool is_copy = false;
  json_object made;
  for (const plan_line& line : lines_of(text)) {
    is_copy = is_copy || line.key == "before it";
    (is_copy ? copy : main).note(line);
    if (line.key == "options" || line.key == "validates" || line.key == "through" || line.key == "duplicates")
      made.add(line.key, line.value);
  }
  made.add("move", main.as_json());
  if (is_copy) made.add("copy", copy.as_json());
  return made;
}

json_object fields_of(const operator_spec& spec, const prepared_call& prepared) {
  const strew_plan* plan = prepared.plan.get();
  json_object object;
  object.add("status", "ok").add("operator", spec.name);
  object.add("operands", operands_of(prepared.call, spec.kind));
  object.add_members(explanation_of(plan));
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
