#include "poster.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "lettering.hpp"
#include "panel.hpp"

namespace {

constexpr std::int64_t margin = 32, gap = 16;
constexpr std::int64_t bar_height = 26, bar_step = 34, bar_left = 200;
constexpr std::int64_t heading = letter_height + gap;

// Numbers of a panel [h, w]: k for paper, i on the bar of colour i. The longest bar is as wide as the panel.
std::vector<std::int32_t> bar_numbers(const painting& painted, std::int64_t wide, std::int64_t high) {
  const std::int32_t k = static_cast<std::int32_t>(painted.colours.size());
  const double longest = *std::max_element(painted.shares.begin(), painted.shares.end());
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(wide * high), k);
  for (std::int32_t i = 0; i < k; ++i) {
    const double share = painted.shares[static_cast<std::size_t>(i)];
    const std::int64_t length = std::lround(static_cast<double>(wide) * share / longest);
    for (std::int64_t row = 0; row < bar_height; ++row) {
      std::fill_n(numbers.begin() + (i * bar_step + row) * wide, length, i);
    }
  }
  return numbers;
}

void draw_bars(image& poster, const painting& painted, std::int64_t top) {
  const std::int64_t wide = poster.width - 2 * margin - bar_left;
  const std::int64_t high = bar_step * std::ssize(painted.colours);
  std::vector<rgb> colours = painted.colours;
  colours.push_back(paper);
  paint(poster.window(margin + bar_left, top, wide, high), colours, bar_numbers(painted, wide, high));
  for (std::size_t i = 0; i < painted.colours.size(); ++i) {
    char share[16];
    std::snprintf(share, sizeof share, "%.1f%%", 100 * painted.shares[i]);
    const std::int64_t y = top + static_cast<std::int64_t>(i) * bar_step + (bar_height - letter_height) / 2;
    write_text(poster, margin, y, hex(painted.colours[i]), ink);
    write_text(poster, margin + bar_left - gap, y, share, ink, align::right);
  }
}

}  // namespace

image make_poster(const image& photograph, const painting& painted) {
  const std::int64_t bars = bar_step * std::ssize(painted.colours), right = margin + photograph.width + gap;
  const std::int64_t top = margin + heading, bars_top = top + photograph.height + gap;
  image poster(right + photograph.width + margin, bars_top + bars + margin);
  paint_over(poster.window(0, 0, poster.width, poster.height), paper);
  write_text(poster, margin, margin, "The photograph", ink);
  write_text(poster, right, margin, std::to_string(painted.colours.size()) + " colours: k-means in Oklab, every pixel",
             ink);
  paste(poster.window(margin, top, photograph.width, photograph.height), photograph);
  paint(poster.window(right, top, photograph.width, photograph.height), painted.colours, painted.labels);
  draw_bars(poster, painted, bars_top);
  return poster;
}
