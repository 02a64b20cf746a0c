#include "cases/c_abi.hpp"

namespace strew::cases {

c_call call_of(const test_case& p, const arguments& with) {
  c_call made;
  made.what.kind = static_cast<int32_t>(p.op);
  if (p.has_axis()) made.what.axis = p.axis;
  if (p.has_batch_dims()) made.what.batch_dims = p.batch_dims;
  if (p.op == operator_kind::tensor_scatter) made.what.mode = p.mode;
  if (p.op == operator_kind::stablehlo_gather) made.what.gather_dimensions = with.gather_numbers();
  if (p.op == operator_kind::stablehlo_scatter) made.what.scatter_dimensions = with.scatter_numbers();
  made.data = with.data();
  made.indices = with.indices();
  if (p.is_scatter()) made.updates = with.updates();
  made.output = with.output();
  made.options = with.given_options();
  return made;
}

strew_status run(const c_call& call, const strew_execution* execution, strew_error* error) {
  return strew_run(&call.what, call.data, call.indices, call.updates, call.output, call.options, execution, error);
}

strew_status make_plan(const c_call& call, strew_plan** plan, strew_error* error) {
  return strew_plan_make(&call.what, call.data, call.indices, call.updates, call.output, call.options, plan, error);
}

}  // namespace strew::cases
