// Buffers of XLA as operands.
#pragma once

#include "jax/xla_ffi.hpp"
#include "strew/strew.h"

namespace strew::jax {

// Borrows the extents. A type that strew does not know has no width, which the engine refuses (TY1).
strew_tensor operand_of(const xla::buffer& given) noexcept;

}  // namespace strew::jax
