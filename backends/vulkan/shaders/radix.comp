#version 460
#extension GL_GOOGLE_include_directive : require
// A pass of a stable radix sort, by 8 bits: counts the digits of each block, sums the counts, distributes. Ranks are
// found by bit masks in shared memory, so that nothing depends on the width of subgroups, nor on which one runs first.
#include "sort.glsl"
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint PHASE = 0;
const uint COUNT = 0, SUM = 1, DISTRIBUTE = 2;
const uint DIGITS = 256, TILES = 8, BLOCK = DIGITS * TILES, MASKS = DIGITS / 32;
shared uint counts[DIGITS];
shared uint masks[DIGITS * MASKS];

uint block_count() { return (sort.count + (BLOCK - 1)) / BLOCK; }
uint digit_of(uint64_t key) { return uint(key >> sort.shift) & (DIGITS - 1); }

// The sum of `mine` of all invocations before this one; counts has the sums up to each.
uint sum_before(uint mine, uint me) {
  counts[me] = mine;
  barrier();
  for (uint d = 1; d < DIGITS; d <<= 1) {
    const uint left = me >= d ? counts[me - d] : 0;
    barrier();
    counts[me] += left;
    barrier();
  }
  return counts[me] - mine;
}

void count_digits(uint block, uint me) {
  counts[me] = 0;
  barrier();
  for (uint t = 0; t < TILES; ++t) {
    const uint i = block * BLOCK + t * DIGITS + me;
    if (i < sort.count) atomicAdd(counts[digit_of(key_from(i))], 1);
  }
  barrier();
  words_t(sort.histogram).v[me * block_count() + block] = counts[me];
}

// One group a digit: where each block's keys of the digit begin among all of the digit.
void sum_blocks(uint digit, uint me) {
  const uint blocks = block_count();
  uint carry = 0;
  for (uint first = 0; first < blocks; first += DIGITS) {
    const uint i = first + me, at = digit * blocks + i;
    const uint mine = i < blocks ? words_t(sort.histogram).v[at] : 0;
    const uint before = sum_before(mine, me);
    if (i < blocks) words_t(sort.histogram).v[at] = carry + before;
    carry += counts[DIGITS - 1];
    barrier();
  }
  if (me == 0) words_t(sort.totals).v[digit] = carry;
}

void distribute(uint block, uint me) {
  const uint first = sum_before(words_t(sort.totals).v[me], me);
  barrier();
  counts[me] = first + words_t(sort.histogram).v[me * block_count() + block];
  for (uint t = 0; t < TILES; ++t) {
    for (uint m = 0; m < MASKS; ++m) masks[m * DIGITS + me] = 0;
    barrier();
    const uint i = block * BLOCK + t * DIGITS + me;
    const uint64_t key = i < sort.count ? key_from(i) : 0UL;
    const uint digit = digit_of(key);
    if (i < sort.count) atomicOr(masks[digit * MASKS + me / 32], 1u << (me % 32));
    barrier();
    if (i < sort.count) {
      uint to = counts[digit] + bitCount(masks[digit * MASKS + me / 32] & ((1u << (me % 32)) - 1));
      for (uint m = 0; m < me / 32; ++m) to += bitCount(masks[digit * MASKS + m]);
      put_key(to, key);
      words_t(sort.values_to).v[to] = words_t(sort.values_from).v[i];
    }
    barrier();
    uint taken = 0;  // of digit `me`, by this tile
    for (uint m = 0; m < MASKS; ++m) taken += bitCount(masks[me * MASKS + m]);
    counts[me] += taken;
    barrier();
  }
}

void main() {
  if (is_refused()) return;
  const uint me = gl_LocalInvocationIndex;
  if (PHASE == SUM) {
    sum_blocks(gl_WorkGroupID.x, me);
    return;
  }
  for (uint block = gl_WorkGroupID.x; block < block_count(); block += gl_NumWorkGroups.x) {
    if (PHASE == COUNT) count_digits(block, me);
    else distribute(block, me);
  }
}
