#version 460
#extension GL_GOOGLE_include_directive : require
// The cell of each point: as a key to sort by, or with WINNERS the last point of each cell. A key in `keys` that is found
// again is where its number in `values` says.
#include "problem.glsl"
layout(local_size_x = 256) in;

void main() {
  if (is_refused()) return;
  for (uint64_t n = gl_GlobalInvocationID.x; n < push.count; n += global_step()) {
    const uint e = uint(n);
    const point_t p = point_of(e, true);
    if (is_set(WINNERS)) {
      if (!p.is_skipped) atomicMax(words_t(push.values).v[uint(key_of(p))], e + 1);
    } else {
      store_key(push.keys, e, key_of(p));
      words_t(push.values).v[e] = e;
    }
  }
}
