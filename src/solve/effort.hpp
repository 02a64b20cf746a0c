// The amounts of work that solvers have in common, by which they state their costs.
#pragma once

#include <cstdint>

#include "cost/workload.hpp"
#include "solve/solver.hpp"

namespace strew::engine {

// Random lines that take as long as so many that follow one another: the processor reads ahead.
double dense_lines(double lines);

// The sizes of a problem, of which amounts are made.
struct sizes {
  explicit sizes(const situation& in);

  double positions;
  double cells;        // distinct slices of the table that positions can address
  double index_bytes;  // of one position
  double slice_bytes;  // of the units of one position
  double slice_lines;  // lines of the table that they take
  double visit_lines;  // as many random ones take as long
  double units;        // of one position
  double table_bytes;  // reach of the table
  double passes;       // over a line of the table: a reduction reads it, whatever is written is written back
  double distinct;     // slices that positions touch; 0: they are not counted
  double hot;          // share of the positions that write to the most frequent cells
  bool is_in_order;    // cells are visited in the order of memory
  bool is_cached;      // all operands together stay in the last cache

  // Distinct slices that the positions touch, as counted, or if their values are uniform.
  [[nodiscard]] double touched() const;
};

// Bytes in order, of operands or of lists in memory.
void add_stream(workload& made, const sizes& of, double bytes);

// Lines of `reach` bytes in any order; true: they are beyond the caches.
bool add_lines(workload& made, double lines, double reach);

// Visits of all slices that are touched, in the order of memory.
void add_visits_in_order(workload& made, const sizes& of, double reach);

// Visits of slices of the table by a share of the positions, whose cells are within `reach` bytes at a time.
void add_visits(workload& made, const sizes& of, double share, double reach);

// What moving position by position takes: `each` is what a position costs beside its memory, in positions of a fused
// loop.
workload direct_work(const situation& in, double each);
// By the kernels of each form.
workload element_work(const situation& in, bool is_fused);
workload row_work(const situation& in);
workload strided_work(const situation& in);

}  // namespace strew::engine
