/* What a plan moves, in plain structs: sufficient to execute it elsewhere (on a device, over several machines) with
 * public headers only. Not part of strew.h: these structs follow the engine and have their own version,
 * STREW_PROBLEM_VERSION; a library refuses unknown versions.
 *
 * A plan is a list of steps. The table is the operand addressed through the indices, the direct operand is traversed in
 * order, or addressed through indices of its own. A step has axes a, coordinates k of the table, and coordinates j of
 * the direct operand if it has indices `from`; at a loop point x
 *
 *   table(x)  = sum x_a * table_stride_a + sum start_k(x) * table_stride_k     bytes from the first element
 *   direct(x) = sum x_a * direct_stride_a + sum start_j(x) * table_stride_j    bytes from the first element
 *   weight(x) = sum x_a * weight_stride_a + sum start_k(x) * weight_stride_k   bytes from the first weight
 *
 * and `width` bytes are moved, or combined by the reduction; if there are weights, the product of the element and its
 * weight is combined, rounded in the type of the accumulator before. Member k of the index tuple lies at sum x_a *
 * index_stride_a + index_offset_k bytes from the first index, member j of the other one at sum x_a * from_stride_a +
 * index_offset_j; a start is its value after the policy of its side. Where offsets stand for indices a start is the
 * segment that holds the position (strew_problem_segments). A position without a start on either side, or
 * whose start is the padding of a side, moves nothing; nor does one whose start is not among the places that a part
 * keeps (strew_problem_kept), from the first of which on starts are counted above. An axis with
 * window_of = k steps through the window of coordinate k. Where a window can be cut (wrap; skip and fill by element)
 * such an axis advances by single places, and the policy wraps or omits place start_k + x_a; under any other policy it
 * may be merged with others, and only start_k is subject to the policy. Axes with extents of 1 and coordinates whose
 * start is always 0 are omitted, adjacent axes merged, units widened; a step with nothing to move has one axis of
 * extent 0.
 *
 * Axes are listed outermost first. In a write, points that differ only in axes with table_stride 0 and no window may
 * address one cell: there the order is that of these axes as listed, and a position is applied completely, including
 * its windows, before the next one. Otherwise the order is free: whoever renumbers positions keeps these axes
 * outermost, in their order. contract.md has the values: policies, reductions, order.
 *
 * Indices are validated against the index space, which describes them in the operator's own coordinates: positions in
 * row-major order, members with the extents that they address, none omitted. */
#ifndef STREW_PROBLEM_H
#define STREW_PROBLEM_H

#include "strew/cells.h"
#include "strew/operator.h"
#include "strew/types.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { STREW_PROBLEM_VERSION = 2 };

enum { STREW_STEP_MOVE = 1, STREW_STEP_COPY = 2 }; /* copy: data to output, omitted in place */
enum { STREW_READ = 0, STREW_WRITE = 1 };          /* table to direct, direct to table */
enum { STREW_NEGATIVE_REFUSE = 2 };                /* with STREW_NEGATIVE_*: negatives are an error under any policy */

typedef struct strew_problem_axis {
  int64_t extent;
  int64_t table_stride;
  int64_t direct_stride;
  int64_t index_stride;
  int64_t window_of;       /* number of a coordinate of the step; -1: none */
  int64_t from_stride;     /* in the indices of the direct operand */
  int64_t weight_stride;   /* in the weights, or the scales of units that are decoded */
  int64_t position_stride; /* in positions, where a result names one; else 0 */
} strew_problem_axis;

typedef struct strew_problem_coordinate {
  int64_t extent;
  int64_t window; /* consecutive places that a tuple covers */
  int64_t table_stride;
  int64_t index_offset;
  int64_t weight_stride; /* in the weights: of the only coordinate of the table's side, where its table_stride is 0 */
} strew_problem_coordinate;

typedef struct strew_problem_position {
  int64_t extent;
  int64_t index_stride;
  int64_t axis; /* dimension of the addressed operand that it traverses too; -1: none, positions may collide */
} strew_problem_position;

