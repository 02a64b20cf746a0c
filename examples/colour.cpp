#include "colour.hpp"

#include <algorithm>
#include <cmath>

namespace {

double to_linear(double value) {
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double from_linear(double value) {
  return value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1 / 2.4) - 0.055;
}

const std::array<double, 256>& linear_bytes() {
  static const std::array<double, 256> table = [] {
    std::array<double, 256> made{};
    for (std::size_t i = 0; i < made.size(); ++i) made[i] = to_linear(static_cast<double>(i) / 255);
    return made;
  }();
  return table;
}

std::uint8_t to_byte(double linear) {
  return static_cast<std::uint8_t>(std::lround(255 * from_linear(std::clamp(linear, 0.0, 1.0))));
}

}  // namespace

// Both directions: Björn Ottosson, "A perceptual color space for image processing", 2020.
oklab to_oklab(rgb colour) {
  const auto& table = linear_bytes();
  const double r = table[colour[0]], g = table[colour[1]], b = table[colour[2]];
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

rgb to_rgb(const oklab& colour) {
  const auto cube = [](double x) { return x * x * x; };
  const double l = cube(colour[0] + 0.3963377774 * colour[1] + 0.2158037573 * colour[2]);
  const double m = cube(colour[0] - 0.1055613458 * colour[1] - 0.0638541728 * colour[2]);
  const double s = cube(colour[0] - 0.0894841775 * colour[1] - 1.2914855480 * colour[2]);
  return {to_byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          to_byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          to_byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

double squared_distance(const double* left, const double* right) {
  const double x = left[0] - right[0], y = left[1] - right[1], z = left[2] - right[2];
  return x * x + y * y + z * z;
}

std::vector<double> points_of(std::span<const std::uint8_t> bytes) {
  std::vector<double> points(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const oklab point = to_oklab({bytes[i], bytes[i + 1], bytes[i + 2]});
    std::copy(point.begin(), point.end(), points.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return points;
}

std::vector<std::uint8_t> bytes_of(std::span<const double> points) {
  std::vector<std::uint8_t> bytes(points.size());
  for (std::size_t i = 0; i < points.size(); i += 3) {
    const rgb colour = to_rgb({points[i], points[i + 1], points[i + 2]});
    std::copy(colour.begin(), colour.end(), bytes.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return bytes;
}

std::string hex(rgb colour) {
  std::string text = "#";
  for (const std::uint8_t byte : colour) {
    text += "0123456789ABCDEF"[byte >> 4];
    text += "0123456789ABCDEF"[byte & 15];
  }
  return text;
}
