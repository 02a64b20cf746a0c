#version 460
#extension GL_GOOGLE_include_directive : require
// Moves units: any read, and writes where no two points write one cell, or of each cell the last point alone.
#include "problem.glsl"
layout(local_size_x = 256) in;

// The value of a fill is repeated within a unit of the problem, of which this is unit `place` of the kernel.
void fill(uint64_t to, uint place) {
  const uint first = place * push.unit;
  for (uint i = 0; i < push.unit; ++i)
    bytes_1(to + i).v = bytes_1(push.problem.fill + (first + i) % push.problem.fill_bytes).v;
}

void main() {
  if (is_refused()) return;
  const bool is_read = push.problem.is_read != 0;
  const uint64_t total = count_places(), step = global_step();
  for (uint64_t n = gl_GlobalInvocationID.x; n < total; n += step) {
    const place_t at = place_of(n);
    const point_t p = point_of(at.point, true);
    const point_t c = column_of(at.column);
    const uint64_t inside = uint64_t(at.unit) * push.unit;
    const uint64_t direct = push.direct + uint64_t(p.direct + c.direct) + inside;
    if (p.is_skipped) {
      if (is_read && push.problem.fill_bytes != 0) fill(direct, at.unit);
      continue;
    }
    if (is_set(WINNERS) && words_t(push.values).v[uint(key_of(p))] != at.point + 1) continue;
    const uint64_t table = push.table + uint64_t(p.table + c.table) + inside;
    copy_unit(is_read ? direct : table, is_read ? table : direct);
  }
}
