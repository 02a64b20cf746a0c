// Letters for a picture: DejaVu Sans, the font of the Python examples, drawn by FreeType.
#ifndef STREW_EXAMPLES_LETTERING_HPP
#define STREW_EXAMPLES_LETTERING_HPP

#include <cstdint>
#include <string_view>

#include "colour.hpp"
#include "image.hpp"

constexpr std::int64_t letter_size = 20;    // pixels of the font, if no other size is asked
constexpr std::int64_t letter_height = 15;  // of its capitals

enum class align { left, centre, right };

// Writes `text`, ASCII, with the left end, the middle or the right end of its upper edge at (x, y). What lies outside
// the picture is left out. Throws std::runtime_error if the font cannot be read.
void write_text(image& picture, std::int64_t x, std::int64_t y, std::string_view text, rgb colour,
                align side = align::left, std::int64_t size = letter_size);

#endif
