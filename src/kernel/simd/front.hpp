// Which lanes of eight go to the front, for each mask of them: Highway's own tables are copied at each use by GCC.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace strew::kernel {

constexpr std::size_t front_lanes = 8;
using front_table = std::array<std::array<std::uint8_t, front_lanes>, std::size_t{1} << front_lanes>;

// Row m: the numbers of the bits set in m, then zeros.
constexpr front_table lanes_of_masks() {
  front_table made{};
  for (std::size_t mask = 0; mask < made.size(); ++mask) {
    std::size_t found = 0;
    for (std::size_t lane = 0; lane < front_lanes; ++lane) {
      if ((mask >> lane & 1U) != 0) made[mask][found++] = static_cast<std::uint8_t>(lane);
    }
  }
  return made;
}

alignas(64) inline constexpr front_table to_front = lanes_of_masks();

// The same for four lanes of 64 bits, as the lanes of 32 bits that AVX2 can move.
using half_table = std::array<std::array<std::uint32_t, 8>, 16>;

constexpr half_table lane_halves_of_masks() {
  half_table made{};
  for (std::size_t mask = 0; mask < made.size(); ++mask) {
    for (std::size_t half = 0; half < 8; ++half)
      made[mask][half] = 2U * to_front[mask][half / 2] + static_cast<std::uint32_t>(half % 2);
  }
  return made;
}

alignas(64) inline constexpr half_table halves_to_front = lane_halves_of_masks();

}  // namespace strew::kernel
