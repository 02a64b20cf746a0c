// Sums, products, quotients and conversions of f32 and f64 on their bits, rounded to nearest even, with subnormals.
//
// Devices promise little about floats: they may flush subnormals, divide inexactly and compare NaN in any way. So all
// of this is computed by integer instructions, except for sums and products of one width where the includer says that
// the device has them. Its macros, 0 unless defined, choose among forms of one source:
//   NATIVE     0: everything in integers; 32, 64: sums and products of that width are the device's own. It must support
//              SignedZeroInfNanPreserve and RoundingModeRTE of that width, and of 64 also Float64.
//   PRESERVES  1: it supports DenormPreserve of that width too, and its results are taken as they are; 0: what may
//              involve a subnormal is computed again in integers, so that the result is exact if the device flushes.
//   FLUSHES    1: of tests, behaves as a device that flushes.
// 32 and 64 are modules of their own: one entry point keeps a single execution mode of a kind, and a device without
// Float64 refuses a module that declares it. The including file enables GL_EXT_shader_explicit_arithmetic_types and
// GL_EXT_spirv_intrinsics.
#ifndef FLOATS_GLSL
#define FLOATS_GLSL

#ifndef NATIVE
#define NATIVE 0
#endif
#ifndef PRESERVES
#define PRESERVES 0
#endif
#ifndef FLUSHES
#define FLUSHES 0
#endif

#if NATIVE
spirv_execution_mode(capabilities = [4466], 4461, NATIVE);  // SignedZeroInfNanPreserve
spirv_execution_mode(capabilities = [4467], 4462, NATIVE);  // RoundingModeRTE
#if PRESERVES
spirv_execution_mode(capabilities = [4464], 4459, NATIVE);  // DenormPreserve
#endif
#endif

// ---- Formats -----------------------------------------------------------------------------------------------------

struct format_t {
  int fraction;  // bits
  int exponent;  // bits
};
const format_t SINGLE = format_t(23, 8);
const format_t DOUBLE = format_t(52, 11);

int bias_of(format_t f) { return (1 << (f.exponent - 1)) - 1; }
uint64_t sign_of(format_t f) { return 1UL << (f.fraction + f.exponent); }
uint64_t infinity_of(format_t f) { return sign_of(f) - (1UL << f.fraction); }
uint64_t nan_of(format_t f) { return infinity_of(f) | (1UL << (f.fraction - 1)); }

uint64_t magnitude_of(uint64_t bits, format_t f) { return bits & (sign_of(f) - 1UL); }
bool is_nan(uint64_t bits, format_t f) { return magnitude_of(bits, f) > infinity_of(f); }
uint64_t canonical_nan(uint64_t bits, format_t f) { return is_nan(bits, f) ? nan_of(f) : bits; }

// ---- Integers ----------------------------------------------------------------------------------------------------

// 128 bits, or two numbers of up to 64.
struct number_t {
  uint64_t low, high;
};

int highest_bit(uint64_t value) {
  const uint upper = uint(value >> 32);
  return upper != 0u ? findMSB(upper) + 32 : findMSB(uint(value));
}

// A shift to the right that sets the lowest bit where it loses others: later rounding sees that there was more.
uint64_t shifted_sticky(uint64_t value, int by) {
  if (by > 63) return value == 0UL ? 0UL : 1UL;
  const uint64_t kept = value >> by;
  return (kept << by) == value ? kept : kept | 1UL;
}

number_t full_product(uint64_t a, uint64_t b) {
  const uint64_t half_of = 0xffffffffUL;
  const uint64_t lower = (a & half_of) * (b & half_of);
  const uint64_t first = (a >> 32) * (b & half_of) + (lower >> 32);  // at most (2^32 - 1) * 2^32: no carry is lost
  const uint64_t second = (a & half_of) * (b >> 32) + (first & half_of);
  return number_t((second << 32) | (lower & half_of), (a >> 32) * (b >> 32) + (first >> 32) + (second >> 32));
}

// ---- Parts of a number -------------------------------------------------------------------------------------------

