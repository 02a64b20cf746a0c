#version 460
#extension GL_GOOGLE_include_directive : require
// The record of a call before anything is known.
#include "problem.glsl"
layout(local_size_x = 1) in;

void main() {
  push.record.failed = 0;
  push.record.side = 0;
  for (uint s = 0; s < SIDES; ++s) push.record.first[s] = NONE_FOUND, push.record.count[s] = 0;
  push.record.again = push.record.other = NONE_FOUND;
}
