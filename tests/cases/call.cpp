#include "cases/call.hpp"

#include "cases/c_abi.hpp"

namespace strew::cases {
namespace {

answer call_once(const test_case& p, const arguments& with) {
  answer result;
  result.status = run(call_of(p, with), &with.execution, p.null_error ? nullptr : &result.error);
  return result;
}

}  // namespace

answer make_plan(const test_case& p, arena& memory, strew_plan** plan) {
  arguments with(p, memory);
  answer result;
  result.at_plan = true;
  if (p.seed % 2 == 0) with.forget_pointers();
  result.status = make_plan(call_of(p, with), plan, p.null_error ? nullptr : &result.error);
  return result;
}

std::vector<answer> execute(const test_case& p, const strew_plan* plan, const arguments& with, const void* indices) {
  std::vector<answer> answers;
  for (int64_t run = 0; run < p.runs; ++run) {
    answer result;
    result.status = strew_execute(
        plan, with.pointer(data_operand), indices, p.is_scatter() ? with.pointer(updates_operand) : nullptr,
        with.pointer(output_operand), &with.execution, p.null_error ? nullptr : &result.error);
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
  if (p.calls == calling::once) {
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
