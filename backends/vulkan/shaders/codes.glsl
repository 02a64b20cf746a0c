// Values of quantised codes: (code - zero) * scale, or a number of a codebook * scale. Numbers are bits of f32.
#ifndef CODES_GLSL
#define CODES_GLSL

#include "numbers.glsl"

// A scale of f32, f16 or bf16, or of u8: the exponent s of 2^(s - 127), which is subnormal for 0, and NaN for 255.
uint scale_of(uint bits, uint type) {
  if (is_small_float(type)) return uint(widen(uint64_t(bits), type));
  if (type != DTYPE_U8) return bits;
  if (bits == 255u) return 0x7fc00000u;
  return bits == 0u ? 0x00400000u : bits << 23;
}

// Codes and zero points of `bits` bits, signed or not. Their difference has few bits, so it is exact.
uint code_minus_zero(uint code, uint zero, uint bits, bool is_signed_code) {
  const uint turned = is_signed_code ? 1u << (bits - 1u) : 0u;
  const uint x = code ^ turned, y = zero ^ turned;  // both more by the same number than what they stand for
  if (x == y) return 0u;
  const uint magnitude = x > y ? x - y : y - x;
  const uint top = uint(findMSB(magnitude));
  return (x < y ? 0x80000000u : 0u) | ((127u + top) << 23) | ((magnitude << (23u - top)) & 0x007fffffu);
}

// Rounded to f32, as a segment's accumulator takes it; a NaN may have any bits. round_to() makes an element of it.
uint decoded(uint number, uint scale) { return product_f32(number, scale); }

#endif
