// The threads of XLA as the executor of a call: those of its intra-op pool, which the call frame gives access to.
#pragma once

#include <cstdint>

#include "jax/xla_ffi.hpp"

namespace strew::jax {

class pool {
 public:
  // Borrows the frame.
  explicit pool(const xla::call_frame& frame) noexcept : frame_(frame) {}

  // How many threads there are, of which the calling one may be none: it takes the place of one of them.
  std::uint64_t count() noexcept;
  // Whether XLA took the work, which it may start after the call is over.
  bool submit(void (*function)(void*), void* argument) const noexcept;

 private:
  const xla::call_frame& frame_;
  std::uint64_t threads_ = 0;  // 0: not asked yet; most calls are too small to ask
};

}  // namespace strew::jax
