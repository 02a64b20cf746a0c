#version 460
#extension GL_GOOGLE_include_directive : require
// Combines updates with cells, in registers: those of sorted points cell by cell, or without SORTED each point's with a
// cell of its own.
#include "problem.glsl"
#include "numbers.glsl"
#include "elements.glsl"
#include "updates.glsl"
#include "cells.glsl"
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint TYPE = 12;
layout(constant_id = 1) const uint HOW = 1;
// Compiled for each kind of weights of floats; of other types, whose products are short, a question to the problem.
layout(constant_id = 2) const uint WEIGHTS = 0;
const uint NO_WEIGHTS = 0, HAS_WEIGHTS = 1, MAY_HAVE_WEIGHTS = 2;

bool is_weighted() {
  return WEIGHTS == HAS_WEIGHTS || (WEIGHTS == MAY_HAVE_WEIGHTS && push.problem.weight_dtype != 0);
}

number_t update_at(uint64_t place, uint64_t weight_place) {
  return update_at(place, weight_place, TYPE, HOW, is_set(ACCUMULATES_WIDE), is_weighted());
}

// A sum of so many values.
struct sum_t {
  number_t value;
  uint count;
};
sum_t begun(uint64_t cell) {
  if (is_set(EXCLUDES_SELF)) return sum_t(number_t(0UL, 0UL), 0);
  return sum_t(to_accumulator(load_element(cell, TYPE), HOW, TYPE, is_set(ACCUMULATES_WIDE)), 1);
}
void add(inout sum_t sum, number_t update) {
  if (sum.count == 0) sum.value = update;
  else sum.value = combine(sum.value, update, HOW, TYPE, is_set(ACCUMULATES_WIDE));
  ++sum.count;
}
void finish(uint64_t cell, sum_t sum) {
  if (sum.count == 0) return;
  store_element(cell, to_element(sum.value, uint64_t(sum.count), HOW, TYPE, is_set(ACCUMULATES_WIDE)), TYPE);
}

void apply_single(uint e, uint column) {
  const point_t p = point_of(e, true);
  if (p.is_skipped) return;
  const point_t c = column_of(column);
  const uint64_t cell = push.table + uint64_t(p.table + c.table);
  sum_t sum = begun(cell);
  add(sum, update_at(uint64_t(p.direct + c.direct), uint64_t(p.weight + c.weight)));
  finish(cell, sum);
}

// Of a cell whose first point is `first`, in this round.
void apply_share(uint first, uint column) {
  const uint64_t key = load_key(push.keys, first);
  const point_t c = column_of(column);
  const int64_t row = push.problem.key_low + int64_t(key) * push.problem.key_unit;
  const uint64_t cell = push.table + uint64_t(row + c.table);
  slot_t slot = slot_of(first / UPDATES_AT_ONCE, column);
  sum_t sum;
  if (push.round == 0) sum = begun(cell);
  else sum = sum_t(number_t(slot.low, slot.high), slot.count);
  uint i = first + push.round * UPDATES_AT_ONCE;
  for (uint n = 0; n < UPDATES_AT_ONCE && is_of_cell(i, key); ++n, ++i) {
    const uint64_t direct = direct_place(i);
    if (direct == NOWHERE) continue;
    add(sum, update_at(direct + uint64_t(c.direct), is_weighted() ? weight_place(i) + uint64_t(c.weight) : 0UL));
  }
  const bool goes_on = is_of_cell(i, key);
  if (!goes_on) finish(cell, sum);
  if (!goes_on && push.round == 0) return;
  slot.low = sum.value.low;
  slot.high = sum.value.high;
  slot.count = sum.count;
  slot.first = goes_on ? first + 1 : 0;
}

void main() {
  if (is_refused()) return;
  const uint64_t total = count_places(), step = global_step();
  for (uint64_t n = gl_GlobalInvocationID.x; n < total; n += step) {
    const place_t at = place_of(n);
    if (!is_set(SORTED)) {
      apply_single(at.point, at.column);
    } else if (push.round != 0) {
      const uint first = slot_of(at.point, at.column).first;
      if (first != 0) apply_share(first - 1, at.column);
    } else if (is_first_of_cell(at.point) && load_key(push.keys, at.point) != push.problem.no_key) {
      apply_share(at.point, at.column);
    }
  }
}
