#version 460
#extension GL_GOOGLE_include_directive : require
// Reads rows of codes, and writes their values: (code - zero) * scale, or a number of a codebook * scale, by blocks that
// share a scale and a zero point.
#include "problem.glsl"
#include "codes.glsl"
#include "elements.glsl"
layout(local_size_x = 256) in;

// Code c of those that are packed low first.
uint code_at(uint64_t codes, int64_t step, uint bits, uint c) {
  const uint in_byte = 8 / bits;
  const uint code = uint(bytes_1(codes + uint64_t(int64_t(uint64_t(c / in_byte)) * step)).v);
  return code >> (c % in_byte * bits) & ((1u << bits) - 1u);
}
// Of 4 bits, the first half of a block in the low ones, the second half in the high ones.
uint code_in_halves(uint64_t codes, decoding_t of, uint c) {
  const uint block = uint(of.block), half_block = block / 2, inside = c % block;
  const uint byte = c / block * half_block + inside % half_block;
  const uint code = uint(bytes_1(codes + uint64_t(int64_t(uint64_t(byte)) * of.code_step)).v);
  return inside < half_block ? code & 15u : code >> 4;
}

uint number_of(uint code, uint64_t zeros, uint block, decoding_t of) {
  if (of.has_codebook != 0) {
    const uint64_t at = push.codebook + uint64_t(int64_t(uint64_t(code)) * of.codebook_step);
    return uint(load_bytes(at, 4));
  }
  uint zero = 0;
  if (of.has_zero_points != 0) zero = code_at(zeros, of.zero_step, of.bits, block);
  return code_minus_zero(code, zero, of.bits, of.is_signed != 0);
}

void decode(place_t at, decoding_t of) {
  const point_t p = point_of(at.point, true);
  const point_t c = column_of(at.column);
  const uint64_t to = push.direct + uint64_t(p.direct + c.direct + int64_t(uint64_t(at.unit)) * of.value_step);
  const uint bytes = part_bytes(of.value_dtype);
  if (p.is_skipped) {
    if (push.problem.fill_bytes != 0)
      for (uint i = 0; i < bytes; ++i) bytes_1(to + i).v = bytes_1(push.problem.fill + i % push.problem.fill_bytes).v;
    return;
  }
  const uint64_t codes = push.table + uint64_t(p.table + c.table);
  const uint code = of.packing != 0 ? code_in_halves(codes, of, at.unit) : code_at(codes, of.code_step, of.bits, at.unit);
  const uint block = at.unit / uint(of.block);
  const uint64_t scale_place = uint64_t(p.scale + c.scale + int64_t(uint64_t(block)) * of.scale_step);
  const uint scale = uint(load_bytes(push.scales + scale_place, part_bytes(of.scale_dtype)));
  const uint number = number_of(code, push.zero_points + uint64_t(p.zero + c.zero), block, of);
  store_bytes(to, bytes, round_to(decoded(number, scale_of(scale, of.scale_dtype)), of.value_dtype));
}

void main() {
  if (is_refused()) return;
  const uint64_t total = count_places(), step = global_step();
  for (uint64_t n = gl_GlobalInvocationID.x; n < total; n += step) decode(place_of(n), push.problem.decoding);
}
