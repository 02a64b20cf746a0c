// A call of the C ABI expressed in the terms of another frontend.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "strew/strew.h"

namespace strew::support {

struct frontend_call {
  int32_t op = STREW_OPERATOR_GATHER;  // gather and scatter, their elements or nd forms; for ONNX tensor_scatter too
  const strew_tensor* data = nullptr;
  const strew_tensor* indices = nullptr;
  const strew_tensor* updates = nullptr;  // null of a gather
  const strew_tensor* output = nullptr;
  int64_t axis = 0;
  int64_t batch_dims = 0;
  int32_t mode = STREW_MODE_LINEAR;
  int64_t opset = 0;                       // of ONNX; 0: one of those that have the operator, by choice
  const strew_options* options = nullptr;  // null means the defaults of the C ABI
  uint64_t threads = 0;
  bool is_apart = false;  // no operand shares bytes with another: inputs may be copied before the output is written
  uint64_t choice = 0;    // picks one of the forms that mean the same

  bool is_scatter() const {
    return op == STREW_OPERATOR_SCATTER || op == STREW_OPERATOR_SCATTER_ELEMENTS || op == STREW_OPERATOR_SCATTER_ND ||
           op == STREW_OPERATOR_TENSOR_SCATTER;
  }
  bool is_elements() const { return op == STREW_OPERATOR_GATHER_ELEMENTS || op == STREW_OPERATOR_SCATTER_ELEMENTS; }
  bool is_nd() const { return op == STREW_OPERATOR_GATHER_ND || op == STREW_OPERATOR_SCATTER_ND; }
  const strew_tensor& direct() const { return is_scatter() ? *updates : *output; }
};

struct frontend_answer {
  strew_status status = STREW_STATUS_OK;
  strew_error error = STREW_ERROR_INIT;
  std::string defect;  // what the frontend did wrong in its own terms; empty if nothing
};

// Nothing where the frontend cannot express the call: a type, a rank, strides, a reduction ... that it lacks. What it
// can express it must decide as the C ABI does, by whichever rule.
std::optional<frontend_answer> call_directml(const frontend_call& call);

// BNNS has no data of a scatter: it is copied to the output first, and taken back if the call fails. The output of a
// scatter must be data or share no byte with any other operand.
std::optional<frontend_answer> call_bnns(const frontend_call& call);

// What ONNX cannot express because of a rule of its own must be refused by that rule: else it is a defect.
std::optional<frontend_answer> call_onnx(const frontend_call& call);

}  // namespace strew::support
