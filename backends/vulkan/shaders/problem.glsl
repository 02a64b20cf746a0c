// A problem of strew/problem.h in memory of the device, and how its indices are read and resolved. Everything is
// addressed by device addresses: no descriptor sets, whose ranges are 128 MiB on some devices, and offsets of 64 bits.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_scalar_block_layout : require

// The structs of host/tables.hpp. An axis of a point's number: its digit is number / divisor % extent.
struct axis_t {
  int64_t table_stride, direct_stride, weight_stride, index_stride, from_stride, scale_stride, zero_stride;
  uint extent, divisor;
};
struct coordinate_t {
  int64_t extent, window, stride, weight_stride, index_offset, low, high;  // [low, high): places that are kept
  int window_axis;                                                         // -1: none
  uint pad;
};
struct position_t {
  int64_t index_stride;
  uint extent, divisor;
};
// An operand that is addressed through indices, or through offsets in their place.
struct side_t {
  uint64_t coordinates, positions, members;  // those of the index space as positions and coordinates
  int64_t padding, offset_count, offset_stride;
  uint coordinate_count, position_rank, member_count, batch_rank;
  uint position_count, entry_positions;  // of the index space, and of an entry of the batch
  uint index_dtype, out_of_bounds, negative, is_whole, has_kept, has_offsets;
};

layout(buffer_reference, scalar, buffer_reference_align = 1) buffer bytes_1 { uint8_t v; };
layout(buffer_reference, scalar, buffer_reference_align = 2) buffer bytes_2 { uint16_t v; };
layout(buffer_reference, scalar, buffer_reference_align = 4) buffer bytes_4 { uint v; };
layout(buffer_reference, scalar, buffer_reference_align = 8) buffer bytes_8 { uint64_t v; };
layout(buffer_reference, scalar, buffer_reference_align = 16) buffer bytes_16 { uvec4 v; };
// Somebody may rewrite indices during a call: each is read by one load, which no compiler repeats.
layout(buffer_reference, scalar, buffer_reference_align = 1) volatile readonly buffer index_1 { uint8_t v; };
layout(buffer_reference, scalar, buffer_reference_align = 2) volatile readonly buffer index_2 { uint16_t v; };
layout(buffer_reference, scalar, buffer_reference_align = 4) volatile readonly buffer index_4 { uint v; };
layout(buffer_reference, scalar, buffer_reference_align = 8) volatile readonly buffer index_8 { uint64_t v; };
layout(buffer_reference, scalar, buffer_reference_align = 8) readonly buffer axes_t { axis_t a[]; };
layout(buffer_reference, scalar, buffer_reference_align = 8) readonly buffer coordinates_t { coordinate_t c[]; };
layout(buffer_reference, scalar, buffer_reference_align = 8) readonly buffer positions_t { position_t p[]; };
layout(buffer_reference, scalar, buffer_reference_align = 4) buffer words_t { uint v[]; };
layout(buffer_reference, scalar, buffer_reference_align = 8) buffer wide_words_t { uint64_t v[]; };

const uint SIDES = 2, FROM = 0, TABLE = 1;  // in the order in which indices are validated
const uint NONE_FOUND = 0xffffffffu;
const uint MOST_MEMBERS = 60;
// What strew_vulkan_result reads. Positions are numbers below 2^32 - 1.
layout(buffer_reference, scalar, buffer_reference_align = 8) buffer record_t {
  uint failed;  // 0; 1 a bad index of a side, 2 positions that write one cell. Set by one invocation.
  uint side;
  uint first[SIDES];  // bad position; NONE_FOUND
  uint count[SIDES];
  uint again, other;  // the smallest position that writes a cell again, and the one before it
  uint64_t tuple[MOST_MEMBERS];
  uint64_t other_tuple[MOST_MEMBERS];
};

struct decoding_t {
  int64_t code_step, value_step, scale_step, zero_step, codebook_step, scale_stride, zero_stride, block;
  uint columns, bits, packing, is_signed, has_zero_points, has_codebook, scale_dtype, value_dtype;
};

