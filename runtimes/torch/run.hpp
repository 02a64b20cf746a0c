// One call of an operator, from what the dispatcher hands over to the result.
#pragma once

#include "torch/plans.hpp"
#include "torch/tensor.hpp"

namespace strew::torch {

// The tensors of a call; data of the form `zeros` and fill are only given where an operator has them.
struct operands {
  tensor data, indices, updates, fill;
};

// Fills in the layouts of `given` and executes it. The result, or no tensor if the call is in place. Throws as
// failure.hpp says; no tensor that was there before is written then.
tensor run(call& given, const operands& tensors);

// The memory of a call's operands. Updates: null in a gather; data: those of the output where it is written in place.
struct pointers {
  const void *data, *indices, *updates;
  void* output;
};

// Executes a call whose layouts need not be those of its tensors. Throws as failure.hpp says; nothing is written then
// with STREW_ON_ERROR_KEEP.
void execute(const planned& what, const pointers& at, std::int32_t on_error);

}  // namespace strew::torch
