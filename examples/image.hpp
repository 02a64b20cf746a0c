// A picture in memory, read from JPEG and written to PNG.
#ifndef STREW_EXAMPLES_IMAGE_HPP
#define STREW_EXAMPLES_IMAGE_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "strew/strew.hpp"

// Rows of pixels, each red, green, blue in sRGB.
struct image {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::vector<std::uint8_t> bytes;

  image() = default;
  image(std::int64_t wide, std::int64_t high)
      : width(wide), height(high), bytes(static_cast<std::size_t>(3 * wide * high)) {}

  std::int64_t pixels() const { return width * height; }

  // A rectangle of the picture as a tensor [high, wide, 3] that can be written.
  strew::view window(std::int64_t x, std::int64_t y, std::int64_t wide, std::int64_t high) {
    return strew::view(&bytes[static_cast<std::size_t>(3 * (y * width + x))], {high, wide, 3}, {3 * width, 3, 1});
  }
};

// Both throw std::runtime_error with the file's name.
image read_jpeg(const std::string& path);
void write_png(const std::string& path, const image& picture);

#endif
