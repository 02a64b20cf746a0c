// What is known of positions that collide.
#pragma once

#include <cstdint>

namespace strew::engine {

// Positions that address a cell which an earlier one addresses.
struct duplicate_report {
  std::uint64_t count = 0;     // each position once
  std::uint64_t position = 0;  // the first of them; valid only if count > 0
  std::uint64_t other = 0;     // the first position that addresses a cell of it
};

}  // namespace strew::engine
