// The slices of a table that positions can address, as numbered cells.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "problem/problem.hpp"

namespace strew::engine {

// The table offsets that positions can have: low, low + grain, ...
struct cell_line {
  std::int64_t low = 0;
  std::int64_t grain = 0;

  [[nodiscard]] std::int64_t table_of(std::uint64_t cell) const {
    return low + static_cast<std::int64_t>(cell) * grain;
  }
};
struct cell_range : cell_line {
  std::uint64_t count = 1;
};

// Empty for a table beyond 63 bits.
std::optional<cell_range> cells_of(const problem& p);

// Numbers the table offsets of positions.
class cell_numbers {
 public:
  explicit cell_numbers(const cell_line& all)
      : low_(all.low),
        zeros_(static_cast<unsigned>(std::countr_zero(static_cast<std::uint64_t>(all.grain)))),
        inverse_(inverse_of(static_cast<std::uint64_t>(all.grain) >> zeros_)) {}

  // Every offset is a multiple of the grain, so the product with the inverse of its odd part is the quotient.
  [[nodiscard]] std::uint64_t operator()(std::int64_t offset) const {
    return ((static_cast<std::uint64_t>(offset) - static_cast<std::uint64_t>(low_)) >> zeros_) * inverse_;
  }

 private:
  // Modulo 2^64; each step doubles the number of right bits.
  static std::uint64_t inverse_of(std::uint64_t odd) {
    std::uint64_t inverse = odd;
    for (int step = 0; step < 5; ++step) inverse *= 2 - odd * inverse;
    return inverse;
  }

  std::int64_t low_;
  unsigned zeros_;
  std::uint64_t inverse_;
};

}  // namespace strew::engine
