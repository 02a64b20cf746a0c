// What every operator does behind its C functions: read the operands, lower, then plan or run.
#pragma once

#include <cstdint>

#include "api/operator.hpp"
#include "plan/plan.hpp"

struct strew_plan {
  strew::plan value;
};

namespace strew::api {

// The operands as they came.
struct tensors {
  const strew_tensor* data = nullptr;
  const strew_tensor* indices = nullptr;
  const strew_tensor* updates = nullptr;  // null for a gather
  const strew_tensor* output = nullptr;
};

strew_status run(const strew_operator* what, const tensors& given, const strew_options* options,
                 const strew_execution* execution, strew_error* error);
strew_status make(const strew_operator* what, const tensors& given, const strew_options* options, strew_plan** made,
                  strew_error* error);

}  // namespace strew::api
