#include "highlands.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <random>

namespace {

constexpr std::uint32_t levels = 64, lights = 16, drops = 4000;
constexpr int dry_cells = 30;  // that a drop has passed before it is seen

std::uint8_t between(int low, int high, double part) {
  return static_cast<std::uint8_t>(std::lround(low + (high - low) * part));
}

// A lake, then meadow, heath, rock, snow; in the shade, bluish, and in the light.
void add_tint(double part, double light, std::vector<std::uint8_t>& to) {
  if (part == 0) return static_cast<void>(to.insert(to.end(), {60, 120, 160}));
  constexpr int colours[][3] = {{88, 128, 72}, {168, 168, 100}, {150, 128, 106}, {255, 255, 255}};
  constexpr double shade[] = {0.42, 0.46, 0.56};
  constexpr std::size_t last = std::size(colours) - 2;
  const std::size_t from = std::min(static_cast<std::size_t>(part * 3), last);
  for (std::size_t c = 0; c < 3; ++c) {
    const double colour = between(colours[from][c], colours[from + 1][c], part * 3 - static_cast<double>(from));
    to.push_back(static_cast<std::uint8_t>(colour * (shade[c] + (1 - shade[c]) * light)));
  }
}

// Waves of half the length and half the height each, in directions that look like none; 0 to 1.
double height_at(double row, double column) {
  double sum = 0, most = 0, size = 1, length = 110;
  for (int wave = 0; wave < 8; ++wave, size *= 0.5, length *= 0.55) {
    const double turn = 2.4 * wave;
    const double along = (row * std::cos(turn) + column * std::sin(turn)) / length;
    const double across = (column * std::cos(turn) - row * std::sin(turn)) / (1.3 * length);
    sum += size * std::sin(along + 1.7 * std::sin(across + wave)) * std::cos(across - wave);
    most += size;
  }
  return std::clamp(0.5 + 0.75 * sum / most, 0.0, 1.0);
}

// The cell to which it goes down most steeply; itself in a hollow.
std::uint32_t below(const highlands& land, const std::vector<double>& high, std::uint32_t cell) {
  const std::uint32_t row = cell / land.columns, column = cell % land.columns;
  std::uint32_t steepest = cell;
  double most = 0;
  for (std::uint32_t r = row == 0 ? 0 : row - 1; r <= std::min(row + 1, land.rows - 1); ++r) {
    for (std::uint32_t c = column == 0 ? 0 : column - 1; c <= std::min(column + 1, land.columns - 1); ++c) {
      const double steps = r != row && c != column ? 1.414 : 1;
      const double down = (high[cell] - high[r * land.columns + c]) / steps;
      if (down > most) most = down, steepest = r * land.columns + c;
    }
  }
  return steepest;
}

// From the north-west, 0 to 1.
double light_at(const highlands& land, const std::vector<double>& high, std::uint32_t cell) {
  if (cell < land.columns || cell % land.columns == 0) return 0.6;
  const double up = high[cell] - high[cell - land.columns - 1];
  return std::clamp(0.6 + 16 * up, 0.0, 1.0);
}

void let_run(const std::vector<double>& high, std::uint32_t cell, highlands& land) {
  for (int passed = 0;; ++passed) {
    const std::uint32_t next = below(land, high, cell);
    if (next == cell) return;
    cell = next;
    if (passed < dry_cells) continue;
    const double part = std::min((passed - dry_cells) / 60.0, 1.0);
    land.steps.insert(land.steps.end(), {cell / land.columns, cell % land.columns});
    land.waters.insert(land.waters.end(), {between(70, 60, part), between(112, 172, part), between(128, 235, part)});
    ++land.step_count;
  }
}

}  // namespace

highlands make_highlands(std::uint32_t rows, std::uint32_t columns) {
  highlands made;
  made.rows = rows;
  made.columns = columns;
  made.tint_count = levels * lights;
  for (std::uint32_t n = 0; n < levels * lights; ++n)
    add_tint(n / lights / (levels - 1.0), n % lights / (lights - 1.0), made.tints);
  std::vector<double> high;
  for (std::uint32_t cell = 0; cell < rows * columns; ++cell) high.push_back(height_at(cell / columns, cell % columns));
  for (std::uint32_t cell = 0; cell < rows * columns; ++cell) {
    const double light = light_at(made, high, cell);
    made.tint_of.push_back(static_cast<std::uint32_t>(high[cell] * (levels - 1)) * lights +
                           static_cast<std::uint32_t>(light * (lights - 1)));
  }
  std::minstd_rand random(7);
  for (std::uint32_t n = 0; n < drops; ++n)
    let_run(high, static_cast<std::uint32_t>(random() % (rows * columns)), made);
  return made;
}
