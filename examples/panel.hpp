// Rectangles of a picture and functions that fill them.
#ifndef STREW_EXAMPLES_PANEL_HPP
#define STREW_EXAMPLES_PANEL_HPP

#include <cstdint>
#include <vector>

#include "colour.hpp"
#include "image.hpp"

constexpr rgb paper{229, 227, 222}, ink{40, 38, 36};

// Colours a window [h, w, 3] from one colour number per pixel with a single gather_nd.
void paint(const strew::view& window, const std::vector<rgb>& colours, const std::vector<std::int32_t>& labels);

// One colour for all of a window.
void paint_over(const strew::view& window, rgb colour);

// A picture as large as the window.
void paste(const strew::view& window, const image& picture);

#endif
