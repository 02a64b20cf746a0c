#version 460
#extension GL_GOOGLE_include_directive : require
// IX2, on sorted points of positions and their windows: the smallest position that writes a cell again, then the
// smallest one that wrote a cell of its before it. Points of a cell have ascending positions.
#include "problem.glsl"
layout(local_size_x = 256) in;
layout(constant_id = 0) const bool FINDS_OTHER = false;

uint position_of(uint i) { return words_t(push.values).v[i] / push.problem.window_places; }

void main() {
  if (is_refused()) return;
  if (FINDS_OTHER && push.record.again == NONE_FOUND) return;
  for (uint64_t n = gl_GlobalInvocationID.x; n + 1 < push.count; n += global_step()) {
    const uint i = uint(n);
    const uint64_t key = load_key(push.keys, i);
    if (key == push.problem.no_key || load_key(push.keys, i + 1) != key) continue;
    const uint before = position_of(i), position = position_of(i + 1);
    if (before == position) continue;
    // Of the first position that repeats, whichever cell it is, the one before it is the first one there.
    if (!FINDS_OTHER) atomicMin(push.record.again, position);
    else if (position == push.record.again) atomicMin(push.record.other, before);
  }
}
