// Rows of quantised codes: what decodes them as arguments, and gather_block_quantized as an operator of PyTorch.
#pragma once

#include <cstdint>

#include "strew/strew.h"
#include "torch/arguments.hpp"
#include "torch/further.hpp"
#include "torch/index_put.hpp"

namespace strew::torch {

#define STREW_CODE_TENSORS "Tensor scales, Tensor? zero_points, Tensor? codebook"
// value_type: 0 float32, 1 float16, 2 bfloat16. No ScalarType, of which AOTInductor of PyTorch 2.10 hands over another
// one.
#define STREW_CODE_NUMBERS "int bits, int packing, int block_size, int value_type"

struct code_tensors {
  given_tensor scales, zero_points, codebook;

  explicit code_tensors(arguments& all)
      : scales(all.next_tensor()), zero_points(all.next_optional_tensor()), codebook(all.next_optional_tensor()) {}

  void add_to(strew_operands& all) const {
    all.scales = scales.native(), all.zero_points = zero_points.native(), all.codebook = codebook.native();
  }
};

struct code_arguments {
  strew_quantization by = STREW_QUANTIZATION_INIT;
  std::int32_t dtype;  // PyTorch's number of the type of values

  explicit code_arguments(arguments& all);
};

extern const own_operator code_operators[1];

}  // namespace strew::torch
