#include "plan_fields.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "operand_table.hpp"
#include "prepare.hpp"

namespace strew::cli {
namespace {

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

// "2 threads, 14000 ns, ...".
void add_estimate(std::string_view line, json_object& made) {
  const std::size_t comma = line.find(", ");
  std::uint64_t threads = 0;
  std::uint64_t nanoseconds = 0;
  std::from_chars(line.data(), line.data() + line.size(), threads);
  if (comma != std::string_view::npos) std::from_chars(line.data() + comma + 2, line.data() + line.size(), nanoseconds);
  made.add("threads", threads).add("expected_ns", nanoseconds);
}

json_object operand_fields(const strew_tensor& of) {
  json_object made;
  made.add("dtype", strew_dtype_name(of.dtype))
      .add("element_bytes", of.element_bytes != 0 ? of.element_bytes : strew_dtype_bytes(of.dtype))
      .add("extents", std::span<const std::int64_t>(of.extents, of.rank));
  return made;
}

}  // namespace

std::vector<plan_line> plan_lines(std::string_view text) {
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

json_object operands_json(const operator_call& call, operator_kind kind) {
  json_object made;
  made.add("data", operand_fields(call.data));
  if (call.has_indices) made.add("indices", operand_fields(call.indices));
  if (has_updates(kind)) made.add("updates", operand_fields(call.updates));
  for (const further_operand& one : further_operands)
    if (call.*one.view) made.add(one.name, operand_fields(*(call.*one.view)));
  made.add("output", operand_fields(call.output));
  for (const further_result& one : further_results)
    if (call.*one.view) made.add(one.name, operand_fields(*(call.*one.view)));
  return made;
}

json_object estimate_json(const strew_plan* plan) {
  json_object made;
  const std::string text = plan_text(plan, strew_plan_explain);
  for (const plan_line& line : plan_lines(text)) {
    if (line.key == "in short") made.add("summary", line.value);
    if (line.key == "estimate") add_estimate(line.value, made);
  }
  return made;
}

json_object plan_json(const strew_plan* plan) {
  const std::string text = plan_text(plan, strew_plan_explain);
  solver_choice main, copy, others;
  solver_choice* current = &main;
  std::string_view validates;
  json_object made;
  for (const plan_line& line : plan_lines(text)) {
    if (line.key == "main") current = &main;
    if (line.key == "copy") current = &copy;
    if (line.key == "load" || line.key == "store") current = &others;
    current->note(line);
    const bool is_first = line.key == "validates" && validates.empty();
    if (is_first) validates = line.value;
    if (is_first || line.key == "options" || line.key == "through" || line.key == "duplicates")
      made.add(line.key, line.value);
  }
  made.add("move", main.as_json());
  if (!copy.candidates.empty()) made.add("copy", copy.as_json());
  return made;
}

}  // namespace strew::cli
