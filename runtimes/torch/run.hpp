// One call of an operator, from what the dispatcher hands over to the result.
#pragma once

#include <cstdint>

#include "strew/strew.h"
#include "torch/tensor.hpp"

namespace strew::torch {

// What is written: a new tensor of a gather, a copy of data, data itself, or a new tensor whose elements are zero
// before.
enum class form : std::uint8_t { gather, scatter, in_place, zeros };

struct call {
  form kind = form::gather;
  std::int32_t op = STREW_OPERATOR_GATHER;
  std::int64_t axis = 0;
  std::int64_t batch_dims = 0;
  std::int64_t options = 0;
  layout data;  // zeros: of the result; strides are not used
  layout indices;
  layout updates;  // not in a gather
};

// The tensors of a call; data of the form `zeros` and fill are only given where an operator has them.
struct operands {
  tensor data, indices, updates, fill;
};

// The element of this type that a gather fills with, null if none is given; another tensor is refused (AT4).
const void* fill_of(const tensor& fill, std::int32_t dtype);

// Fills in the layouts of `given` and executes it. The result, or no tensor if the call is in place. Throws as
// failure.hpp says; no tensor that was there before is written then.
tensor run(call& given, const operands& tensors);

// Executes a call in place whose layouts need not be those of its tensors. Throws as failure.hpp says; nothing is
// written then.
void run_in_place(const call& given, void* data, const void* indices, const void* updates);

}  // namespace strew::torch
