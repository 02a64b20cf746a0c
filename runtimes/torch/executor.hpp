// PyTorch's threads as strew's: at::parallel_for, with as many as torch.get_num_threads() says.
#pragma once

#include "strew/strew.h"

namespace strew::torch {

const strew_executor* parallel_for() noexcept;

}  // namespace strew::torch
