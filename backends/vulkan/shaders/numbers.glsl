// Elements, their accumulators, and how updates are combined: bit for bit what docs/contract.md says.
//
// Values of less than 64 bits are in the low ones of a number_t, the others 0, signed or not. A signed type is told
// apart by its top bit, never by a conversion to a signed integer: not every driver extends the sign.
#ifndef NUMBERS_GLSL
#define NUMBERS_GLSL
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_spirv_intrinsics : require
#include "floats.glsl"

// As strew_dtype and STREW_REDUCTION_* have them.
const uint DTYPE_BOOL = 1u, DTYPE_I8 = 2u, DTYPE_I16 = 3u, DTYPE_I32 = 4u, DTYPE_I64 = 5u, DTYPE_U8 = 6u,
           DTYPE_U16 = 7u, DTYPE_U32 = 8u, DTYPE_U64 = 9u, DTYPE_F16 = 10u, DTYPE_BF16 = 11u, DTYPE_F32 = 12u,
           DTYPE_F64 = 13u, DTYPE_C64 = 14u, DTYPE_C128 = 15u;
const uint REDUCTION_NONE = 0u, REDUCTION_ADD = 1u, REDUCTION_SUB = 2u, REDUCTION_MUL = 3u, REDUCTION_MIN = 4u,
           REDUCTION_MAX = 5u, REDUCTION_MEAN = 6u, REDUCTION_AND = 7u, REDUCTION_OR = 8u, REDUCTION_XOR = 9u;

// ---- Types -------------------------------------------------------------------------------------------------------

bool is_complex(uint type) { return type == DTYPE_C64 || type == DTYPE_C128; }
bool is_double(uint type) { return type == DTYPE_F64 || type == DTYPE_C128; }
bool is_small_float(uint type) { return type == DTYPE_F16 || type == DTYPE_BF16; }
bool is_integer(uint type) { return type >= DTYPE_I8 && type <= DTYPE_U64; }
bool is_signed(uint type) { return type >= DTYPE_I8 && type <= DTYPE_I64; }

// Of an element, or of one part of a complex one: two bits a type are the logarithm.
uint part_bytes(uint type) { return 1u << ((0xee5e4e40u >> (2u * type)) & 3u); }
uint element_bytes(uint type) { return part_bytes(type) << (is_complex(type) ? 1 : 0); }

uint64_t top_bit(uint type) { return 1UL << (8u * part_bytes(type) - 1u); }
uint64_t cut_to(uint64_t value, uint type) { return value & ((top_bit(type) << 1) - 1UL); }
format_t format_of(uint type) {
  if (is_double(type)) return DOUBLE;
  return SINGLE;
}

// The value of an integer in 128 bits.
number_t extended(uint64_t value, uint type) {
  if (!is_signed(type)) return number_t(value, 0UL);
  const uint64_t top = top_bit(type);
  return number_t((value ^ top) - top, (value & top) != 0UL ? ~0UL : 0UL);
}

// ---- Floats ------------------------------------------------------------------------------------------------------

uint64_t widen(uint64_t bits, uint type) {
  return uint64_t(type == DTYPE_BF16 ? widen_bf16(uint(bits)) : widen_f16(uint(bits)));
}
uint64_t narrow(uint64_t bits, uint type) {
  return uint64_t(type == DTYPE_BF16 ? narrow_bf16(uint(bits)) : narrow_f16(uint(bits)));
}
// An f32 rounded to f32, f16 or bf16, NaN made canonical.
uint64_t round_to(uint bits, uint type) {
  if (is_small_float(type)) return narrow(uint64_t(bits), type);
  return canonical_nan(uint64_t(bits), SINGLE);
}

uint64_t sum_of(uint64_t a, uint64_t b, bool in_double) {
  if (in_double) return sum_f64(a, b);
  return uint64_t(sum_f32(uint(a), uint(b)));
}
uint64_t product_of(uint64_t a, uint64_t b, bool in_double) {
  if (in_double) return product_f64(a, b);
  return uint64_t(product_f32(uint(a), uint(b)));
}
// As an integer that ascends with the number, -0 below +0.
uint64_t order_of(uint64_t bits, format_t f) {
  const uint64_t sign = sign_of(f);
  return (bits & sign) != 0UL ? (sign - 1UL) - (bits ^ sign) : bits | sign;
}