typedef struct strew_problem_member {
  int64_t extent;
  int64_t window;
  int64_t index_offset;
  int64_t axis; /* dimension of the addressed operand, which error messages name */
} strew_problem_member;

/* Offsets in place of indices. The positions of an entry of the batch are numbered in row-major order, and the index of
 * a position is the segment that holds its number: segment s holds those from offset s up to, not including, offset
 * s + 1. There are as many offsets as segments, then the last segment ends with the positions, or one more. A position
 * of no segment has no start. The index strides of axes count positions: at a loop point x the position, numbered
 * through all entries, is sum x_a * index_stride_a, or sum x_a * from_stride_a. There is one member, whose extent is
 * the number of segments; the policy is STREW_OOB_SKIP with STREW_NEGATIVE_INVALID. Offsets are validated by rule OF1.
 */
typedef struct strew_problem_segments {
  int64_t offset_count;  /* of one entry */
  int64_t offset_stride; /* bytes from one to the next */
  uint64_t batch_rank; /* leading dimensions of positions: by their index_stride the offsets of their entries lie apart;
                          that of all others is 0 */
} strew_problem_segments;

/* Of a part along a dimension that tuples address: the places of a member that it has, [low, high). The place of start
 * s among them is s - low. Extents, by which indices are validated, are those of the whole; windows are 1. Where some
 * places are kept coordinates are the members, in their order, unless nothing moves. */
typedef struct strew_problem_kept {
  int64_t low;
  int64_t high;
} strew_problem_kept;

/* A read whose units are rows of codes, which are decoded: value c of a unit, for c < columns, is
 *
 *   (code(c) - zero) * scale, rounded as f32 and then as value_dtype, or codebook[code(c)] * scale
 *
 * with the scale and the zero point of block c / block. Its codes begin at table(x), its values at direct(x); the
 * scales of a unit begin at sum x_a * weight_stride_a + start * scale_stride, its zero points at sum x_a *
 * zero_strides[a] + start * zero_stride, for the start of the only coordinate, if there is one. `width` is columns
 * times the bytes of a value. Such a problem is made by its operator only. */
typedef struct strew_problem_decoding {
  int32_t bits;            /* of a code */
  int32_t packing;         /* STREW_PACKING_LOW_FIRST, STREW_PACKING_HALVES; zero points are packed low first */
  int32_t is_signed;       /* 1: codes and zero points are in two's complement */
  int32_t has_zero_points; /* 0: they are 0 */
  int32_t has_codebook;
  strew_dtype scale_dtype; /* STREW_DTYPE_U8: exponents */
  strew_dtype value_dtype;
  int64_t columns;
  int64_t block;
  int64_t code_step;  /* from byte to byte of a row of codes */
  int64_t value_step; /* from value to value */
  int64_t scale_step; /* from block to block */
  int64_t zero_step;  /* from byte to byte of a row of zero points */
  int64_t codebook_step;
  int64_t scale_stride;
  int64_t zero_stride;
  const int64_t* zero_strides; /* one for each axis of the step */
} strew_problem_decoding;

/* The indices of the direct operand: their type and rules, the coordinates that they address, and the index space by
 * which they are validated, before those of the table. Their windows are 1. */
typedef struct strew_problem_from {
  strew_dtype index_dtype;
  int32_t out_of_bounds;    /* STREW_OOB_ERROR, CLAMP, WRAP, SKIP, ASSUME */
  int32_t negative_indices; /* STREW_NEGATIVE_FROM_END, INVALID */
  int64_t padding;          /* a start, of the only coordinate, that moves nothing; -1: none */
  uint64_t coordinate_count;
  const strew_problem_coordinate* coordinates; /* table_stride: in the direct operand */
  uint64_t position_rank;
  const strew_problem_position* positions;
  uint64_t member_count;
  const strew_problem_member* members;
  const strew_problem_segments* segments; /* null: the indices are stored */
  const strew_problem_kept* kept;         /* of each member; null: all places */
} strew_problem_from;

