#include "lettering.hpp"

#include <ft2build.h>

#include <stdexcept>
#include <vector>
#include FT_FREETYPE_H

namespace {

class font {
 public:
  font() {
    if (FT_Init_FreeType(&library_) != 0 || FT_New_Face(library_, STREW_EXAMPLE_FONT, 0, &face_) != 0) {
      FT_Done_FreeType(library_);
      throw std::runtime_error(STREW_EXAMPLE_FONT ": not a font that FreeType reads");
    }
  }
  ~font() { FT_Done_FreeType(library_); }  // with its face
  font(const font&) = delete;
  font& operator=(const font&) = delete;

  void set_size(std::int64_t size) const { FT_Set_Pixel_Sizes(face_, 0, static_cast<FT_UInt>(size)); }

  // The glyph of a letter, until the next call.
  const FT_GlyphSlotRec* glyph(char letter) const {
    if (FT_Load_Char(face_, static_cast<unsigned char>(letter), FT_LOAD_RENDER) != 0) {
      throw std::runtime_error(STREW_EXAMPLE_FONT ": a letter cannot be drawn");
    }
    return face_->glyph;
  }

 private:
  FT_Library library_ = nullptr;
  FT_Face face_ = nullptr;
};

// The pixels of a picture that a text covers in part or wholly.
struct ink_dots {
  std::vector<std::int64_t> places;    // [dots, 2]: row, column
  std::vector<std::uint8_t> coverage;  // [dots]: 255 is wholly

  std::int64_t count() const { return std::ssize(coverage); }
};

void append_dots(const FT_GlyphSlotRec* glyph, std::int64_t x, std::int64_t baseline, ink_dots& dots) {
  const FT_Bitmap& drawn = glyph->bitmap;
  for (std::int64_t row = 0; row < drawn.rows; ++row) {
    for (std::int64_t column = 0; column < drawn.width; ++column) {
      const std::uint8_t coverage = drawn.buffer[row * drawn.pitch + column];
      if (coverage == 0) continue;
      dots.places.insert(dots.places.end(), {baseline - glyph->bitmap_top + row, x + glyph->bitmap_left + column});
      dots.coverage.push_back(coverage);
    }
  }
}

// With its left end at x; returns the right end.
std::int64_t append_text(const font& letters, std::string_view text, std::int64_t x, std::int64_t baseline,
                         ink_dots& dots) {
  for (const char letter : text) {
    const FT_GlyphSlotRec* glyph = letters.glyph(letter);
    append_dots(glyph, x, baseline, dots);
    x += glyph->advance.x >> 6;  // from 64ths of a pixel
  }
  return x;
}

void mix(std::vector<std::uint8_t>& pixels, const std::vector<std::uint8_t>& coverage, rgb colour) {
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const int part = coverage[i / 3];
    pixels[i] = static_cast<std::uint8_t>((pixels[i] * (255 - part) + colour[i % 3] * part + 127) / 255);
  }
}

}  // namespace

// The pixels under the text are gathered, mixed with its colour as far as it covers them, and scattered back.
void write_text(image& picture, std::int64_t x, std::int64_t y, std::string_view text, rgb colour, align side,
                std::int64_t size) {
  static const font letters;
  letters.set_size(size);
  ink_dots dots;
  const std::int64_t wide = append_text(letters, text, 0, y + letter_height * size / letter_size, dots);
  const std::int64_t left = side == align::left ? x : side == align::right ? x - wide : x - wide / 2;
  for (std::size_t i = 1; i < dots.places.size(); i += 2) dots.places[i] += left;

  const strew::view all = picture.window(0, 0, picture.width, picture.height);
  const strew::const_view places(dots.places, {dots.count(), 2});
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(3 * dots.count()));
  strew::gather_nd(all, places, {pixels, {dots.count(), 3}},
                   {.out_of_bounds = strew::out_of_bounds::skip, .negative_indices = strew::negative_indices::invalid});
  mix(pixels, dots.coverage, colour);
  strew::scatter_nd(
      all, places, {pixels, {dots.count(), 3}},
      {.out_of_bounds = strew::out_of_bounds::skip, .negative_indices = strew::negative_indices::invalid});
}
