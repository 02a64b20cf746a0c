/* The cells that positions address, as numbers: what a plan reads at each position, after its policy. A part of
 * strew/problem.h.
 *
 * A cell is a place that a tuple can start at; its number is row-major over the dimensions addressed by tuples and,
 * with the extents that positions have there, those that positions traverse themselves (batch dimensions; all but the
 * axis of the elements forms). With positions p and members k as listed by the view of the plan that the indices were
 * prepared with,
 *
 *   cell(p) = sum p_a * position_steps[a] + sum start_k(p) * member_steps[k]
 *
 * where start_k is the first place on the table of the window of member k. Slices are not part of a cell: positions of
 * one cell move the same elements of the table. Only where windows cover more than one place may positions of different
 * cells overlap, and those of one cell differ in what is cut. */
#ifndef STREW_CELLS_H
#define STREW_CELLS_H

#include "strew/operator.h"
#include "strew/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define STREW_NO_CELL UINT64_MAX

/* Fills `cells` with the cells of positions [first, first + count), numbered row-major: of a window, the first place of
 * it that is on the table. STREW_NO_CELL where a position has none, because of the policy, or of an index that is bad:
 * strew_check reports those. The indices are those of the table, in memory of this process; a plan that is bound to
 * prepared ones reads them all the same. Any number of threads may do so concurrently. PT1, PT3, AT1, CN1; PT6 for
 * positions that the plan does not have; PR5 where indices cannot be prepared. */
STREW_API strew_status strew_plan_cells(const strew_plan* plan, const void* indices, uint64_t first, uint64_t count,
                                        uint64_t* cells, const strew_execution* execution, strew_error* error);

/* Prepared indices sorted by destination, in lists that can be read in place or copied to a device once. The other
 * things that are known of them are those of strew_prepared_inspect.
 *
 * Segment s is the entries from segment_starts[s] to before segment_starts[s + 1] of `order`: the positions of
 * cells[s], ascending, which is the order in which a scatter applies them. Numbers of positions have position_bytes,
 * those of cells cell_bytes: 4 or 8, unsigned. */
typedef struct strew_prepared_lists {
  uint32_t struct_size;
  uint32_t version;        /* 1 */
  uint64_t serial;         /* of these indices and of no others that the process prepares, before or after; never 0 */
  uint64_t positions;      /* entries of order */
  uint64_t skipped;        /* the last of these, in ascending order: positions that the policy skips */
  uint64_t segments;       /* distinct cells */
  uint32_t position_bytes; /* width of the numbers in order and segment_starts */
  uint32_t cell_bytes;     /* ... in cells */
  const void* order;
  const void* cells;          /* ascending */
  const void* segment_starts; /* segments + 1 numbers, the last of them positions - skipped */
  uint64_t position_rank;
  const int64_t* position_steps; /* 0: positions along this dimension may share cells */
  uint64_t member_count;
  const int64_t* member_steps;
} strew_prepared_lists;
#define STREW_PREPARED_LISTS_INIT \
  { sizeof(strew_prepared_lists), 1, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, NULL, 0, NULL }

/* Fills the lists, which are valid until `prepared` is destroyed. The first call makes them, after sorting the
 * positions unless something has sorted them before; any number of threads may call it concurrently. Beside a workspace
 * that it releases, it takes segments * cell_bytes, rounded up to 8, and (segments + 1) * position_bytes from the
 * allocator of strew_prepare. STREW_STATUS_MEMORY (MM1) if there is no memory: then the next call tries again. */
STREW_API strew_status strew_prepared_view(const strew_prepared* prepared, strew_prepared_lists* lists,
                                           strew_error* error);

#ifdef __cplusplus
}
#endif

#endif
