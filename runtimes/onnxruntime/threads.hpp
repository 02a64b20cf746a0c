// The threads of a session: those of the runtime, which hands out work but does not say how many there are.
#pragma once

#include <atomic>
#include <cstdint>

#include "onnxruntime/abi.hpp"

namespace strew::onnxruntime {

class threads {
 public:
  // How many threads, the caller's included, work on what parallel_for divides. Measured at the first call and a few
  // later ones, since a busy machine can hide some: the largest number that was seen.
  std::uint64_t count(const abi::host& at, const abi::kernel_context* context) noexcept;

 private:
  void measure(const abi::host& at, const abi::kernel_context* context) noexcept;

  std::atomic<std::uint64_t> most_ = 1;
  std::atomic<std::uint64_t> calls_ = 0;
};

}  // namespace strew::onnxruntime
