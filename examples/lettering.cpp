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
    {'G', {14, 17, 16, 23, 17, 17, 15}}, {'H', {17, 17, 17, 31, 17, 17, 17}}, {'I', {14, 4, 4, 4, 4, 4, 14}},
    {'J', {7, 2, 2, 2, 2, 18, 12}},      {'K', {17, 18, 20, 24, 20, 18, 17}}, {'L', {16, 16, 16, 16, 16, 16, 31}},
    {'M', {17, 27, 21, 21, 17, 17, 17}}, {'N', {17, 17, 25, 21, 19, 17, 17}}, {'O', {14, 17, 17, 17, 17, 17, 14}},
    {'P', {30, 17, 17, 30, 16, 16, 16}}, {'Q', {14, 17, 17, 17, 21, 18, 13}}, {'R', {30, 17, 17, 30, 20, 18, 17}},
    {'S', {15, 16, 16, 14, 1, 1, 30}},   {'T', {31, 4, 4, 4, 4, 4, 4}},       {'U', {17, 17, 17, 17, 17, 17, 14}},
    {'V', {17, 17, 17, 17, 17, 10, 4}},  {'W', {17, 17, 17, 21, 21, 21, 10}}, {'X', {17, 17, 10, 4, 10, 17, 17}},
    {'Y', {17, 17, 17, 10, 4, 4, 4}},    {'Z', {31, 1, 2, 4, 8, 16, 31}},     {'m', {0, 0, 26, 21, 21, 17, 17}},
    {'x', {0, 0, 17, 10, 4, 10, 17}},    {'.', {0, 0, 0, 0, 0, 12, 12}},      {',', {0, 0, 0, 0, 12, 4, 8}},
    {':', {0, 12, 12, 0, 12, 12, 0}},    {'-', {0, 0, 0, 31, 0, 0, 0}},
};

// Appends the place (row, column) of each dot of a glyph.
void append_dots(const glyph& drawn, std::int64_t x, std::int64_t y, std::int64_t scale,
                 std::vector<std::int64_t>& places) {
  for (std::int64_t i = 0; i < 35 * scale * scale; ++i) {
    const std::int64_t row = i / (5 * scale), column = i % (5 * scale);
    const int dots = drawn.rows[static_cast<std::size_t>(row / scale)];
    if ((dots >> (4 - column / scale) & 1) != 0) places.insert(places.end(), {y + row, x + column});
  }
}

}  // namespace

// One scatter_nd: an index tuple (row, column) for each dot, and one colour that all of them repeat by stride 0.
void write_text(image& picture, std::int64_t x, std::int64_t y, std::string_view text, rgb colour, std::int64_t scale) {
  std::vector<std::int64_t> places;
  for (const char letter : text) {
    for (const glyph& known : glyphs) {
      if (known.letter == letter) append_dots(known, x, y, scale, places);
    }
    x += 6 * scale;
  }
  const std::int64_t dots = std::ssize(places) / 2;
  strew::scatter_nd(
      picture.window(0, 0, picture.width, picture.height), {places, {dots, 2}},
      strew::const_view(colour).broadcast({dots, 3}),
      {.out_of_bounds = strew::out_of_bounds::skip, .negative_indices = strew::negative_indices::invalid});
}
