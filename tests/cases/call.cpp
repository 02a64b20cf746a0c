#include "cases/call.hpp"

#include "cases/c_abi.hpp"
#include "cases/move_problem.hpp"

namespace strew::cases {
namespace {

bool is_at_a_site(const test_case& p) {
  return p.seed % 3 == 0;
}

answer call_once(const test_case& p, const arguments& with) {
  answer result;
  const auto make = is_at_a_site(p) ? run_at_site : run;
  result.status = make(call_of(p, with), &with.execution, p.null_error ? nullptr : &result.error);
  return result;
}

// So that the next call at the site has its plan.
void call_twice_elsewhere(const test_case& p, arena memory) {
  const arguments with(p, memory);
  for (int n = 0; n < 2; ++n) call_once(p, with);
}

strew_operand_places places_of(const test_case& p, const arguments& with, const void* indices) {
  strew_operand_places made = STREW_OPERAND_PLACES_INIT;
  made.data = with.pointer(data_operand);
  made.indices = p.move.has_offsets ? with.pointer(offsets_operand) : indices;
  made.updates = p.is_scatter() ? with.pointer(updates_operand) : nullptr;
  made.output = with.pointer(output_operand);
  made.from = p.move.has_from ? with.pointer(p.move.has_from_offsets ? from_offsets_operand : from_operand) : nullptr;
  made.weights = p.move.has_weights ? with.pointer(weights_operand) : nullptr;
  return made;
}

strew_status execute_once(const test_case& p, const strew_plan* plan, const arguments& with, const void* indices,
                          strew_error* error) {
  const strew_operand_places at = places_of(p, with, indices);
  if (p.is_move()) return strew_execute_at(plan, &at, &with.execution, error);
  return strew_execute(plan, at.data, at.indices, at.updates, at.output, &with.execution, error);
}

}  // namespace

answer make_plan(const test_case& p, arena& memory, strew_plan** plan) {
  answer result;
  result.at_plan = true;
  strew_error* const error = p.null_error ? nullptr : &result.error;
  if (p.is_move()) {
    const move_problem problem(p);
    const char* solver = p.engine.names_a_solver() ? p.engine.solver.c_str() : nullptr;
    result.status = strew_plan_from_problem(&problem.view(), solver, plan, error);
    return result;
  }
  arguments with(p, memory);
  if (p.seed % 2 == 0) with.forget_pointers();
  result.status = make_plan(call_of(p, with), plan, error);
  return result;
}

std::vector<answer> execute(const test_case& p, const strew_plan* plan, const arguments& with, const void* indices) {
  std::vector<answer> answers;
  for (int64_t run = 0; run < p.runs; ++run) {
    answer result;
    result.status = execute_once(p, plan, with, indices, p.null_error ? nullptr : &result.error);
    answers.push_back(result);
  }
  return answers;
}

std::optional<shape_answer> call_shape(const test_case& p, arena& memory) {
  if (has_free_shape(p.op)) return std::nullopt;
  arguments with(p, memory);
  with.forget_pointers();
  shape_answer result;
  result.extents.assign(p.seed % 5 == 0 ? 2 : 16, -1);
  const c_call asked = call_of(p, with);
  result.status = strew_shape(&asked.op, asked.data, asked.indices, result.extents.size(), result.extents.data(),
                              &result.rank, &result.error);
  return result;
}

std::vector<answer> call(const test_case& p, arena& memory) {
  const arguments with(p, memory);
  std::vector<answer> answers;
  if (p.calls == calling::once && !p.is_move()) {
    if (is_at_a_site(p)) call_twice_elsewhere(p, memory);
    for (int64_t run = 0; run < p.runs; ++run) answers.push_back(call_once(p, with));
    return answers;
  }
  strew_plan* plan = nullptr;
  const answer made = make_plan(p, memory, &plan);
  if (made.status != STREW_STATUS_OK) return {made};
  answers = execute(p, plan, with, p.no_indices ? nullptr : with.pointer(indices_operand));
  strew_plan_destroy(plan);
  return answers;
}

}  // namespace strew::cases