uint64_t extreme_float(uint64_t a, uint64_t b, uint how, format_t f) {
  if (is_nan(a, f) || is_nan(b, f)) return nan_of(f);
  return (order_of(b, f) < order_of(a, f)) == (how == REDUCTION_MIN) ? b : a;
}

// In f32 or f64.
uint64_t combine_floats(uint64_t a, uint64_t b, uint how, uint type) {
  const format_t f = format_of(type);
  if (how == REDUCTION_MIN || how == REDUCTION_MAX) return extreme_float(a, b, how, f);
  if (how == REDUCTION_MUL) return product_of(a, b, is_double(type));
  // a - b is a + -b for all numbers, zeros and infinities too.
  return sum_of(a, how == REDUCTION_SUB ? b ^ sign_of(f) : b, is_double(type));
}

number_t combine_complex(number_t a, number_t b, uint how, uint type) {
  const bool in_double = is_double(type);
  const uint64_t sign = sign_of(format_of(type));
  if (how == REDUCTION_MUL) {
    const uint64_t crossed = product_of(a.high, b.low, in_double);
    const uint64_t imaginary = product_of(a.high, b.high, in_double) ^ sign;
    a = number_t(product_of(a.low, b.low, in_double), product_of(a.low, b.high, in_double));
    b = number_t(imaginary, crossed);
  } else if (how == REDUCTION_SUB) {
    b = number_t(b.low ^ sign, b.high ^ sign);
  }
  return number_t(sum_of(a.low, b.low, in_double), sum_of(a.high, b.high, in_double));
}

// ---- Integers ----------------------------------------------------------------------------------------------------

uint combination_of_truths(uint how) {
  if (how == REDUCTION_ADD || how == REDUCTION_MAX) return REDUCTION_OR;
  if (how == REDUCTION_MUL || how == REDUCTION_MIN) return REDUCTION_AND;
  return how == REDUCTION_SUB ? REDUCTION_XOR : how;
}

uint64_t combine_integers(uint64_t a, uint64_t b, uint how, uint type) {
  if (how == REDUCTION_AND) return a & b;
  if (how == REDUCTION_OR) return a | b;
  if (how == REDUCTION_XOR) return a ^ b;
  if (how == REDUCTION_ADD) return cut_to(a + b, type);
  if (how == REDUCTION_SUB) return cut_to(a - b, type);
  if (how == REDUCTION_MUL) return cut_to(a * b, type);
  const uint64_t turned = is_signed(type) ? top_bit(type) : 0UL;
  return ((b ^ turned) < (a ^ turned)) == (how == REDUCTION_MIN) ? b : a;
}

number_t sum_128(number_t a, number_t b) {
  const uint64_t low = a.low + b.low;
  return number_t(low, a.high + b.high + (low < a.low ? 1UL : 0UL));
}
number_t product_128(number_t a, number_t b) {
  const number_t made = full_product(a.low, b.low);
  return number_t(made.low, made.high + a.low * b.high + a.high * b.low);
}

// The low 64 bits of a quotient of 128 bits; the divisor is below 2^63.
uint64_t quotient_128(number_t dividend, uint64_t divisor) {
  if (dividend.high == 0UL) return dividend.low / divisor;
  uint64_t rest = dividend.high % divisor, quotient = 0UL;
  for (int bit = 63; bit >= 0; --bit) {
    rest = (rest << 1) | ((dividend.low >> bit) & 1UL);
    const bool fits = rest >= divisor;
    rest = fits ? rest - divisor : rest;
    quotient = (quotient << 1) | (fits ? 1UL : 0UL);
  }
  return quotient;
}

// The floor: of a negative sum it is the complement of the complement's quotient.
uint64_t integer_mean(number_t sum, uint64_t count, uint type, bool wide) {
  if (!wide) sum = extended(cut_to(sum.low, type), type);
  if (wide && part_bytes(type) < 8u) sum.high = is_signed(type) && (sum.low >> 63) != 0UL ? ~0UL : 0UL;
  const uint64_t turned = is_signed(type) && (sum.high >> 63) != 0UL ? ~0UL : 0UL;
  return cut_to(quotient_128(number_t(sum.low ^ turned, sum.high ^ turned), count) ^ turned, type);
}

