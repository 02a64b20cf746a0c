#include "digest/values.hpp"

namespace strew::digest {

namespace {

struct float_format {
  uint64_t width;  // of one part, in bytes
  int fraction_bits;
};

float_format format_of(strew_dtype type) {
  switch (type) {
    case STREW_F16:
      return {2, 10};
    case STREW_BF16:
      return {2, 7};
    case STREW_F32:
    case STREW_C64:
      return {4, 23};
    default:
      return {8, 52};
  }
}

uint64_t float_corner(drawing& draw, float_format format) {
  const uint64_t sign = uint64_t{1} << (8 * format.width - 1);
  const uint64_t one_exponent = uint64_t{1} << format.fraction_bits;
  const uint64_t fraction = one_exponent - 1;
  const uint64_t infinity = (sign - 1) & ~fraction;
  const uint64_t corners[] = {0,
                              infinity,
                              infinity | (one_exponent >> 1),
                              infinity | 1,
                              infinity | fraction,
                              1,
                              fraction,
                              one_exponent,
                              infinity - 1,
                              infinity - one_exponent};
  const uint64_t corner = corners[draw.between(0, 9)];
  return draw.once_in(2) ? corner | sign : corner;
}

// Near one: exponents around the bias, so that sums and products round instead of vanish.
uint64_t float_moderate(drawing& draw, float_format format) {
  const uint64_t sign = uint64_t{1} << (8 * format.width - 1);
  const uint64_t bias = ((sign - 1) >> format.fraction_bits) / 2;
  const uint64_t exponent = bias + static_cast<uint64_t>(draw.between(-4, 4));
  const uint64_t fraction = draw.bits() & ((uint64_t{1} << format.fraction_bits) - 1);
  return (draw.bits() & sign) | exponent << format.fraction_bits | fraction;
}

void store(unsigned char* target, uint64_t bits, uint64_t width) {
  for (uint64_t i = 0; i < width; ++i) target[i] = static_cast<unsigned char>(bits >> (8 * i));
}

}  // namespace

std::vector<unsigned char> draw_elements(drawing& draw, strew_dtype type, uint64_t width, int64_t count) {
  std::vector<unsigned char> bytes(static_cast<uint64_t>(count) * width);
  const bool is_float = type >= STREW_F16;
  const float_format format = is_float ? format_of(type) : float_format{1, 0};
  const int64_t corners_once_in = draw.once_in(2) ? 64 : 4;
  for (uint64_t at = 0; at < bytes.size(); at += format.width) {
    uint64_t bits = draw.bits() >> 8;
    if (is_float && draw.once_in(corners_once_in)) {
      bits = float_corner(draw, format);
    } else if (is_float) {
      bits = float_moderate(draw, format);
    }
    store(bytes.data() + at, bits, format.width);
  }
  return bytes;
}

std::vector<unsigned char> draw_indices(drawing& draw, strew_dtype type, int64_t extent, int64_t count) {
  const uint64_t width = strew_dtype_bytes(type);
  std::vector<unsigned char> bytes(static_cast<uint64_t>(count) * width);
  for (uint64_t at = 0; at < bytes.size(); at += width) {
    const int64_t inside = draw.between(0, extent > 0 ? extent - 1 : 0);
    const int64_t value = draw.once_in(32) ? draw.between(-2 * extent - 1, 2 * extent + 1) : inside;
    store(bytes.data() + at, static_cast<uint64_t>(value), width);
  }
  return bytes;
}

}  // namespace strew::digest
