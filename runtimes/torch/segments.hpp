// Operators of PyTorch whose positions belong to segments: segment_reduce, of codes too, segment_scan and sddmm.
#pragma once

#include "torch/index_put.hpp"

namespace strew::torch {

extern const own_operator segment_operators[5];

}  // namespace strew::torch
