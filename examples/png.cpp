#include <png.h>

#include <stdexcept>

#include "image.hpp"

void write_png(const std::string& path, const image& picture) {
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  header.width = static_cast<png_uint_32>(picture.width);
  header.height = static_cast<png_uint_32>(picture.height);
  header.format = PNG_FORMAT_RGB;
  if (png_image_write_to_file(&header, path.c_str(), 0, picture.bytes.data(), 0, nullptr) == 0) {
    throw std::runtime_error(path + ": " + header.message);
  }
}
