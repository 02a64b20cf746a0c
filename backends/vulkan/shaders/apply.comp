#version 460
#extension GL_GOOGLE_include_directive : require
// Combines updates with cells: sorted points cell by cell, whose first invocation applies all updates of the cell in their
// order; without SORTED each point has a cell of its own. The accumulator is in registers.
#include "problem.glsl"
#include "numbers.glsl"
#include "elements.glsl"
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint TYPE = 12;
layout(constant_id = 1) const uint HOW = 1;
// Compiled for each kind of weights of floats; of other types, whose products are short, a question to the problem.
layout(constant_id = 2) const uint WEIGHTS = 0;
const uint NO_WEIGHTS = 0, HAS_WEIGHTS = 1, MAY_HAVE_WEIGHTS = 2;

bool is_weighted() {
  return WEIGHTS == HAS_WEIGHTS || (WEIGHTS == MAY_HAVE_WEIGHTS && push.problem.weight_dtype != 0);
}

number_t update_of(point_t p, point_t c) {
  const bool is_wide = is_set(ACCUMULATES_WIDE);
  const number_t element = load_element(push.direct + uint64_t(p.direct + c.direct), TYPE);
  const number_t update = to_accumulator(element, HOW, TYPE, is_wide);
  if (!is_weighted()) return update;
  const uint type = push.problem.weight_dtype;
  const number_t weight = load_element(push.weights + uint64_t(p.weight + c.weight), type);
  return product(update, to_weight(weight, HOW, type, is_wide), HOW, TYPE, is_wide);
}

bool is_first_of_cell(uint i) { return i == 0 || load_key(push.keys, i - 1) != load_key(push.keys, i); }

// Applies the updates of sorted points from i on, or of point i.
void apply(uint i, uint column) {
  const point_t c = column_of(column);
  point_t p;
  uint64_t key = 0UL, cell;
  if (is_set(SORTED)) {
    key = load_key(push.keys, i);
    p = point_of(words_t(push.values).v[i], is_weighted());
    cell = push.table + uint64_t(push.problem.key_low + int64_t(key) * push.problem.key_unit + c.table);
  } else {
    p = point_of(i, true);
    if (p.is_skipped) return;
    cell = push.table + uint64_t(p.table + c.table);
  }
  uint64_t count = 0UL;
  number_t sum = number_t(0UL, 0UL);
  if (!is_set(EXCLUDES_SELF)) {
    sum = to_accumulator(load_element(cell, TYPE), HOW, TYPE, is_set(ACCUMULATES_WIDE));
    count = 1UL;
  }
  for (;;) {
    if (!p.is_skipped) {  // unless its index has changed
      const number_t update = update_of(p, c);
      sum = count == 0UL ? update : combine(sum, update, HOW, TYPE, is_set(ACCUMULATES_WIDE));
      ++count;
    }
    if (!is_set(SORTED) || ++i >= push.count || load_key(push.keys, i) != key) break;
    p = point_of(words_t(push.values).v[i], is_weighted());
  }
  if (count != 0UL) store_element(cell, to_element(sum, count, HOW, TYPE, is_set(ACCUMULATES_WIDE)), TYPE);
}

void main() {
  if (is_refused()) return;
  const uint64_t total = count_places(), step = global_step();
  for (uint64_t n = gl_GlobalInvocationID.x; n < total; n += step) {
    const place_t at = place_of(n);
    if (is_set(SORTED) && (load_key(push.keys, at.point) == push.problem.no_key || !is_first_of_cell(at.point))) continue;
    apply(at.point, at.column);
  }
}
