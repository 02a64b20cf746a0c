#include "differential/call.hpp"

namespace strew::differential {
namespace {

strew_tensor describe(const problem& p, arena& memory, operand_number which) {
  const view& v = view_of(p, which);
  strew_tensor t = STREW_TENSOR_INIT;
  t.dtype = v.type;
  t.element_bytes = v.element_bytes;
  t.data = v.null ? nullptr : memory.pointer_of(which);
  t.rank = v.extents.size();
  t.extents = v.extents.empty() ? nullptr : v.extents.data();
  t.strides = v.packed || v.extents.empty() ? nullptr : v.strides.data();
  return t;
}

struct arguments {
  strew_tensor data, indices, updates, output;
  strew_options options = STREW_OPTIONS_INIT;
  strew_execution execution = STREW_EXECUTION_INIT;

  arguments(const problem& p, arena& memory)
      : data(describe(p, memory, data_operand)),
        indices(describe(p, memory, indices_operand)),
        updates(describe(p, memory, updates_operand)),
        output(describe(p, memory, output_operand)) {
    options.reduction = p.reduction;
    options.out_of_bounds = p.out_of_bounds;
    options.negative_indices = p.negative;
    if (p.has_fill) {
      options.fill_dtype = p.fill_type;
      options.fill_bytes = p.fill_type == STREW_OPAQUE ? p.fill.size() : 0;
      options.fill_value = p.fill.data();
    }
    execution.threads = static_cast<uint64_t>(p.threads);
    tamper(p.tamper);
  }

  void tamper(tampering kind) {
    if (kind == tampering::version) indices.version = 77;
    if (kind == tampering::struct_size) data.struct_size = 3;
    if (kind == tampering::device) output.device = 2;
    if (kind == tampering::options_version) options.version = 0;
  }
};

answer call_once(const problem& p, const arguments& with) {
  answer result;
  strew_error* error = p.null_error ? nullptr : &result.error;
  const strew_options* options = p.null_options ? nullptr : &with.options;
  result.status = p.is_scatter() ? strew_scatter_nd(&with.data, &with.indices, &with.updates, &with.output,
                                                    p.batch_dims, options, &with.execution, error)
                                 : strew_gather_nd(&with.data, &with.indices, &with.output, p.batch_dims, options,
                                                   &with.execution, error);
  return result;
}

// A plan does not look at data pointers: half of the problems have none while it is made.
answer make_plan(const problem& p, arguments with, strew_plan** plan) {
  answer result;
  result.at_plan = true;
  strew_error* error = p.null_error ? nullptr : &result.error;
  const strew_options* options = p.null_options ? nullptr : &with.options;
  if (p.seed % 2 == 0) with.data.data = with.indices.data = with.updates.data = with.output.data = nullptr;
  result.status = p.is_scatter() ? strew_plan_scatter_nd(&with.data, &with.indices, &with.updates, &with.output,
                                                         p.batch_dims, options, plan, error)
                                 : strew_plan_gather_nd(&with.data, &with.indices, &with.output, p.batch_dims, options,
                                                        plan, error);
  return result;
}

}  // namespace

std::vector<answer> call(const problem& p, arena& memory) {
  const arguments with(p, memory);
  std::vector<answer> answers;
  if (p.calls == calling::once) {
    for (int64_t run = 0; run < p.runs; ++run) answers.push_back(call_once(p, with));
    return answers;
  }
  strew_plan* plan = nullptr;
  const answer made = make_plan(p, with, &plan);
  if (made.status != STREW_OK) return {made};
  for (int64_t run = 0; run < p.runs; ++run) {
    answer result;
    result.status = strew_execute(plan, with.data.data, with.indices.data, p.is_scatter() ? with.updates.data : nullptr,
                                  with.output.data, &with.execution, p.null_error ? nullptr : &result.error);
    answers.push_back(result);
  }
  strew_plan_destroy(plan);
  return answers;
}

}  // namespace strew::differential
