// Letters for a picture: digits, capitals, m and x, and a few signs.
#ifndef STREW_EXAMPLES_LETTERING_HPP
#define STREW_EXAMPLES_LETTERING_HPP

#include <cstdint>
#include <string_view>

#include "colour.hpp"
#include "image.hpp"

constexpr std::int64_t letter_scale = 2;  // pixels of the picture to one of a glyph, if no other is asked
constexpr std::int64_t letter_width = 6 * letter_scale;  // with the gap to the next
constexpr std::int64_t letter_height = 7 * letter_scale;

// Writes `text` with its upper left corner at (x, y). What lies outside the picture is left out.
void write_text(image& picture, std::int64_t x, std::int64_t y, std::string_view text, rgb colour,
                std::int64_t scale = letter_scale);

#endif