typedef struct strew_problem_step {
  int32_t kind;      /* STREW_STEP_MOVE, STREW_STEP_COPY */
  int32_t direction; /* STREW_READ, STREW_WRITE */
  int32_t table;     /* STREW_OPERAND_DATA of a gather, else STREW_OPERAND_OUTPUT */
  int32_t direct;    /* STREW_OPERAND_OUTPUT of a gather, UPDATES of a scatter, DATA of its copy */
  int64_t width;     /* bytes copied as one unit, a multiple of the element; the element's own with a reduction */
  strew_dtype dtype; /* STREW_DTYPE_OPAQUE without a reduction */
  int32_t reduction;
  int32_t exclude_self;
  int32_t accumulate;
  int32_t unordered;
  strew_dtype index_dtype;
  int32_t out_of_bounds;
  int32_t negative_indices; /* also STREW_NEGATIVE_REFUSE */
  int32_t partial_window;
  int32_t duplicates;  /* STREW_DUPLICATES_ERROR: checked before the first write */
  uint64_t fill_bytes; /* length of *fill, which is repeated within a unit; 0: no fill */
  const void* fill;
  uint64_t axis_count;
  const strew_problem_axis* axes;
  uint64_t coordinate_count;
  const strew_problem_coordinate* coordinates;
  int64_t padding;                /* a start, of the only coordinate, that moves nothing; -1: none */
  int32_t can_collide;            /* 1: two positions may write one cell, as far as shapes and bound indices tell */
  strew_dtype weight_dtype;       /* STREW_DTYPE_OPAQUE: no weights */
  const strew_problem_from* from; /* null: the direct operand is traversed in order */
  const strew_problem_segments* segments; /* of the table's side; null: the indices are stored */
  const strew_problem_kept* kept;         /* of each member of the table's side; null: all places */
  const strew_problem_decoding* decoding; /* null: units are moved as they are */
} strew_problem_step;

/* The byte range that an operand covers, relative to its first element: [low, high). Empty: both 0. */
typedef struct strew_problem_reach {
  int64_t low;
  int64_t high;
} strew_problem_reach;

/* All pointers refer to memory of the plan and are valid as long as it exists. */
typedef struct strew_problem_view {
  uint32_t struct_size;
  uint32_t version; /* STREW_PROBLEM_VERSION */
  uint64_t step_count;
  const strew_problem_step* steps; /* in order; the move is the last one */
  uint64_t position_rank;
  const strew_problem_position* positions; /* row-major; a broadcast dimension has stride 0 */
  uint64_t member_count;
  const strew_problem_member* members;
  const void* bound_indices; /* of a plan with prepared indices, instead of the caller's; else null */
  strew_problem_reach data;
  strew_problem_reach indices;
  strew_problem_reach updates;
  strew_problem_reach output;
  strew_problem_reach from;
  strew_problem_reach weights;
  /* Bytes of the structs in the lists: a later version appends fields, and elements are found by these. 0, for a
   * problem that is given: those of this header. */
  uint32_t step_bytes;
  uint32_t axis_bytes;
  uint32_t coordinate_bytes;
  uint32_t position_bytes;
  uint32_t member_bytes;
  uint32_t from_bytes;
  const void* bound_from; /* prepared indices of the direct operand, as bound_indices */
  uint64_t bound_serial;  /* of bound_indices, as strew_prepared_lists; 0 without */
  uint64_t from_serial;   /* of bound_from */
  int32_t bound_order;    /* STREW_ORDER_* of bound_indices along the positions as far as it is known, else UNSORTED */
  int32_t bound_unique;   /* 1: no two positions write one cell, as is known of bound_indices */
  strew_problem_reach scales;
  strew_problem_reach zero_points;
  strew_problem_reach codebook;
} strew_problem_view;
#define STREW_PROBLEM_VIEW_INIT                                                                                 \
  {                                                                                                             \
    sizeof(strew_problem_view), STREW_PROBLEM_VERSION, 0, NULL, 0, NULL, 0, NULL, NULL, {0, 0}, {0, 0}, {0, 0}, \
        {0, 0}, {0, 0}, {0, 0}, 0, 0, 0, 0, 0, 0, NULL, 0, 0, 0, 0, {0, 0}, {0, 0}, {                           \
      0, 0                                                                                                      \
    }                                                                                                           \
  }