layout(buffer_reference, scalar, buffer_reference_align = 8) readonly buffer problem_t {
  side_t sides[SIDES];
  uint64_t axes, fill;
  int64_t key_low, key_unit;  // a cell begins key_low + key * key_unit bytes from the first element of the table
  uint64_t no_key;            // of points that are skipped; larger than all others
  uint points, columns;       // enumerated axes are the first ones, the others lead to columns of a point
  uint enumerated, axis_count;
  uint is_read, fill_bytes, weight_dtype, window_places;
  decoding_t decoding;
};

const uint FROM_ALIGNED = 1, TABLE_ALIGNED = 2, WIDE_KEYS = 4, SORTED = 8, EXCLUDES_SELF = 16, ACCUMULATES_WIDE = 32, WINNERS = 64,
           SMALL_NUMBERS = 128, SIGNED_ORDER = 256;

// Of every kernel that knows problems.
layout(push_constant, scalar) uniform push_t {
  problem_t problem;
  record_t record;
  uint64_t table, direct, indices, from, weights;  // first elements
  uint64_t keys, values;
  uint64_t scales, zero_points;  // of codes; of sorted points what cells.glsl keeps there
  uint64_t codebook;
  uint count, unit, units, flags;
  uint points, round;  // sorted points of all cells, and how many times their updates have gone on
  uint reduction;      // of atomics
} push;

const uint OOB_ERROR = 0, OOB_CLAMP = 1, OOB_WRAP = 2, OOB_SKIP = 3, OOB_FILL = 4;
const uint NEGATIVE_FROM_END = 0, NEGATIVE_REFUSE = 2;
const int64_t LARGEST = 0x7fffffffffffffffL;
const uint INDEX_I8 = 2, INDEX_I16 = 3, INDEX_I32 = 4, INDEX_I64 = 5, INDEX_U8 = 6, INDEX_U16 = 7, INDEX_U32 = 8, INDEX_U64 = 9;

bool is_set(uint flag) { return (push.flags & flag) != 0; }
bool is_refused() { return push.record.failed != 0; }
// Of all kernels whose invocations share work; gl_WorkGroupSize is not known before their layout.
const uint GROUP = 256;
uint global_step() { return gl_NumWorkGroups.x * GROUP; }

bool is_signed_index(uint type) { return type <= INDEX_I64; }
uint index_bytes(uint type) {
  const uint by = is_signed_index(type) ? type - INDEX_I8 : type - INDEX_U8;
  return 1u << by;
}
uint64_t load_index_bytes(uint64_t at, uint bytes, bool is_aligned) {
  if (!is_aligned) {
    uint64_t raw = 0UL;
    for (uint i = 0; i < bytes; ++i) raw |= uint64_t(index_1(at + i).v) << (8 * i);
    return raw;
  }
  if (bytes == 1) return uint64_t(index_1(at).v);
  if (bytes == 2) return uint64_t(index_2(at).v);
  if (bytes == 4) return uint64_t(index_4(at).v);
  return index_8(at).v;
}
// The 64 bits of an index, sign-extended if its type is signed; without a conversion of signed types, which a driver
// has got wrong.
uint64_t load_index(uint64_t at, uint type, bool is_aligned) {
  const uint bytes = index_bytes(type);
  const uint64_t raw = load_index_bytes(at, bytes, is_aligned);
  if (!is_signed_index(type) || bytes == 8) return raw;
  const uint64_t sign = 1UL << (8 * bytes - 1);
  return (raw ^ sign) - sign;
}
// The value that a policy looks at; unsigned ones beyond LARGEST are that.
int64_t counted(uint64_t stored, int64_t extent, side_t side) {
  if (!is_signed_index(side.index_dtype) && stored > uint64_t(LARGEST)) return LARGEST;
  const int64_t value = int64_t(stored);
  return side.negative == NEGATIVE_FROM_END && value < 0 && value >= -extent ? value + extent : value;
}
bool is_refused_negative(uint64_t stored, side_t side) {
  return side.negative == NEGATIVE_REFUSE && is_signed_index(side.index_dtype) && int64_t(stored) < 0;
}
// Mathematical; the remainder of a negative number is undefined in GLSL.
int64_t modulo(uint64_t stored, uint64_t extent, bool is_signed) {
  if (!is_signed || int64_t(stored) >= 0) return int64_t(stored % extent);
  const uint64_t rest = (0UL - stored) % extent;
  return rest == 0UL ? 0L : int64_t(extent - rest);
}

