#version 460
#extension GL_GOOGLE_include_directive : require
// IX1 and OF1: validates every position of the index space of a side, or every offset; the first bad one, and their number.
#include "problem.glsl"
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint SIDE = 1;
shared uint first_of_group;
shared uint count_of_group;

uint64_t first_index() { return SIDE == FROM ? push.from : push.indices; }

bool is_bad_position(uint position, side_t side, bool is_aligned) {
  positions_t positions = positions_t(side.positions);
  int64_t offset = 0L;
  for (uint i = 0; i < side.position_rank; ++i) {
    const position_t p = positions.p[i];
    offset += int64_t(uint64_t(position / p.divisor % p.extent)) * p.index_stride;
  }
  coordinates_t members = coordinates_t(side.members);
  for (uint k = 0; k < side.member_count; ++k) {
    const coordinate_t m = members.c[k];
    const uint64_t at = first_index() + uint64_t(offset + m.index_offset);
    if (is_bad(load_index(at, side.index_dtype, is_aligned), m, side)) return true;
  }
  return false;
}
bool is_bad_offset(uint number, side_t side, bool is_aligned) {
  const uint count = uint(side.offset_count), place = number % count;
  const uint64_t at = offset_address(first_index(), side, number / count);
  const uint64_t value = load_index(at + uint64_t(int64_t(uint64_t(place)) * side.offset_stride), side.index_dtype, is_aligned);
  if (is_signed_index(side.index_dtype) && int64_t(value) < 0L) return true;
  uint64_t before = 0UL;
  if (place != 0) before = load_index(at + uint64_t(int64_t(uint64_t(place - 1)) * side.offset_stride), side.index_dtype, is_aligned);
  // A negative one before is bad itself, and this one is not smaller.
  const bool is_smaller = is_signed_index(side.index_dtype) ? int64_t(value) < int64_t(before) : value < before;
  return is_smaller || value > uint64_t(side.entry_positions);
}

void main() {
  if (gl_LocalInvocationIndex == 0) first_of_group = NONE_FOUND, count_of_group = 0;
  barrier();
  const side_t side = push.problem.sides[SIDE];
  const bool is_aligned = is_set(SIDE == FROM ? FROM_ALIGNED : TABLE_ALIGNED);
  uint mine = NONE_FOUND, bad = 0;
  for (uint64_t n = gl_GlobalInvocationID.x; n < push.count; n += global_step()) {
    const uint p = uint(n);
    bool has_failed;
    if (side.has_offsets != 0) has_failed = is_bad_offset(p, side, is_aligned);
    else has_failed = is_bad_position(p, side, is_aligned);
    if (has_failed) {
      mine = min(mine, p);
      ++bad;
    }
  }
  if (bad != 0) {
    atomicMin(first_of_group, mine);
    atomicAdd(count_of_group, bad);
  }
  barrier();
  if (gl_LocalInvocationIndex == 0 && count_of_group != 0) {
    atomicMin(push.record.first[SIDE], first_of_group);
    atomicAdd(push.record.count[SIDE], count_of_group);
  }
}
