#version 460
#extension GL_GOOGLE_include_directive : require
// No point of any cell has been seen.
#include "problem.glsl"
layout(local_size_x = 256) in;

void main() {
  for (uint64_t n = gl_GlobalInvocationID.x; n < push.count; n += global_step()) words_t(push.values).v[uint(n)] = 0;
}
