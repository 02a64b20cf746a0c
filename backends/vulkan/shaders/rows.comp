#version 460
#extension GL_GOOGLE_include_directive : require
// A read of whole rows, or single elements, with one index each, in 32-bit arithmetic: rows of the output follow one
// another, units of a row lie side by side, and every index that is valid has a row.
#include "problem.glsl"
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint UNIT = 16;

int64_t row_of(uint position, side_t side, coordinate_t c) {
  const axis_t a = axes_t(push.problem.axes).a[0];
  const uint64_t at = push.indices + uint64_t(int64_t(uint64_t(position)) * a.index_stride + c.index_offset);
  const int64_t value = counted(load_index(at, side.index_dtype, true), c.extent, side);
  return clamp(value, 0L, c.extent - 1L);  // it may have changed since it was validated
}

void main() {
  if (is_refused()) return;
  const side_t side = push.problem.sides[TABLE];
  const coordinate_t c = coordinates_t(side.coordinates).c[0];
  const uint total = push.count * push.units;
  for (uint n = gl_GlobalInvocationID.x; n < total; n += global_step()) {
    const uint position = n / push.units, unit = n - position * push.units;
    const uint64_t from = push.table + uint64_t(row_of(position, side, c) * c.stride) + unit * UNIT;
    const uint64_t to = push.direct + n * uint64_t(UNIT);
    if (UNIT == 4) bytes_4(to).v = bytes_4(from).v;
    if (UNIT == 8) bytes_8(to).v = bytes_8(from).v;
    if (UNIT == 16) bytes_16(to).v = bytes_16(from).v;
  }
}
