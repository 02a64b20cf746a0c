#include "terrain.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "strew/strew.hpp"

namespace {

// Lowland to summit, interpolated in Oklab.
struct stop {
  double height;
  rgb colour;
};
constexpr std::array<stop, 8> stops{{{230, {62, 110, 96}},
                                     {300, {104, 146, 104}},
                                     {400, {164, 178, 116}},
                                     {520, {216, 196, 136}},
                                     {660, {208, 156, 100}},
                                     {800, {168, 108, 78}},
                                     {930, {150, 112, 104}},
                                     {1080, {244, 240, 236}}}};

oklab oklab_tint(double height) {
  std::size_t above = 1;
  while (above + 1 < stops.size() && height > stops[above].height) ++above;
  const stop &low = stops[above - 1], &high = stops[above];
  const double part = std::clamp((height - low.height) / (high.height - low.height), 0.0, 1.0);
  const oklab from = to_oklab(low.colour), to = to_oklab(high.colour);
  oklab mixed;
  for (std::size_t i = 0; i < 3; ++i) mixed[i] = from[i] + part * (to[i] - from[i]);
  return mixed;
}

}  // namespace

rgb tint(double height) {
  return to_rgb(oklab_tint(height));
}

std::vector<rgb> tints(std::int64_t highest) {
  std::vector<rgb> made;
  for (std::int64_t height = 0; height <= highest; ++height) {
    const oklab flat = oklab_tint(static_cast<double>(height));
    for (int level = 0; level < light_levels; ++level) {
      const double light = 0.34 + 0.86 * level / (light_levels - 1);
      made.push_back(to_rgb({std::min(1.0, flat[0] * light), flat[1] * (0.4 + 0.6 * light), flat[2] * light}));
    }
  }
  return made;
}

std::vector<std::uint64_t> height_counts(const terrain& land, std::int64_t highest) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(highest + 1));
  strew::scatter(counts, {land.heights, {land.rows, land.columns}},
                 strew::filled<std::uint64_t>(1, {land.rows, land.columns}), 0,
                 {.reduction = strew::reduction::add, .negative_indices = strew::negative_indices::invalid});
  return counts;
}

std::vector<std::int16_t> skylines(const terrain& land, std::int64_t band_columns) {
  const std::int64_t bands = (land.columns + band_columns - 1) / band_columns;
  std::vector<std::int32_t> band_of;
  for (std::int64_t column = 0; column < land.columns; ++column) {
    band_of.push_back(static_cast<std::int32_t>(column / band_columns));
  }
  std::vector<std::int16_t> highest(static_cast<std::size_t>(land.rows * bands));
  strew::scatter({highest, {land.rows, bands}}, band_of, {land.heights, {land.rows, land.columns}}, 1,
                 {.reduction = strew::reduction::max});
  return highest;
}

std::vector<double> light_on(const terrain& land) {
  constexpr double steeper = 3.5, azimuth = 315, altitude = 42, degree = std::numbers::pi / 180;
  const double east = std::sin(azimuth * degree) * std::cos(altitude * degree);
  const double north = std::cos(azimuth * degree) * std::cos(altitude * degree), up = std::sin(altitude * degree);
  const auto height = [&land](std::int64_t row, std::int64_t column) {
    row = std::clamp<std::int64_t>(row, 0, land.rows - 1);
    column = std::clamp<std::int64_t>(column, 0, land.columns - 1);
    return static_cast<double>(land.heights[static_cast<std::size_t>(row * land.columns + column)]);
  };
  std::vector<double> light;
  for (std::int64_t row = 0; row < land.rows; ++row) {
    for (std::int64_t column = 0; column < land.columns; ++column) {
      const double dx = steeper * (height(row, column + 1) - height(row, column - 1)) / (2 * metres_per_column);
      const double dy = steeper * (height(row - 1, column) - height(row + 1, column)) / (2 * metres_per_row);
      const double cosine = (up - east * dx - north * dy) / std::sqrt(1 + dx * dx + dy * dy);
      light.push_back((light_levels - 1) * std::clamp(0.12 + 0.88 * cosine, 0.0, 1.0));
    }
  }
  return light;
}
