#version 460
#extension GL_GOOGLE_include_directive : require
// Combines updates that commute with their cells, each by an atomic operation: nothing is sorted. Elements have 4 bytes,
// or 8 with WIDE, and lie at multiples of them.
#ifndef WIDE
#define WIDE 0
#endif
#if WIDE
#extension GL_EXT_shader_atomic_int64 : require
#endif
#include "problem.glsl"
#include "numbers.glsl"
#include "elements.glsl"
#include "updates.glsl"
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint TYPE = 8;  // of integers the unsigned one of their width

#if WIDE
#define WORD uint64_t
#define SIGNED_WORD int64_t
#define WORD_BYTES 8
#else
#define WORD uint
#define SIGNED_WORD int
#define WORD_BYTES 4
#endif
layout(buffer_reference, scalar, buffer_reference_align = WORD_BYTES) coherent buffer cell_t { WORD v; };
layout(buffer_reference, scalar, buffer_reference_align = WORD_BYTES) coherent buffer signed_cell_t { SIGNED_WORD v; };

void order_integer(uint64_t at, WORD update) {
  const bool is_least = push.reduction == REDUCTION_MIN;
  if (is_set(SIGNED_ORDER)) {
    if (is_least) atomicMin(signed_cell_t(at).v, SIGNED_WORD(update));
    else atomicMax(signed_cell_t(at).v, SIGNED_WORD(update));
  } else {
    if (is_least) atomicMin(cell_t(at).v, update);
    else atomicMax(cell_t(at).v, update);
  }
}
void combine_integer(uint64_t at, WORD update) {
  cell_t cell = cell_t(at);
  if (push.reduction == REDUCTION_ADD) atomicAdd(cell.v, update);
  else if (push.reduction == REDUCTION_SUB) atomicAdd(cell.v, ~update + 1);
  else if (push.reduction == REDUCTION_AND) atomicAnd(cell.v, update);
  else if (push.reduction == REDUCTION_OR) atomicOr(cell.v, update);
  else if (push.reduction == REDUCTION_XOR) atomicXor(cell.v, update);
  else order_integer(at, update);
}

// It is repeated only where another update of the cell has come between. A minimum or maximum that stays is not written:
// what was read may be old, but cells ascend or descend, so that it would stay later too.
void combine_float(uint64_t at, uint64_t update) {
  cell_t cell = cell_t(at);
  const bool is_extreme = push.reduction == REDUCTION_MIN || push.reduction == REDUCTION_MAX;
  WORD seen = cell.v;
  while (true) {
    const uint64_t combined = combine_floats(uint64_t(seen), update, push.reduction, TYPE);
    const WORD made = WORD(canonical_nan(combined, format_of(TYPE)));
    if (is_extreme && made == seen) return;
    const WORD found = atomicCompSwap(cell.v, seen, made);
    if (found == seen) return;
    seen = found;
  }
}

void apply(point_t p, point_t c) {
  const uint64_t cell = push.table + uint64_t(p.table + c.table);
  // Accumulators of these types are the elements, whatever the reduction is.
  const number_t update = update_at(uint64_t(p.direct + c.direct), uint64_t(p.weight + c.weight), TYPE, REDUCTION_ADD,
                                    true, push.problem.weight_dtype != 0);
  if (is_integer(TYPE)) combine_integer(cell, WORD(update.low));
  else combine_float(cell, update.low);
}

void main() {
  if (is_refused()) return;
  const uint64_t total = count_places(), step = global_step();
  for (uint64_t n = gl_GlobalInvocationID.x; n < total; n += step) {
    const place_t at = place_of(n);
    const point_t p = point_of(at.point, true);
    if (!p.is_skipped) apply(p, column_of(at.column));
  }
}