const int GUARD = 3;  // bits that significands have below the last one that is kept

// significand * 2^(exponent - bias - fraction), with the highest bit of the significand at `fraction`. Subnormals are
// brought into this form too, with an exponent below 1.
struct parts_t {
  uint64_t significand;
  int exponent;
};

// Of a finite magnitude that is not 0.
parts_t parts_of(uint64_t magnitude, format_t f) {
  const uint64_t hidden = 1UL << f.fraction;
  const int exponent = int(uint(magnitude >> f.fraction));
  const uint64_t fraction = magnitude & (hidden - 1UL);
  if (exponent != 0) return parts_t(fraction | hidden, exponent);
  const int up = f.fraction - highest_bit(fraction);
  return parts_t(fraction << up, 1 - up);
}

// The number that is nearest, of parts whose significand has its highest bit at `fraction` + GUARD; the lowest one is
// sticky.
uint64_t rounded(uint64_t sign, parts_t of, format_t f) {
  if (of.exponent >= (1 << f.exponent) - 1) return sign | infinity_of(f);
  if (of.exponent < 1) of = parts_t(shifted_sticky(of.significand, 1 - of.exponent), 1);
  const uint64_t kept = of.significand >> GUARD;
  const uint lost = uint(of.significand) & ((1u << GUARD) - 1u), is_odd = uint(kept) & 1u;
  const uint64_t up = lost + is_odd > 1u << (GUARD - 1) ? 1UL : 0UL;
  // The highest bit of the significand, and a carry out of it, count up the exponent: at last to infinity.
  return sign | ((uint64_t(uint(of.exponent - 1)) << f.fraction) + kept + up);
}

// ---- Operations in integers --------------------------------------------------------------------------------------

// Of two finite magnitudes that are not 0, the first no smaller.
uint64_t sum_of_magnitudes(uint64_t sign, uint64_t larger, uint64_t smaller, bool subtracts, format_t f) {
  parts_t made = parts_of(larger, f);
  const parts_t other = parts_of(smaller, f);
  made.significand <<= GUARD;
  const uint64_t aligned = shifted_sticky(other.significand << GUARD, made.exponent - other.exponent);
  made.significand = subtracts ? made.significand - aligned : made.significand + aligned;
  if (made.significand == 0UL) return 0UL;
  const int up = f.fraction + GUARD - highest_bit(made.significand);
  made.significand = up < 0 ? shifted_sticky(made.significand, 1) : made.significand << up;
  made.exponent -= up;
  return rounded(sign, made, f);
}

uint64_t integer_sum(uint64_t a, uint64_t b, format_t f) {
  if (magnitude_of(a, f) < magnitude_of(b, f)) {
    const uint64_t smaller = a;
    a = b;
    b = smaller;
  }
  const uint64_t larger = magnitude_of(a, f), smaller = magnitude_of(b, f), sign = a & sign_of(f);
  const bool subtracts = ((a ^ b) & sign_of(f)) != 0UL;
  if (larger > infinity_of(f) || (smaller == infinity_of(f) && subtracts)) return nan_of(f);
  if (larger == infinity_of(f)) return a;
  if (smaller == 0UL) return larger == 0UL ? a & b : a;  // -0 of two of them only
  return sum_of_magnitudes(sign, larger, smaller, subtracts, f);
}

uint64_t integer_product(uint64_t a, uint64_t b, format_t f) {
  const uint64_t x = magnitude_of(a, f), y = magnitude_of(b, f), sign = (a ^ b) & sign_of(f);
  const uint64_t larger = max(x, y), smaller = min(x, y);
  if (larger > infinity_of(f) || (larger == infinity_of(f) && smaller == 0UL)) return nan_of(f);
  if (larger == infinity_of(f) || smaller == 0UL) return sign | (smaller == 0UL ? 0UL : larger);
  const parts_t first = parts_of(x, f), second = parts_of(y, f);
  const int by = f.fraction - GUARD;
  uint64_t significand;
  if (f.fraction < 32) {
    significand = shifted_sticky(first.significand * second.significand, by);
  } else {
    const number_t whole = full_product(first.significand, second.significand);
    significand = (whole.high << (64 - by)) | shifted_sticky(whole.low, by);
  }
  const int up = highest_bit(significand) - (f.fraction + GUARD);  // 0 or 1
  return rounded(sign, parts_t(shifted_sticky(significand, up), first.exponent + second.exponent - bias_of(f) + up), f);
}

