#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_scalar_block_layout : require
// Sums and products of pairs of numbers, by which the host finds out whether a form of arithmetic is exact on a device.
// WHOLE, of tests: the other functions of numbers.glsl and codes.glsl instead.
#ifndef WHOLE
#define WHOLE 0
#endif
#if WHOLE
#include "codes.glsl"
#else
#include "numbers.glsl"
#endif

layout(local_size_x = 256) in;

layout(buffer_reference, scalar, buffer_reference_align = 8) buffer words_t { uint64_t at[]; };
layout(buffer_reference, scalar, buffer_reference_align = 8) buffer numbers_t { number_t at[]; };

#if WHOLE
layout(constant_id = 0) const uint TYPE = 0u;  // 0: that of the call
layout(constant_id = 1) const uint HOW = 0u;   // with a type

layout(push_constant, scalar) uniform push_t {
  numbers_t left, right, third;
  words_t counts;
  numbers_t results;
  uint count, test, type, how, wide, extra;
} call;

number_t reduced(uint i, uint how, uint type, bool wide) {
  const number_t old = to_accumulator(call.left.at[i], how, type, wide);
  number_t update = to_accumulator(call.right.at[i], how, type, wide);
  if (call.test == 1u) update = product(update, to_weight(call.third.at[i], how, call.extra, wide), how, type, wide);
  number_t sum = combine(old, update, how, type, wide);
  if (call.test == 2u) sum = combine(sum, to_accumulator(call.third.at[i], how, type, wide), how, type, wide);
  if (call.test == 3u) sum = old;
  if (call.test == 4u) return number_t(takes_place(update, old, how, type, wide) ? 1UL : 0UL, 0UL);
  return to_element(sum, call.counts.at[i], how, type, wide);
}

// Conversions, quotients and codes; left and right are operands.
number_t converted(uint i, uint type) {
  const uint64_t a = call.left.at[i].low, b = call.right.at[i].low;
  const format_t f = format_of(type);
  if (call.test == 5u) return number_t(widen(a, type), 0UL);
  if (call.test == 6u) return number_t(narrow(a, type), 0UL);
  if (call.test == 7u) return number_t(integer_quotient(a, b, f), float_of_count(a, f));
  const uint code = uint(a) & 255u, zero = uint(a >> 8) & 255u, bits = uint(a >> 16) & 15u;
  const uint number = code_minus_zero(code, zero, bits, (a >> 32) != 0UL);
  return number_t(round_to(decoded(number, scale_of(uint(b), call.extra)), type), uint64_t(number));
}

void compute(uint i) {
  const uint type = TYPE != 0u ? TYPE : call.type, how = TYPE != 0u ? HOW : call.how;
  call.results.at[i] = call.test < 5u ? reduced(i, how, type, call.wide != 0u) : converted(i, type);
}
#else
layout(constant_id = 0) const uint WIDTH = 32u;

// Results are all sums, then all products.
layout(push_constant, scalar) uniform push_t {
  words_t left, right, results;
  uint count;
} call;

void compute(uint i) {
  const uint64_t a = call.left.at[i], b = call.right.at[i];
  call.results.at[i] = sum_of(a, b, WIDTH == 64u);
  call.results.at[call.count + i] = product_of(a, b, WIDTH == 64u);
}
#endif

void main() {
  const uint step = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
  for (uint i = gl_GlobalInvocationID.x; i < call.count; i += step) compute(i);
}
