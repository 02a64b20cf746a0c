#include "lettering.hpp"

#include <array>
#include <vector>

namespace {

// Seven rows of five dots, the lowest bit at the right.
struct glyph {
  char letter;
  std::array<std::uint8_t, 7> rows;
};

constexpr glyph glyphs[] = {
    {'0', {14, 17, 19, 21, 25, 17, 14}}, {'1', {4, 12, 4, 4, 4, 4, 14}},      {'2', {14, 17, 1, 6, 8, 16, 31}},
    {'3', {14, 17, 1, 6, 1, 17, 14}},    {'4', {2, 6, 10, 18, 31, 2, 2}},     {'5', {31, 16, 30, 1, 1, 17, 14}},
    {'6', {6, 8, 16, 30, 17, 17, 14}},   {'7', {31, 1, 2, 4, 8, 8, 8}},       {'8', {14, 17, 17, 14, 17, 17, 14}},
    {'9', {14, 17, 17, 15, 1, 2, 12}},   {'A', {14, 17, 17, 31, 17, 17, 17}}, {'B', {30, 17, 17, 30, 17, 17, 30}},
    {'C', {14, 17, 16, 16, 16, 17, 14}}, {'D', {30, 17, 17, 17, 17, 17, 30}}, {'E', {31, 16, 16, 30, 16, 16, 31}},
    {'F', {31, 16, 16, 30, 16, 16, 16}}, {'#', {10, 10, 31, 10, 31, 10, 10}}, {'%', {24, 25, 2, 4, 8, 19, 3}},
    {'.', {0, 0, 0, 0, 0, 12, 12}},
};

// Appends the place (row, column) of each dot of a glyph.
void append_dots(const glyph& drawn, std::int64_t x, std::int64_t y, std::vector<std::int64_t>& places) {
  for (std::int64_t i = 0; i < 35 * letter_scale * letter_scale; ++i) {
    const std::int64_t row = i / (5 * letter_scale), column = i % (5 * letter_scale);
    const int dots = drawn.rows[static_cast<std::size_t>(row / letter_scale)];
    if ((dots >> (4 - column / letter_scale) & 1) != 0) places.insert(places.end(), {y + row, x + column});
  }
}

}  // namespace

// One scatter_nd: an index tuple (row, column) for each dot, and one colour that all of them repeat by stride 0.
void write_text(image& picture, std::int64_t x, std::int64_t y, std::string_view text, rgb colour) {
  std::vector<std::int64_t> places;
  for (const char letter : text) {
    for (const glyph& known : glyphs) {
      if (known.letter == letter) append_dots(known, x, y, places);
    }
    x += letter_width;
  }
  const std::int64_t dots = std::ssize(places) / 2;
  strew::scatter_nd(
      picture.window(0, 0, picture.width, picture.height), {places, {dots, 2}},
      strew::const_view(colour).broadcast({dots, 3}),
      {.out_of_bounds = strew::out_of_bounds::skip, .negative_indices = strew::negative_indices::invalid});
}
