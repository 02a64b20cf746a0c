// The threads of XLA as the executor of a call: those of its intra-op pool, which the call frame gives access to.
#pragma once

#include <cstdint>

#include "jax/xla_ffi.hpp"
#include "strew/strew.h"

namespace strew::jax {

class pool {
 public:
  // Borrows the frame.
  explicit pool(const xla::call_frame& frame) noexcept : frame_(frame) {}
  pool(const pool&) = delete;
  pool& operator=(const pool&) = delete;

  // Refers to this pool.
  strew_executor executor() noexcept;

 private:
  static std::uint64_t concurrency(void* context) noexcept;
  static int is_inside(void* context) noexcept;
  static void run(void* context, std::uint64_t tasks, void (*task)(void*, std::uint64_t), void* argument) noexcept;

  // Whether XLA took the task.
  bool schedule(void (*task)(void*), void* argument) const noexcept;

  const xla::call_frame& frame_;
  std::uint64_t threads_ = 0;  // 0: not asked yet; most calls are too small to ask
};

}  // namespace strew::jax
