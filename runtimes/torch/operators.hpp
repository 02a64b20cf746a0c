// The operators that are registered with PyTorch.
#pragma once

#include "torch/shim.hpp"

namespace strew::torch {

struct operator_row {
  const char* name;
  const char* schema;
  kernel function;
};

extern const operator_row operators[12];

}  // namespace strew::torch