// ---- Accumulators ------------------------------------------------------------------------------------------------

// An element is its bits, those of a complex one its two parts. An accumulator is the same but for these: of f16 and
// bf16 an f32 where it is wide; of a mean of integers 128 bits, which to_element cuts; of bool 0 or 1.
number_t to_accumulator(number_t element, uint how, uint type, bool wide) {
  if (how == REDUCTION_NONE) return element;
  if (type == DTYPE_BOOL) return number_t(element.low != 0UL ? 1UL : 0UL, 0UL);
  if (is_small_float(type) && wide) return number_t(widen(element.low, type), 0UL);
  if (is_integer(type) && how == REDUCTION_MEAN) return extended(element.low, type);
  return element;
}

number_t combine(number_t sum, number_t update, uint how, uint type, bool wide) {
  if (how == REDUCTION_NONE) return update;
  if (is_complex(type)) return combine_complex(sum, update, how, type);
  if (is_integer(type) && how == REDUCTION_MEAN) return sum_128(sum, update);
  if (is_integer(type)) return number_t(combine_integers(sum.low, update.low, how, type), 0UL);
  if (type == DTYPE_BOOL)
    return number_t(combine_integers(sum.low, update.low, combination_of_truths(how), type), 0UL);
  const bool narrows = is_small_float(type) && !wide;
  const uint64_t a = narrows ? widen(sum.low, type) : sum.low, b = narrows ? widen(update.low, type) : update.low;
  const uint64_t made = combine_floats(a, b, how, type);
  return number_t(narrows ? narrow(made, type) : made, 0UL);
}

// A weight as product() takes it: an accumulator, but of f16 and bf16 always an f32. Its type is that of the elements,
// or f32 with these.
number_t to_weight(number_t element, uint how, uint weight_type, bool wide) {
  return to_accumulator(element, how, weight_type, wide || is_small_float(weight_type));
}

// An update, which is an accumulator, times a weight of to_weight, rounded once in the type of accumulators.
number_t product(number_t update, number_t weight, uint how, uint type, bool wide) {
  if (is_integer(type) && how == REDUCTION_MEAN) return product_128(update, weight);
  if (!is_small_float(type) || wide) return combine(update, weight, REDUCTION_MUL, type, wide);
  return number_t(narrow(product_of(widen(update.low, type), weight.low, false), type), 0UL);
}

// Whether an update takes the place of a minimum or a maximum: equal ones do not, the first NaN does, and stays.
bool takes_place(number_t update, number_t old, uint how, uint type, bool wide) {
  if (type == DTYPE_BOOL || is_integer(type))
    return update.low != old.low && combine_integers(old.low, update.low, how, type) == update.low;
  const bool widens = is_small_float(type) && !wide;
  const uint64_t a = widens ? widen(old.low, type) : old.low, b = widens ? widen(update.low, type) : update.low;
  const format_t f = format_of(type);
  if (is_nan(a, f) || is_nan(b, f)) return !is_nan(a, f);
  return a != b && extreme_float(a, b, how, f) == b;
}

number_t mean_of(number_t sum, uint64_t count, uint type, bool wide) {
  if (is_integer(type)) return number_t(integer_mean(sum, count, type, wide), 0UL);
  const format_t f = format_of(type);
  const uint64_t total = is_small_float(type) && !wide ? widen(sum.low, type) : sum.low;
  const uint64_t quotient = integer_quotient(total, float_of_count(count, f), f);
  return number_t(is_small_float(type) ? narrow(quotient, type) : canonical_nan(quotient, f), 0UL);
}

// The count is read by means only: the number of values that were summed, more than 0.
number_t to_element(number_t sum, uint64_t count, uint how, uint type, bool wide) {
  if (how == REDUCTION_NONE || type == DTYPE_BOOL) return sum;
  if (how == REDUCTION_MEAN) return mean_of(sum, count, type, wide);
  if (is_integer(type)) return sum;
  // Narrowed again where it is small already: that makes a NaN canonical.
  if (is_small_float(type)) return number_t(narrow(wide ? sum.low : widen(sum.low, type), type), 0UL);
  const format_t f = format_of(type);
  return number_t(canonical_nan(sum.low, f), is_complex(type) ? canonical_nan(sum.high, f) : 0UL);
}

#endif
