// Rectangles of a picture and what fills them.
#ifndef STREW_EXAMPLES_PANEL_HPP
#define STREW_EXAMPLES_PANEL_HPP

#include <cstdint>
#include <vector>

#include "colour.hpp"
#include "image.hpp"

constexpr rgb paper{229, 227, 222}, ink{40, 38, 36};

// Paints a window [h, w, 3] by numbers: one number for each pixel, one gather_nd for all of them.
void paint(const strew::view& window, const std::vector<rgb>& colours, const std::vector<std::int32_t>& labels);

// One colour for all of a window.
void paint_over(const strew::view& window, rgb colour);

// A picture as large as the window.
void paste(const strew::view& window, const image& picture);

#endif
