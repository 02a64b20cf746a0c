// PyTorch's threads as strew's: at::parallel_for, with as many as torch.get_num_threads() says.
#pragma once

#include <cstdint>

#include "strew/strew.h"

namespace strew::torch {

extern const strew_executor parallel_for;

// Sets memory to zero, on these threads where there is much of it.
void set_to_zero(void* memory, std::uint64_t bytes);

}  // namespace strew::torch
