#version 460
#extension GL_GOOGLE_include_directive : require
// Sorts what one workgroup can hold: by key and then by value, so that equal keys keep their order.
#include "sort.glsl"
layout(local_size_x = 256) in;
const uint ROOM = 2048;
shared uint64_t keys[ROOM];
shared uint values[ROOM];

// A bitonic network: merges lists of `size` by comparing what lies `apart`.
void exchange(uint i, uint apart, uint size) {
  const uint other = i ^ apart;
  if (other <= i) return;
  const bool is_after = keys[i] > keys[other] || (keys[i] == keys[other] && values[i] > values[other]);
  if (is_after != ((i & size) == 0)) return;
  const uint64_t key = keys[i];
  const uint value = values[i];
  keys[i] = keys[other], values[i] = values[other];
  keys[other] = key, values[other] = value;
}

void main() {
  if (is_refused()) return;
  const uint me = gl_LocalInvocationIndex;
  uint room = 2;
  while (room < sort.count) room <<= 1;
  for (uint i = me; i < room; i += gl_WorkGroupSize.x) {
    keys[i] = i < sort.count ? key_from(i) : ~0UL;
    values[i] = i < sort.count ? words_t(sort.values_from).v[i] : ~0u;
  }
  barrier();
  for (uint size = 2; size <= room; size <<= 1) {
    for (uint apart = size >> 1; apart > 0; apart >>= 1) {
      for (uint i = me; i < room; i += gl_WorkGroupSize.x) exchange(i, apart, size);
      barrier();
    }
  }
  for (uint i = me; i < sort.count; i += gl_WorkGroupSize.x) {
    put_key(i, keys[i]);
    words_t(sort.values_to).v[i] = values[i];
  }
}
