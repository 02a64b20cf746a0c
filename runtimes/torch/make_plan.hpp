// A plan from the layouts of a call's tensors.
#pragma once

#include "torch/plans.hpp"

namespace strew::torch {

planned make_plan(const call& given);

}  // namespace strew::torch