uint64_t integer_quotient(uint64_t a, uint64_t b, format_t f) {
  const uint64_t x = magnitude_of(a, f), y = magnitude_of(b, f), sign = (a ^ b) & sign_of(f);
  if (max(x, y) > infinity_of(f) || (x == y && (x == 0UL || x == infinity_of(f)))) return nan_of(f);
  if (x == infinity_of(f) || y == 0UL) return sign | infinity_of(f);
  if (y == infinity_of(f) || x == 0UL) return sign;
  const parts_t dividend = parts_of(x, f), divisor = parts_of(y, f);
  const int down = dividend.significand < divisor.significand ? 1 : 0;  // else the quotient would have a bit less
  uint64_t rest = dividend.significand << down, quotient = 0UL;
  for (int bit = 0; bit <= f.fraction + GUARD; ++bit) {
    const bool fits = rest >= divisor.significand;
    quotient = (quotient << 1) | (fits ? 1UL : 0UL);
    rest = (fits ? rest - divisor.significand : rest) << 1;
  }
  if (rest != 0UL) quotient |= 1UL;
  return rounded(sign, parts_t(quotient, dividend.exponent - divisor.exponent + bias_of(f) - down), f);
}

uint64_t float_of_count(uint64_t count, format_t f) {
  if (count == 0UL) return 0UL;
  const int top = highest_bit(count), up = f.fraction + GUARD - top;
  return rounded(0UL, parts_t(up < 0 ? shifted_sticky(count, -up) : count << up, bias_of(f) + top), f);
}

// ---- Floats of 16 bits -------------------------------------------------------------------------------------------

uint widen_bf16(uint bits) { return bits << 16; }

uint widen_f16(uint bits) {
  const uint sign = (bits & 0x8000u) << 16, magnitude = bits & 0x7fffu;
  if (magnitude >= 0x7c00u) return sign | 0x7f800000u | ((magnitude & 0x3ffu) << 13);
  if (magnitude >= 0x0400u) return sign | ((magnitude << 13) + (112u << 23));  // the difference of the two biases
  if (magnitude == 0u) return sign;
  const int top = findMSB(magnitude);  // magnitude * 2^-24
  return sign | (uint(top + 103) << 23) | ((magnitude << (23 - top)) & 0x007fffffu);
}

