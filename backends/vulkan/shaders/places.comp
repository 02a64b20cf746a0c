#version 460
#extension GL_GOOGLE_include_directive : require
// Where the update of each sorted point is, and its weight: once, whatever the number of columns is.
#include "problem.glsl"
#include "cells.glsl"
layout(local_size_x = 256) in;

void main() {
  if (is_refused()) return;
  const bool is_weighted = push.problem.weight_dtype != 0;
  for (uint64_t n = gl_GlobalInvocationID.x; n < push.count; n += global_step()) {
    const uint i = uint(n);
    const point_t p = point_of(words_t(push.values).v[i], is_weighted);
    wide_words_t(places()).v[i] = p.is_skipped ? NOWHERE : uint64_t(p.direct);
    if (is_weighted) wide_words_t(places() + uint64_t(push.points) * 8UL).v[i] = uint64_t(p.weight);
  }
}
