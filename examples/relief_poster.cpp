#include "relief_poster.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "block_view.hpp"
#include "lettering.hpp"
#include "panel.hpp"

namespace {

constexpr std::int64_t wide = 1560, margin = 48, block_wide = 1300, block_top = 96;
constexpr std::int64_t bars_left = 1240, bars_top = 112, longest_bar = wide - margin - bars_left, bar_metres = 5;
constexpr std::int64_t skyline_high = 260, skyline_gap = 40;
constexpr std::int64_t lowest = 225, highest = 1085;  // metres on both axes

struct axis {
  std::int64_t top, high;  // pixels

  std::int64_t at(std::int64_t metres) const { return top + high * (highest - metres) / (highest - lowest); }
};

void label_axis(image& poster, const axis& heights, std::int64_t right) {
  for (std::int64_t metres = 300; metres <= 1000; metres += 100) {
    write_text(poster, right - 14, heights.at(metres) - letter_height / 2, std::to_string(metres), ink, align::right);
    paint_over(poster.window(right - 8, heights.at(metres), 6, 2), ink);
  }
}

// Bars of bar_metres each: the counts of single metres are added up by a scatter.
std::vector<std::uint64_t> bar_counts(const std::vector<std::uint64_t>& counts) {
  std::vector<std::int32_t> bar_of(counts.size());
  for (std::size_t i = 0; i < bar_of.size(); ++i) bar_of[i] = static_cast<std::int32_t>(i) / std::int32_t{bar_metres};
  std::vector<std::uint64_t> bars(static_cast<std::size_t>(bar_of.back() + 1));
  strew::scatter(bars, bar_of, counts, 0, {.reduction = strew::reduction::add});
  return bars;
}

void draw_bars(image& poster, const std::vector<std::uint64_t>& counts) {
  const axis heights{bars_top, 2 * (highest - lowest) / bar_metres};
  const std::vector<std::uint64_t> bars = bar_counts(counts);
  const std::uint64_t most = *std::max_element(bars.begin(), bars.end());
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const std::int64_t metres = static_cast<std::int64_t>(i) * bar_metres;
    const auto length = static_cast<std::int64_t>(static_cast<std::uint64_t>(longest_bar) * bars[i] / most);
    if (length == 0) continue;
    paint_over(poster.window(bars_left, heights.at(metres + bar_metres), length, 2),
               tint(static_cast<double>(metres) + bar_metres / 2.0));
  }
  label_axis(poster, heights, bars_left - 2);
  write_text(poster, bars_left, bars_top - 2 * letter_height, "Land at each height (m)", ink);
}

// From the haze in the west to the valley in the east.
std::vector<rgb> band_colours(std::int64_t bands) {
  const std::array<oklab, 3> stops{to_oklab({224, 206, 184}), to_oklab({150, 156, 138}), to_oklab({38, 84, 80})};
  std::vector<rgb> colours;
  for (std::int64_t band = 0; band < bands; ++band) {
    const double at = 2 * static_cast<double>(band) / static_cast<double>(std::max<std::int64_t>(bands - 1, 1));
    const std::size_t from = at < 1 ? 0 : 1;
    oklab mixed;
    for (std::size_t i = 0; i < 3; ++i) {
      mixed[i] = stops[from][i] + (at - static_cast<double>(from)) * (stops[from + 1][i] - stops[from][i]);
    }
    colours.push_back(to_rgb(mixed));
  }
  colours.push_back(paper);
  return colours;
}

// Which band each pixel of the panel shows, `bands` for none: seen from the east, so south is at the left.
std::vector<std::int32_t> band_numbers(const std::vector<std::int16_t>& skyline, std::int64_t rows, const axis& heights,
                                       std::int64_t panel_wide) {
  const std::int64_t bands = std::ssize(skyline) / rows;
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(panel_wide * heights.high), static_cast<int>(bands));
  const auto metres = [&](std::int64_t row, std::int64_t band) {
    return static_cast<double>(skyline[static_cast<std::size_t>(std::max<std::int64_t>(row, 0) * bands + band)]);
  };
  for (std::int64_t x = 0; x < panel_wide; ++x) {
    const double south = static_cast<double>(x * (rows - 1)) / static_cast<double>(panel_wide);
    const std::int64_t row = rows - 1 - static_cast<std::int64_t>(south);
    const double part = south - static_cast<double>(static_cast<std::int64_t>(south));
    for (std::int64_t band = 0; band < bands; ++band) {
      const double height = (1 - part) * metres(row, band) + part * metres(row - 1, band);
      const std::int64_t skyline_at = heights.at(std::lround(height)) - heights.top;
      for (std::int64_t y = std::max<std::int64_t>(skyline_at, 0); y < heights.high; ++y) {
        numbers[static_cast<std::size_t>(y * panel_wide + x)] = static_cast<std::int32_t>(band);
      }
    }
  }
  return numbers;
}

void draw_skylines(image& poster, const std::vector<std::int16_t>& skyline, std::int64_t rows, std::int64_t top) {
  const std::int64_t left = margin + 60, panel_wide = wide - margin - left;
  const axis heights{top, skyline_high};
  paint(poster.window(left, top, panel_wide, skyline_high), band_colours(std::ssize(skyline) / rows),
        band_numbers(skyline, rows, heights, panel_wide));
  label_axis(poster, heights, left - 2);
  const std::int64_t below = top + skyline_high + letter_height;
  write_text(poster, left, below, "South", ink);
  write_text(poster, left + panel_wide / 2, below, "Skylines seen from the east: heights in m", ink, align::centre);
  write_text(poster, wide - margin, below, "North", ink, align::right);
}

void write_title(image& poster, const terrain& land) {
  const auto [low, high] = std::minmax_element(land.heights.begin(), land.heights.end());
  char text[96];
  std::snprintf(text, sizeof text, "%d x %d heights from %d m to %d m", static_cast<int>(land.columns),
                static_cast<int>(land.rows), *low, *high);
  write_text(poster, margin, margin, "Cumberland Mountains", ink, align::left, 40);
  write_text(poster, margin, margin + 46, "and Jacksboro Fault, Tennessee", ink, align::left, 28);
  write_text(poster, margin, margin + 86, text, ink);
}

}  // namespace

image make_relief_poster(const terrain& land, const std::vector<std::uint64_t>& counts,
                         const std::vector<std::int16_t>& skyline) {
  const image block = block_view(land, block_wide, paper);
  const std::int64_t skyline_top = block_top + block.height + skyline_gap;
  image poster(wide, skyline_top + skyline_high + 2 * letter_height + margin);
  paint_over(poster.window(0, 0, poster.width, poster.height), paper);
  paste(poster.window(margin, block_top, block.width, block.height), block);
  draw_bars(poster, counts);
  draw_skylines(poster, skyline, land.rows, skyline_top);
  write_title(poster, land);
  return poster;
}
