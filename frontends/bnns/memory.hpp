// Filter parameters as an execution of the engine.
#pragma once

#include "common/failure.hpp"
#include "strew/bnns.h"

namespace strew::frontends::bnns {

// Not movable: the execution points into it.
class memory {
 public:
  memory() = default;
  memory(const memory&) = delete;
  memory& operator=(const memory&) = delete;

  maybe_failure read(const BNNSFilterParameters* parameters);  // BN11; null: the defaults
  [[nodiscard]] const strew_execution* execution() const { return &execution_; }

 private:
  strew_allocator allocator_ = STREW_ALLOCATOR_INIT;
  strew_execution execution_ = STREW_EXECUTION_INIT;
};

}  // namespace strew::frontends::bnns
