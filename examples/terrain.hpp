// Heights on a grid, and values derived from them for drawing.
#ifndef STREW_EXAMPLES_TERRAIN_HPP
#define STREW_EXAMPLES_TERRAIN_HPP

#include <cstdint>
#include <vector>

#include "colour.hpp"

// Row-major from the north-west; metres.
struct terrain {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::int16_t> heights;
};

constexpr double metres_per_row = 92.6, metres_per_column = 74.3;  // 3 seconds of arc at 36.6 degrees north

// How many cells have each height, 0 to highest: the heights are the indices of a scatter that adds ones.
std::vector<std::uint64_t> height_counts(const terrain& land, std::int64_t highest);

// The skyline of each band of `band_columns` columns, [rows, bands], western band first: a scatter that takes the
// maximum.
std::vector<std::int16_t> skylines(const terrain& land, std::int64_t band_columns);

// How much light falls on each cell, 0 to light_levels - 1, from the north-west over steep land.
constexpr int light_levels = 64;
std::vector<double> light_on(const terrain& land);

// The colour of each height from 0 to `highest` in each light: [highest + 1, light_levels].
std::vector<rgb> tints(std::int64_t highest);
// ... as a map would print it.
rgb tint(double height);

#endif
