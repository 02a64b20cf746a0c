#version 460
#extension GL_GOOGLE_include_directive : require
// Moves units of the last point of each cell, by sorted points.
#include "problem.glsl"
layout(local_size_x = 256) in;

void main() {
  if (is_refused()) return;
  const uint64_t total = count_places(), step = global_step();
  for (uint64_t n = gl_GlobalInvocationID.x; n < total; n += step) {
    const place_t at = place_of(n);
    const uint64_t key = load_key(push.keys, at.point);
    if (key == push.problem.no_key) continue;
    if (at.point + 1 < push.count && load_key(push.keys, at.point + 1) == key) continue;
    const point_t p = point_of(words_t(push.values).v[at.point], false);
    if (p.is_skipped) continue;
    const point_t c = column_of(at.column);
    const uint64_t inside = uint64_t(at.unit) * push.unit;
    const int64_t cell = push.problem.key_low + int64_t(key) * push.problem.key_unit;
    copy_unit(push.table + uint64_t(cell + c.table) + inside, push.direct + uint64_t(p.direct + c.direct) + inside);
  }
}
