// The canonical form: equivalent problems become equal, with as few axes and as wide units as the contract allows.
#pragma once

#include "problem/problem.hpp"

namespace strew::engine {

// Conditions without which a step would change results. All are true in use; a test disables each one and expects a
// wrong result.
struct guards {
  bool keep_order_of_updates = true;  // order, merge: ordered axes of a write keep their order
  bool order_by_table = true;         // a broadcast index axis of a write is ordered too
  bool windows_inside = true;         // order: window axes stay inside ordered axes
  bool keep_cut_windows = true;       // merge, widen: not a window that can be cut
  bool keep_written_windows = true;   // widen: not a window axis of a write that has an ordered axis
  bool keep_reductions = true;        // widen: no reduction
  // Of a problem with a second side, or one that decodes:
  bool merge_by_from = true;      // merge: steps through its indices agree
  bool merge_by_weight = true;    // merge: steps through the weights agree
  bool merge_by_scale = true;     // merge: steps through the scales agree
  bool merge_by_zero = true;      // merge: steps through the zero points agree
  bool merge_by_column = true;    // merge: steps through the values of a row of codes agree
  bool merge_by_position = true;  // merge: steps through the numbers of positions agree
};

// Steps, in this order: empty, drop, constant, depth 0, order, merge, widen. Idempotent.
void make_canonical(problem& p, const guards& guard = {});

inline problem canonical(problem raw, const guards& guard = {}) {
  make_canonical(raw, guard);
  return raw;
}

}  // namespace strew::engine