bool is_bad(uint64_t stored, coordinate_t member, side_t side) {
  if (member.extent < member.window) return side.out_of_bounds != OOB_SKIP && side.out_of_bounds != OOB_FILL;
  if (is_refused_negative(stored, side)) return true;
  if (side.out_of_bounds != OOB_ERROR) return false;
  const int64_t value = counted(stored, member.extent, side);
  return value < 0 || value > member.extent - member.window;
}

// Where a coordinate stands, whatever the index is by now: never outside of the operand, since a bad one is left out of a
// write and of a read takes the nearest place. `inside`: the place in its window. False: left out.
bool start_of(uint64_t stored, coordinate_t c, int64_t inside, side_t side, bool is_read, out int64_t start) {
  const int64_t last = c.extent - c.window;
  start = 0L;
  if (side.out_of_bounds == OOB_WRAP) {
    if (c.extent < 1L || last < 0L || is_refused_negative(stored, side)) return false;
    int64_t place = modulo(stored, uint64_t(c.extent), is_signed_index(side.index_dtype)) + inside;
    if (place >= c.extent) place -= c.extent;
    start = place - inside;
    return true;
  }
  const int64_t value = counted(stored, c.extent, side);
  start = value;
  if (side.out_of_bounds == OOB_SKIP || side.out_of_bounds == OOB_FILL) {
    if (side.is_whole != 0) return value >= 0L && value <= last;
    // Before they are added: neither leaves 64 bits.
    return value > -c.window && value < c.extent && value + inside >= 0L && value + inside < c.extent;
  }
  if (value >= 0L && value <= last) return true;
  if (last < 0L || (side.out_of_bounds != OOB_CLAMP && !is_read)) return false;
  start = value < 0L ? 0L : last;
  return true;
}

uint64_t offset_address(uint64_t first, side_t side, uint entry) {
  int64_t at = 0L;
  positions_t positions = positions_t(side.positions);
  for (uint n = side.batch_rank; n-- > 0;) {
    const uint extent = positions.p[n].extent;
    at += int64_t(uint64_t(entry % extent)) * positions.p[n].index_stride;
    entry /= extent;
  }
  return first + uint64_t(at);
}
// The segment that holds a position, by its number through all entries. False: none does.
bool segment_of(uint64_t first, side_t side, int64_t number, bool is_aligned, out int64_t segment) {
  const uint position = uint(number);
  const uint64_t at = offset_address(first, side, position / side.entry_positions);
  const uint64_t place = uint64_t(position % side.entry_positions);
  int64_t low = 0L, high = side.offset_count;  // how many have begun
  while (low < high) {
    const int64_t middle = low + (high - low) / 2L;
    const uint64_t begin = load_index(at + uint64_t(middle * side.offset_stride), side.index_dtype, is_aligned);
    if (begin <= place) low = middle + 1L;
    else high = middle;
  }
  segment = low - 1L;
  return segment >= 0L && segment < coordinates_t(side.coordinates).c[0].extent;
}

struct point_t {
  int64_t table, direct, weight, scale, zero;  // bytes from the first element
  bool is_skipped;
};
uint digit(uint number, axis_t axis) { return number / axis.divisor % axis.extent; }

// Adds the places of the coordinates of a side, of a point of that number. False: left out.
bool add_starts(const uint which, uint64_t first, int64_t index, uint number, inout int64_t offset, inout int64_t weight, inout int64_t start) {
  const side_t side = push.problem.sides[which];
  const bool is_aligned = is_set(which == FROM ? FROM_ALIGNED : TABLE_ALIGNED);
  const bool is_read = push.problem.is_read != 0 || which == FROM;
  coordinates_t coordinates = coordinates_t(side.coordinates);
  axes_t axes = axes_t(push.problem.axes);
  for (uint k = 0; k < side.coordinate_count; ++k) {
    const coordinate_t c = coordinates.c[k];
    if (side.has_offsets != 0) {
      if (!segment_of(first, side, index + c.index_offset, is_aligned, start)) return false;
    } else {
      const int64_t inside = c.window_axis < 0 ? 0L : int64_t(uint64_t(digit(number, axes.a[c.window_axis])));
      const uint64_t stored = load_index(first + uint64_t(index + c.index_offset), side.index_dtype, is_aligned);
      if (!start_of(stored, c, inside, side, is_read, start)) return false;
      if (side.padding >= 0L && start == side.padding) return false;
    }
    if (side.has_kept != 0) {
      if (start < c.low || start >= c.high) return false;
      start -= c.low;
    }
    offset += start * c.stride;
    weight += start * c.weight_stride;
  }
  return true;
}

