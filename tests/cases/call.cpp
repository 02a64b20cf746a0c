#include "cases/call.hpp"

#include "cases/arguments.hpp"

namespace strew::cases {
namespace {

strew_status call_gather(const problem& p, const arguments& a, const strew_options* options, strew_error* error) {
  switch (p.op) {
    case operation::gather:
      return strew_gather(a.data(), a.indices(), a.output(), p.axis, p.batch_dims, options, &a.execution, error);
    case operation::gather_elements:
      return strew_gather_elements(a.data(), a.indices(), a.output(), p.axis, options, &a.execution, error);
    case operation::stablehlo_gather:
      return strew_stablehlo_gather(a.data(), a.indices(), a.output(), a.gather_numbers(), options, &a.execution,
                                    error);
    default:
      return strew_gather_nd(a.data(), a.indices(), a.output(), p.batch_dims, options, &a.execution, error);
  }
}

strew_status call_scatter(const problem& p, const arguments& a, const strew_options* options, strew_error* error) {
  switch (p.op) {
    case operation::scatter:
      return strew_scatter(a.data(), a.indices(), a.updates(), a.output(), p.axis, p.batch_dims, options, &a.execution,
                           error);
    case operation::scatter_elements:
      return strew_scatter_elements(a.data(), a.indices(), a.updates(), a.output(), p.axis, options, &a.execution,
                                    error);
    case operation::stablehlo_scatter:
      return strew_stablehlo_scatter(a.data(), a.indices(), a.updates(), a.output(), a.scatter_numbers(), options,
                                     &a.execution, error);
    case operation::tensor_scatter:
      return strew_tensor_scatter(a.data(), a.updates(), a.indices(), a.output(), p.axis, p.mode, options, &a.execution,
                                  error);
    default:
      return strew_scatter_nd(a.data(), a.indices(), a.updates(), a.output(), p.batch_dims, options, &a.execution,
                              error);
  }
}

strew_status plan_gather(const problem& p, const arguments& a, const strew_options* options, strew_plan** plan,
                         strew_error* error) {
  switch (p.op) {
    case operation::gather:
      return strew_plan_gather(a.data(), a.indices(), a.output(), p.axis, p.batch_dims, options, plan, error);
    case operation::gather_elements:
      return strew_plan_gather_elements(a.data(), a.indices(), a.output(), p.axis, options, plan, error);
    case operation::stablehlo_gather:
      return strew_plan_stablehlo_gather(a.data(), a.indices(), a.output(), a.gather_numbers(), options, plan, error);
    default:
      return strew_plan_gather_nd(a.data(), a.indices(), a.output(), p.batch_dims, options, plan, error);
  }
}

strew_status plan_scatter(const problem& p, const arguments& a, const strew_options* options, strew_plan** plan,
                          strew_error* error) {
  switch (p.op) {
    case operation::scatter:
      return strew_plan_scatter(a.data(), a.indices(), a.updates(), a.output(), p.axis, p.batch_dims, options, plan,
                                error);
    case operation::scatter_elements:
      return strew_plan_scatter_elements(a.data(), a.indices(), a.updates(), a.output(), p.axis, options, plan, error);
    case operation::stablehlo_scatter:
      return strew_plan_stablehlo_scatter(a.data(), a.indices(), a.updates(), a.output(), a.scatter_numbers(), options,
                                          plan, error);
    case operation::tensor_scatter:
      return strew_plan_tensor_scatter(a.data(), a.updates(), a.indices(), a.output(), p.axis, p.mode, options, plan,
                                       error);
    default:
      return strew_plan_scatter_nd(a.data(), a.indices(), a.updates(), a.output(), p.batch_dims, options, plan, error);
  }
}

answer call_once(const problem& p, const arguments& with) {
  answer result;
  strew_error* error = p.null_error ? nullptr : &result.error;
  const strew_options* options = with.given_options();
  result.status = p.is_scatter() ? call_scatter(p, with, options, error) : call_gather(p, with, options, error);
  return result;
}

bool has_shape_helper(const problem& p) {
  return p.has_batch_dims() || p.op == operation::stablehlo_gather;
}

strew_status call_shape_helper(const problem& p, const arguments& a, shape& extents, uint64_t* rank,
                               strew_error* error) {
  const uint64_t capacity = extents.size();
  strew_operator what = STREW_OPERATOR_INIT;
  what.kind = STREW_OPERATOR_GATHER_ND;
  if (p.op == operation::stablehlo_gather) {
    what.kind = STREW_OPERATOR_STABLEHLO_GATHER;
    what.gather_dimensions = a.gather_numbers();
  } else {
    what.batch_dims = p.batch_dims;
    if (p.has_axis()) what.kind = STREW_OPERATOR_GATHER, what.axis = p.axis;
  }
  return strew_shape(&what, a.data(), a.indices(), capacity, extents.data(), rank, error);
}

}  // namespace

answer make_plan(const problem& p, arena& memory, strew_plan** plan) {
  arguments with(p, memory);
  answer result;
  result.at_plan = true;
  strew_error* error = p.null_error ? nullptr : &result.error;
  const strew_options* options = with.given_options();
  if (p.seed % 2 == 0) with.forget_pointers();
  result.status =
      p.is_scatter() ? plan_scatter(p, with, options, plan, error) : plan_gather(p, with, options, plan, error);
  return result;
}

std::vector<answer> execute(const problem& p, const strew_plan* plan, const arguments& with, const void* indices) {
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

std::optional<shape_answer> call_shape(const problem& p, arena& memory) {
  if (!has_shape_helper(p)) return std::nullopt;
  arguments with(p, memory);
  with.forget_pointers();
  shape_answer result;
  result.extents.assign(p.seed % 5 == 0 ? 2 : 16, -1);
  result.status = call_shape_helper(p, with, result.extents, &result.rank, &result.error);
  return result;
}

std::vector<answer> call(const problem& p, arena& memory) {
  const arguments with(p, memory);
  std::vector<answer> answers;
  if (p.calls == calling::once) {
    for (int64_t run = 0; run < p.runs; ++run) answers.push_back(call_once(p, with));
    return answers;
  }
  strew_plan* plan = nullptr;
  const answer made = make_plan(p, memory, &plan);
  if (made.status != STREW_OK) return {made};
  answers = execute(p, plan, with, p.no_indices ? nullptr : with.pointer(indices_operand));
  strew_plan_destroy(plan);
  return answers;
}

}  // namespace strew::cases
