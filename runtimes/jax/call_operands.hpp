// The buffers of a call as the operands of its operator.
#pragma once

#include "jax/attributes.hpp"
#include "jax/xla_ffi.hpp"
#include "strew/strew.h"

namespace strew::jax {

class call_operands {
 public:
  call_operands() noexcept = default;
  call_operands(const call_operands&) = delete;
  call_operands& operator=(const call_operands&) = delete;

  // Borrows the buffers. Returns what is wrong, null if nothing is.
  const char* read(const xla::call_frame& frame, const call_form& form) noexcept;

  [[nodiscard]] const strew_operands& all() const noexcept { return all_; }
  // Whether the result is the buffer of what it begins with. Any other is a buffer of XLA's, which nobody reads after
  // an error.
  [[nodiscard]] bool is_in_place() const noexcept;

 private:
  strew_operands all_ = STREW_OPERANDS_INIT;
  strew_tensor
      tensors_[10];  // those of all_; written where they are given: clearing all takes longer than a small call
};

}  // namespace strew::jax
