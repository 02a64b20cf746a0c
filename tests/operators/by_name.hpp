// The functions that have the name of an operator: a call and a plan of each.
#pragma once

#include "operators/call.hpp"

namespace strew::support {

inline strew_status run_by_name(const arguments& a, strew_error* error) {
  const described_operator op = operator_of(a);
  switch (a.kind) {
    case operator_kind::gather:
      return strew_gather(&a.data, &a.indices, &a.output, a.axis, a.batch_dims, a.options, a.execution, error);
    case operator_kind::scatter:
      return strew_scatter(&a.data, &a.indices, &a.updates, &a.output, a.axis, a.batch_dims, a.options, a.execution,
                           error);
    case operator_kind::gather_elements:
      return strew_gather_elements(&a.data, &a.indices, &a.output, a.axis, a.options, a.execution, error);
    case operator_kind::scatter_elements:
      return strew_scatter_elements(&a.data, &a.indices, &a.updates, &a.output, a.axis, a.options, a.execution, error);
    case operator_kind::gather_nd:
      return strew_gather_nd(&a.data, &a.indices, &a.output, a.batch_dims, a.options, a.execution, error);
    case operator_kind::scatter_nd:
      return strew_scatter_nd(&a.data, &a.indices, &a.updates, &a.output, a.batch_dims, a.options, a.execution, error);
    case operator_kind::stablehlo_gather:
      return strew_stablehlo_gather(&a.data, &a.indices, &a.output, op.value.gather_dimensions, a.options, a.execution,
                                    error);
    case operator_kind::stablehlo_scatter:
      return strew_stablehlo_scatter(&a.data, &a.indices, &a.updates, &a.output, op.value.scatter_dimensions, a.options,
                                     a.execution, error);
    case operator_kind::tensor_scatter:
      return strew_tensor_scatter(&a.data, &a.updates, &a.indices, &a.output, a.axis, a.mode, a.options, a.execution,
                                  error);
    case operator_kind::move:  // has no function
      break;
  }
  return STREW_STATUS_INTERNAL;
}

inline strew_status plan_by_name(const arguments& a, strew_plan** plan, strew_error* error) {
  const described_operator op = operator_of(a);
  switch (a.kind) {
    case operator_kind::gather:
      return strew_plan_gather(&a.data, &a.indices, &a.output, a.axis, a.batch_dims, a.options, plan, error);
    case operator_kind::scatter:
      return strew_plan_scatter(&a.data, &a.indices, &a.updates, &a.output, a.axis, a.batch_dims, a.options, plan,
                                error);
    case operator_kind::gather_elements:
      return strew_plan_gather_elements(&a.data, &a.indices, &a.output, a.axis, a.options, plan, error);
    case operator_kind::scatter_elements:
      return strew_plan_scatter_elements(&a.data, &a.indices, &a.updates, &a.output, a.axis, a.options, plan, error);
    case operator_kind::gather_nd:
      return strew_plan_gather_nd(&a.data, &a.indices, &a.output, a.batch_dims, a.options, plan, error);
    case operator_kind::scatter_nd:
      return strew_plan_scatter_nd(&a.data, &a.indices, &a.updates, &a.output, a.batch_dims, a.options, plan, error);
    case operator_kind::stablehlo_gather:
      return strew_plan_stablehlo_gather(&a.data, &a.indices, &a.output, op.value.gather_dimensions, a.options, plan,
                                         error);
    case operator_kind::stablehlo_scatter:
      return strew_plan_stablehlo_scatter(&a.data, &a.indices, &a.updates, &a.output, op.value.scatter_dimensions,
                                          a.options, plan, error);
    case operator_kind::tensor_scatter:
      return strew_plan_tensor_scatter(&a.data, &a.updates, &a.indices, &a.output, a.axis, a.mode, a.options, plan,
                                       error);
    case operator_kind::move:  // has no function
      break;
  }
  return STREW_STATUS_INTERNAL;
}

}  // namespace strew::support