/* ---- For executions elsewhere --------------------------------------------------------------------------------------
 * Who executes a problem on a device or in several processes finds index errors there; these functions give them the
 * record and the sentence that strew_execute gives for the same indices. No index is read but those in the structs: one
 * value for each member of the index space, of 64 bits, as stored, sign-extended if the index type is signed. Positions
 * are row-major numbers in the index space. Results of parts can be merged: the smallest position with its tuple, and
 * the sum of the counts. */
typedef struct strew_problem_bad_index {
  uint32_t struct_size;
  uint32_t version;     /* 1 */
  int64_t operand;      /* STREW_OPERAND_FROM: the indices of updates; else those of the table */
  uint64_t position;    /* the first bad one */
  uint64_t bad_count;   /* number of bad positions, those that share a broadcast tuple included */
  uint64_t tuple_depth; /* member_count */
  const uint64_t* tuple;
  /* Of offsets: position and bad_count are of offsets, numbered entry by entry; the tuple has two values: the bad
   * offset, and the one before it in its entry, or 0. */
} strew_problem_bad_index;
#define STREW_PROBLEM_BAD_INDEX_INIT \
  { sizeof(strew_problem_bad_index), 1, 0, 0, 0, 0, NULL }

typedef struct strew_problem_duplicate {
  uint32_t struct_size;
  uint32_t version;        /* 1 */
  uint64_t position;       /* the smallest one that writes a cell again */
  uint64_t other_position; /* the smallest one that wrote such a cell before */
  uint64_t tuple_depth;    /* member_count */
  const uint64_t* tuple;
  const uint64_t* other_tuple;
} strew_problem_duplicate;
#define STREW_PROBLEM_DUPLICATE_INIT \
  { sizeof(strew_problem_duplicate), 1, 0, 0, 0, NULL, NULL }

/* Where the operands of an execution are. All places are compared as numbers of one address space, and nothing is
 * accessed. For offsets in buffers of a device any numbers serve that are not 0, and far enough apart for operands in
 * different buffers. */
