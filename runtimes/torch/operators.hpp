// The operators that are registered with PyTorch.
#pragma once

#include <cstdint>
#include <string>

#include "torch/run.hpp"
#include "torch/shim.hpp"

namespace strew::torch {

struct operator_row {
  const char* name;
  form kind;
  std::int32_t op;  // STREW_OPERATOR_...
  kernel function;
};

extern const operator_row operators[12];

// In PyTorch's language of schemas.
std::string schema_of(const operator_row& one);

}  // namespace strew::torch
