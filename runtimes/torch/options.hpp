// The options of a call as one integer, since words would take longer than a small call. python/strew/torch/_options.py
// packs them.
//
//   bits 0-3 reduction, 4-6 out_of_bounds, 7 negative_indices, 8 exclude_self, 9 accumulate, 10 unordered,
//   11 duplicates
#pragma once

#include <cstdint>

#include "strew/strew.h"

namespace strew::torch {

// A packed value outside an option's values is left to the engine to refuse (AT1).
strew_options options_of(std::int64_t packed);

// Of a reduction that rounds as PyTorch's own kernels do: sums of 16 bits at each update.
constexpr std::int64_t pack_native(std::int32_t reduction) {
  return std::int64_t{1} << 9 | reduction;
}

}  // namespace strew::torch