// The point of a number; `of_table` false: its table side is known already, and not read again.
point_t point_of(uint number, bool of_table) {
  point_t made = point_t(0L, 0L, 0L, 0L, 0L, false);
  int64_t index = 0L, from = 0L, start = 0L;
  axes_t axes = axes_t(push.problem.axes);
  for (uint i = 0; i < push.problem.enumerated; ++i) {
    const axis_t a = axes.a[i];
    const int64_t x = int64_t(uint64_t(digit(number, a)));
    made.table += x * a.table_stride;
    made.direct += x * a.direct_stride;
    made.weight += x * a.weight_stride;
    made.scale += x * a.scale_stride;
    made.zero += x * a.zero_stride;
    index += x * a.index_stride;
    from += x * a.from_stride;
  }
  int64_t no_weight = 0L;
  if (push.problem.sides[FROM].coordinate_count != 0 && !add_starts(FROM, push.from, from, number, made.direct, no_weight, start)) {
    made.is_skipped = true;
    return made;
  }
  start = 0L;
  if (of_table && !add_starts(TABLE, push.indices, index, number, made.table, made.weight, start)) made.is_skipped = true;
  made.scale += start * push.problem.decoding.scale_stride;
  made.zero += start * push.problem.decoding.zero_stride;
  return made;
}
point_t column_of(uint number) {
  point_t made = point_t(0L, 0L, 0L, 0L, 0L, false);
  axes_t axes = axes_t(push.problem.axes);
  for (uint i = push.problem.enumerated; i < push.problem.axis_count; ++i) {
    const axis_t a = axes.a[i];
    const int64_t x = int64_t(uint64_t(digit(number, a)));
    made.table += x * a.table_stride;
    made.direct += x * a.direct_stride;
    made.weight += x * a.weight_stride;
    made.scale += x * a.scale_stride;
    made.zero += x * a.zero_stride;
  }
  return made;
}

// A number of all that invocations share, taken apart: units inside, then columns, then points.
struct place_t {
  uint point, column, unit;
};
place_t place_of(uint64_t number) {
  if (is_set(SMALL_NUMBERS)) {  // below 2^32: division of 64 bits is slow everywhere
    const uint n = uint(number), rest = n / push.units;
    return place_t(rest / push.problem.columns, rest % push.problem.columns, n % push.units);
  }
  const uint64_t rest = number / push.units;
  return place_t(uint(rest / push.problem.columns), uint(rest % push.problem.columns), uint(number % push.units));
}
uint64_t count_places() { return uint64_t(push.count) * push.problem.columns * push.units; }

uint64_t load_key(uint64_t keys, uint i) { return is_set(WIDE_KEYS) ? wide_words_t(keys).v[i] : uint64_t(words_t(keys).v[i]); }
void store_key(uint64_t keys, uint i, uint64_t key) {
  if (is_set(WIDE_KEYS)) wide_words_t(keys).v[i] = key;
  else words_t(keys).v[i] = uint(key);
}
uint64_t key_of(point_t p) {
  return p.is_skipped ? push.problem.no_key : uint64_t(p.table - push.problem.key_low) / uint64_t(push.problem.key_unit);
}
void copy_unit(uint64_t to, uint64_t from) {
  if (push.unit == 16) bytes_16(to).v = bytes_16(from).v;
  else if (push.unit == 8) bytes_8(to).v = bytes_8(from).v;
  else if (push.unit == 4) bytes_4(to).v = bytes_4(from).v;
  else if (push.unit == 2) bytes_2(to).v = bytes_2(from).v;
  else bytes_1(to).v = bytes_1(from).v;
}