typedef struct strew_problem_places {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  uint64_t data;    /* addresses of the logically first elements; 0: none, as null pointers of strew_execute */
  uint64_t indices; /* not looked at if the plan has bound_indices, of which the device has a copy of its own */
  uint64_t updates;
  uint64_t output;
  uint64_t
      alignment; /* the addresses and strides of data, updates, output and weights are multiples of it; 0, 1: any */
  uint64_t index_alignment; /* those of indices, of both sides */
  uint64_t from;
  uint64_t weights;
  uint64_t scales;
  uint64_t zero_points;
  uint64_t codebook;
} strew_problem_places;
#define STREW_PROBLEM_PLACES_INIT \
  { sizeof(strew_problem_places), 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/* Fills the view. The first call for a plan allocates the lists that it points to (STREW_STATUS_MEMORY), in memory
 * freed with the plan; any number of threads may call it concurrently. */
STREW_API strew_status strew_plan_view(const strew_plan* plan, strew_problem_view* view, strew_error* error);

/* The inverse: a plan that executes the last step of a view, canonical or as lowering made it, on operands that it
 * describes: a problem that was sliced, or one of no operator, with indices on both sides. Windows are as lowering made
 * them: those that were merged with other axes, or with the unit, are refused. A write is executed on the table in
 * place, or with `data` of the table's layout that are copied first; not where an axis has extent 0, which may be one
 * of the table or not. Nothing is kept of the view. `solver`: by name, as
 * in strew_options; null: any. Rules PB1 to PB4, then those of the operands (EX, SZ, TY3, TY4, AT2, AT5, MM1). */
STREW_API strew_status strew_plan_from_problem(const strew_problem_view* view, const char* solver, strew_plan** plan,
                                               strew_error* error);

/* A part of what a plan moves. The dimension is one of the table: data of a gather, output of a scatter. Along one that
 * tuples address a part has all positions, and keeps the places [low, high): positions of others move nothing, all
 * indices are validated as those of the whole. Places of a dimension that the problem does not touch belong to no
 * part. */
typedef struct strew_problem_part {
  uint32_t struct_size;
  uint32_t version;  /* 1 */
  int64_t dimension; /* -1: all of the table */
  int64_t low;       /* places [low, high) of it */
  int64_t high;
  uint64_t first_position; /* positions [first, last), by their row-major numbers in what [low, high) leaves */
  uint64_t last_position;  /* beyond their number: all that follow */
} strew_problem_part;
#define STREW_PROBLEM_PART_INIT \
  { sizeof(strew_problem_part), 1, -1, 0, 0, 0, UINT64_MAX }

/* Where the operands of a part begin: bytes from the first elements of those of the whole. */
typedef struct strew_problem_bases {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  int64_t data;     /* of a scatter, that of its output: data have the same layout, else PB5 */
  int64_t indices;
  int64_t updates;
  int64_t output;
  int64_t from;
  int64_t weights;
  uint64_t last_position; /* the part has the positions before this one */
} strew_problem_bases;
#define STREW_PROBLEM_BASES_INIT \
  { sizeof(strew_problem_bases), 1, 0, 0, 0, 0, 0, 0, 0 }

/* Makes a plan of a part of another one, as strew_plan_from_problem does: its index space, and the positions in its
 * errors, are those of the part; indices that are bound are not. Positions of a part are a box: the longest one that
 * begins at the first position and is a range of their numbers. It may end before those that were asked for, then the
 * next part begins at last_position; any range has at most two parts for each dimension of positions. Parts of a
 * dimension, and parts of positions in ascending order, write the bits of the whole; but a reduction that keeps state
 * does so within one execution, unless its accumulators stay open. PB5 where there is no such part. */
STREW_API strew_status strew_problem_slice(const strew_plan* plan, const strew_problem_part* part, strew_plan** made,
                                           strew_problem_bases* bases, strew_error* error);

/* The first elements of a plan's operands. Of a plan of segment_reduce these are data, indices, segments, weights, base
 * and output; of all others none is segments or base. Scales, zero_points and codebook are of gather_block_quantized,
 * and of segment_reduce where data are codes.
 */
typedef struct strew_operand_places {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  const void* data;
  const void* indices;
  const void* updates;
  void* output;
  const void* from;    /* indices of the direct operand */
  const void* weights; /* of its elements */
  const void* segments;
  const void* base;  /* in place: output */
  const void* right; /* of sddmm */
  const void* scales;
  const void* zero_points;
  const void* codebook;
  void* arg; /* of a plan made with them */
  void* count;
} strew_operand_places;
#define STREW_OPERAND_PLACES_INIT                                                                                  \
  {                                                                                                                \
    sizeof(strew_operand_places), 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, \
        NULL                                                                                                       \
  }

/* strew_execute, for plans with more operands too. */
STREW_API strew_status strew_execute_at(const strew_plan* plan, const strew_operand_places* at,
                                        const strew_execution* execution, strew_error* error);

/* Makes a plan whose accumulators stay open between executions: those of mean, of reductions without the old value, of
 * sums of f16 and bf16 in f32. strew_execute_phase executes it in phases, over accumulators of the caller:
 * STREW_PHASE_LOAD makes them of the elements of output (after data were copied there, unless in place),
 * STREW_PHASE_ACCUMULATE combines the updates, STREW_PHASE_STORE writes those that were updated. Any number of plans
 * may accumulate between one LOAD and one STORE, if they are opened and have the table and reduction of that one: parts
 * of its positions, or those of other sources. Parts that cut a batch dimension have a table of their own. The bits are
 * those of one execution with all updates in that order. A reduction without state needs no accumulators: then LOAD
 * only copies, STORE does nothing, and ACCUMULATE updates output itself. Each phase takes all operands of the plan, and
 * changes nothing if it fails, unless it was cancelled. Rule AC1: plans of prepared indices are not opened. */
STREW_API strew_status strew_plan_open(const strew_plan* plan, strew_plan** open, strew_error* error);

enum { STREW_PHASE_LOAD = 1, STREW_PHASE_ACCUMULATE = 2, STREW_PHASE_STORE = 3 };

/* `accumulators`: of at least the bytes that strew_plan_accumulators tells (MM2); they share none with an operand. */
STREW_API strew_status strew_execute_phase(const strew_plan* open, int32_t phase, const strew_operand_places* at,
                                           void* accumulators, uint64_t bytes, const strew_execution* execution,
                                           strew_error* error);

/* The layout of the accumulators of an open plan. That of an element of output lies at the sum of its coordinates times
 * the strides: its value, then a count of count_bytes, unsigned: of a mean the number of updates, else not 0 once there
 * was one. A mean divides by one more than that where the old value is included. Other bytes mean nothing. */
typedef struct strew_problem_accumulators {
  uint32_t struct_size;
  uint32_t version;        /* 1 */
  uint64_t bytes;          /* of all; 0: the reduction keeps no state */
  uint64_t each;           /* of one */
  strew_dtype value_dtype; /* STREW_DTYPE_OPAQUE: an integer of 128 bits, two's complement */
  uint32_t value_bytes;
  uint32_t count_offset;
  uint32_t count_bytes;
  uint64_t rank; /* of output; of a problem that is given, its axes with a table stride, then its coordinates */
  const int64_t* strides; /* 0 along dimensions of which only one place is written; valid as long as the plan */
} strew_problem_accumulators;
#define STREW_PROBLEM_ACCUMULATORS_INIT \
  { sizeof(strew_problem_accumulators), 1, 0, 0, 0, 0, 0, 0, 0, NULL }

STREW_API strew_status strew_plan_accumulators(const strew_plan* open, strew_problem_accumulators* about,
                                               strew_error* error);

/* strew_prepare, for the indices of the direct operand of a problem that has some; and strew_plan_bind for either index
 * operand or both: null leaves that one to executions. Prepared indices know which operand they are of (PR5). Their
 * order and lists are those of the rows that they address, by which a gradient would be summed. */
STREW_API strew_status strew_prepare_from(const strew_plan* plan, const void* from, const strew_execution* execution,
                                          strew_prepared** prepared, strew_error* error);
STREW_API strew_status strew_plan_bind_both(const strew_plan* plan, const strew_prepared* indices,
                                            const strew_prepared* from, strew_plan** bound, strew_error* error);

/* The record of a bad index (IX1): STREW_STATUS_INDEX. The first bad member of the tuple and its range follow from the
 * plan. STREW_STATUS_POINTER, rule PT6, if that is no error of the plan: a tuple that is not bad under its policy, or a
 * position or count that cannot be. The function never returns STREW_STATUS_OK. */
STREW_API strew_status strew_plan_index_error(const strew_plan* plan, const strew_problem_bad_index* found,
                                              strew_error* error);
/* The record of two positions that write one cell (IX2), of a plan that refuses duplicates. Else as above. */
STREW_API strew_status strew_plan_duplicate_error(const strew_plan* plan, const strew_problem_duplicate* found,
                                                  strew_error* error);
/* What strew_check verifies of pointers and overlap (PT1, OV1, OV2), and alignment (AL1), for operands in memory of any
 * device; of a plan with one result (PB6). */
STREW_API strew_status strew_check_memory(const strew_plan* plan, const strew_problem_places* places,
                                          strew_error* error);

#ifdef __cplusplus
}
#endif

#endif