// NaN becomes the positive quiet one, here and below.
uint narrow_bf16(uint bits) {
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fc0u;
  return (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
}

uint narrow_f16(uint bits) {
  const uint magnitude = bits & 0x7fffffffu, sign = (bits & 0x80000000u) >> 16;
  if (magnitude > 0x7f800000u) return 0x7e00u;
  if (magnitude >= 0x477ff000u) return sign | 0x7c00u;  // 65520 and up
  if (magnitude >= 0x38800000u) return sign | ((magnitude - (112u << 23) + 0xfffu + ((magnitude >> 13) & 1u)) >> 13);
  if (magnitude < 0x33000000u) return sign;  // below 2^-25, half of the least number
  const uint significand = (magnitude & 0x007fffffu) | 0x00800000u, by = 126u - (magnitude >> 23);
  const uint kept = significand >> by, lost = significand & ((1u << by) - 1u);
  return sign | (kept + (lost + (kept & 1u) > 1u << (by - 1u) ? 1u : 0u));
}

// ---- Sums and products of the device -----------------------------------------------------------------------------

// A device that flushes takes subnormal operands for 0, and makes 0 of results that are subnormal, be it before or
// after rounding. Either way the result has an exponent of 0.
bool may_be_flushed(uint64_t a, uint64_t b, uint64_t made, format_t f) {
  const uint64_t x = magnitude_of(a, f), y = magnitude_of(b, f), least = 1UL << f.fraction;
  return (x < least && x != 0UL) || (y < least && y != 0UL) || magnitude_of(made, f) < least;
}
bool may_be_flushed(uint a, uint b, uint made) {
  const uint x = a & 0x7fffffffu, y = b & 0x7fffffffu, least = 0x00800000u;
  return (x < least && x != 0u) || (y < least && y != 0u) || (made & 0x7fffffffu) < least;
}

#if FLUSHES
// The smallest normal number is flushed as well, as it may have been rounded to.
uint64_t flushed_operand(uint64_t bits, format_t f) {
  return magnitude_of(bits, f) < 1UL << f.fraction ? bits & sign_of(f) : bits;
}
uint64_t flushed_result(uint64_t bits, format_t f) {
  return magnitude_of(bits, f) <= 1UL << f.fraction ? bits & sign_of(f) : bits;
}
#define OPERAND_32(bits) uint(flushed_operand(uint64_t(bits), SINGLE))
#define RESULT_32(bits) uint(flushed_result(uint64_t(bits), SINGLE))
#define OPERAND_64(bits) flushed_operand(bits, DOUBLE)
#define RESULT_64(bits) flushed_result(bits, DOUBLE)
#else
#define OPERAND_32(bits) (bits)
#define RESULT_32(bits) (bits)
#define OPERAND_64(bits) (bits)
#define RESULT_64(bits) (bits)
#endif

#if NATIVE == 32
uint device_sum(uint a, uint b) {
  precise const float made = uintBitsToFloat(OPERAND_32(a)) + uintBitsToFloat(OPERAND_32(b));
  return RESULT_32(floatBitsToUint(made));
}
uint device_product(uint a, uint b) {
  precise const float made = uintBitsToFloat(OPERAND_32(a)) * uintBitsToFloat(OPERAND_32(b));
  return RESULT_32(floatBitsToUint(made));
}
#endif

#if NATIVE == 64
double double_of(uint64_t bits) { return packDouble2x32(unpackUint2x32(bits)); }
uint64_t bits_of_double(double value) { return packUint2x32(unpackDouble2x32(value)); }
uint64_t device_sum(uint64_t a, uint64_t b) {
  precise const double made = double_of(OPERAND_64(a)) + double_of(OPERAND_64(b));
  return RESULT_64(bits_of_double(made));
}
uint64_t device_product(uint64_t a, uint64_t b) {
  precise const double made = double_of(OPERAND_64(a)) * double_of(OPERAND_64(b));
  return RESULT_64(bits_of_double(made));
}
#endif

// ---- Sums and products of either kind; a NaN may have any bits ---------------------------------------------------

uint sum_f32(uint a, uint b) {
#if NATIVE == 32
  const uint made = device_sum(a, b);
  if (PRESERVES != 0 || !may_be_flushed(a, b, made)) return made;
#endif
  return uint(integer_sum(uint64_t(a), uint64_t(b), SINGLE));
}

uint product_f32(uint a, uint b) {
#if NATIVE == 32
  const uint made = device_product(a, b);
  if (PRESERVES != 0 || !may_be_flushed(a, b, made)) return made;
#endif
  return uint(integer_product(uint64_t(a), uint64_t(b), SINGLE));
}

uint64_t sum_f64(uint64_t a, uint64_t b) {
#if NATIVE == 64
  const uint64_t made = device_sum(a, b);
  if (PRESERVES != 0 || !may_be_flushed(a, b, made, DOUBLE)) return made;
#endif
  return integer_sum(a, b, DOUBLE);
}

uint64_t product_f64(uint64_t a, uint64_t b) {
#if NATIVE == 64
  const uint64_t made = device_product(a, b);
  if (PRESERVES != 0 || !may_be_flushed(a, b, made, DOUBLE)) return made;
#endif
  return integer_product(a, b, DOUBLE);
}

#endif
