// segment_reduce and sddmm as operators of PyTorch.
#pragma once

#include "torch/index_put.hpp"

namespace strew::torch {

extern const own_operator segment_operators[3];

}  // namespace strew::torch
