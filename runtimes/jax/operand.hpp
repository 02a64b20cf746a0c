// Buffers of XLA as operands.
#ifndef STREW_RUNTIMES_JAX_OPERAND_HPP
#define STREW_RUNTIMES_JAX_OPERAND_HPP

#include "jax/xla_ffi.hpp"
#include "strew/strew.h"

namespace strew::jax {

// Borrows the extents. A type that strew does not know has no width, which the engine refuses (TY1).
strew_tensor operand_of(const xla::buffer& given) noexcept;

}  // namespace strew::jax

#endif
