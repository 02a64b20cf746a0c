// Runs one program over memory: position blocks are resolved, then moved or combined.
#pragma once

#include <cstddef>

#include "plan/plan.hpp"

namespace strew {

// Polled between blocks; true means stop.
struct cancellation {
  int (*asked)(void*) = nullptr;
  void* context = nullptr;

  [[nodiscard]] bool is_asked() const { return asked != nullptr && asked(context) != 0; }
};

// False if it was cancelled. No byte outside the operands is touched, whatever the indices hold.
bool run(const step& what, std::byte* table, std::byte* direct, const std::byte* indices, const cancellation& cancel);

}  // namespace strew
