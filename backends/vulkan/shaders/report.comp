#version 460
#extension GL_GOOGLE_include_directive : require
// What the record says of the first bad position, or of positions that write one cell: one invocation.
#include "problem.glsl"
layout(local_size_x = 1) in;
layout(constant_id = 0) const bool OF_REPEATS = false;

uint64_t value_at(uint side_number, side_t side, int64_t offset) {
  const uint64_t first = side_number == FROM ? push.from : push.indices;
  return load_index(first + uint64_t(offset), side.index_dtype, is_set(side_number == FROM ? FROM_ALIGNED : TABLE_ALIGNED));
}
uint64_t member_at(uint side_number, side_t side, uint position, uint k) {
  positions_t positions = positions_t(side.positions);
  int64_t offset = coordinates_t(side.members).c[k].index_offset;
  for (uint i = 0; i < side.position_rank; ++i) {
    const position_t p = positions.p[i];
    offset += int64_t(uint64_t(position / p.divisor % p.extent)) * p.index_stride;
  }
  return value_at(side_number, side, offset);
}
void report_offset(uint side_number, side_t side, uint number) {
  const uint count = uint(side.offset_count), place = number % count;
  const int64_t entry = int64_t(offset_address(0UL, side, number / count));
  const int64_t at = entry + int64_t(uint64_t(place)) * side.offset_stride;
  push.record.tuple[0] = value_at(side_number, side, at);
  push.record.tuple[1] = place == 0 ? 0UL : value_at(side_number, side, at - side.offset_stride);
}
void report_bad(uint side_number) {
  const side_t side = push.problem.sides[side_number];
  const uint position = push.record.first[side_number];
  push.record.side = side_number;
  push.record.failed = 1;
  if (side.has_offsets != 0) {
    report_offset(side_number, side, position);
    return;
  }
  for (uint k = 0; k < side.member_count; ++k) push.record.tuple[k] = member_at(side_number, side, position, k);
}

void main() {
  if (is_refused()) return;
  if (OF_REPEATS) {
    if (push.record.again == NONE_FOUND || push.record.other == NONE_FOUND) return;
    const side_t side = push.problem.sides[TABLE];
    push.record.failed = 2;
    for (uint k = 0; k < side.member_count; ++k) {
      push.record.tuple[k] = member_at(TABLE, side, push.record.again, k);
      push.record.other_tuple[k] = member_at(TABLE, side, push.record.other, k);
    }
    return;
  }
  for (uint s = 0; s < SIDES; ++s) {
    if (push.record.count[s] == 0) continue;
    report_bad(s);
    return;
  }
}
