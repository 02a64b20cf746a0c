// Colours: sRGB bytes, and Oklab, where equal distances look about equally far apart.
#ifndef STREW_EXAMPLES_COLOUR_HPP
#define STREW_EXAMPLES_COLOUR_HPP

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

using rgb = std::array<std::uint8_t, 3>;
using oklab = std::array<double, 3>;  // lightness, green to red, blue to yellow

oklab to_oklab(rgb colour);
rgb to_rgb(const oklab& colour);
double squared_distance(const double* left, const double* right);

// Pixels [n, 3] in sRGB bytes -> points [n, 3] in Oklab.
std::vector<double> points_of(std::span<const std::uint8_t> bytes);

// Points [n, 3] in Oklab -> colours [n, 3] in sRGB bytes.
std::vector<std::uint8_t> bytes_of(std::span<const double> points);

// "#1A2B3C".
std::string hex(rgb colour);

#endif
