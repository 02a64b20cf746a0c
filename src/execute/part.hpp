// A part of a problem that one task runs: its axes, and where its first point lies.
#pragma once

#include <cstddef>
#include <cstdint>

#include "execute/context.hpp"
#include "plan/plan.hpp"

namespace strew {
inline namespace engine {

// The axes of `what`, of which one may be shorter, and the places of its first point. A null base is legal where
// nothing is touched.
struct part {
  const step& what;
  const axis* axes;
  std::size_t flat_axes;
  std::byte* table;
  std::byte* direct;
  const std::byte* indices;
  bool* leaves_out;  // set where a position of a write had no start; may be null
};

// False if it was cancelled.
bool run_blocks(const part& work, const cancellation& cancel);
bool run_copy(const part& work, const cancellation& cancel);

// Nothing may be added to a null base.
inline std::byte* at(std::byte* base, std::int64_t offset) {
  return base == nullptr ? nullptr : base + offset;
}

}  // namespace engine
}  // namespace strew
