// A part of a problem that one task runs: its axes, and the addresses of its first point.
#pragma once

#include <cstddef>
#include <cstdint>

#include "walk/kernel_axes.hpp"

namespace strew::engine {

constexpr std::size_t no_axis = ~std::size_t{0};

// The axes of the problem, of which `shared` may be shorter, and the addresses of its first point. A null base is legal
// if nothing is accessed.
struct part {
  const engine::problem& problem;
  const rule_list& rules;  // one a coordinate
  const axis* axes;
  std::size_t shared;  // the axis along which the problem is partitioned; no_axis: not partitioned
  std::byte* table;
  std::byte* direct;
  const std::byte* indices;
  std::byte* workspace;  // of the solver
  bool* skips;           // set where a position of a write had no start; may be null
};

// Nothing may be added to a null base.
inline std::byte* at(std::byte* base, std::int64_t offset) {
  return base == nullptr ? nullptr : base + offset;
}

}  // namespace strew::engine
