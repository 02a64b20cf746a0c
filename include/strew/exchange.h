/* Tables whose rows several ranks hold: which rank gets which rows, in which order, so that the result has the bits of
 * one sequential loop over all positions. A plan of one rank's part, without communication: whoever has ranks (MPI,
 * processes, threads, blocks of a file) moves the bytes that are counted here.
 *
 * A table has rows of `columns` elements; a layout says which rank holds a row, and where. Each rank has positions of
 * its own, each with the number of a row of the whole table: in a gather it gets rows, in a scatter it gives updates.
 * Positions of all ranks follow one another in the order of the ranks; that is the order of the contract. Every rank
 * calls the same functions:
 *
 *   create, once; then for each call
 *   open     validates the rank's indices, and fills a hello for each rank
 *            -> hello n goes to rank n
 *   settle   reads the hellos of all ranks: all of them succeed, or all return the same error
 *   counts   the bytes of each round, for each rank
 *   pack     what a rank gets in a round
 *            -> the bytes go there; nothing, if that failed
 *   take     what came from each rank, in their order, its own place included
 *
 * After an error of settle nothing has been written. A rank that fails before it has a hello says so with
 * strew_exchange_fail, so that no other one waits for it. */
#ifndef STREW_EXCHANGE_H
#define STREW_EXCHANGE_H

#include "strew/types.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  STREW_LAYOUT_BLOCKS = 0, /* consecutive rows */
  STREW_LAYOUT_CYCLES = 1, /* `width` rows in turn */
  STREW_LAYOUT_LOCATE = 2  /* as a function says */
};

/* Of `rows` rows at `ranks` ranks; the same at all of them. */
typedef struct strew_layout {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  int32_t kind;
  int64_t rows;
  uint64_t ranks;        /* at least 1 */
  const int64_t* starts; /* blocks: ranks + 1 ascending numbers from 0 to rows; null: blocks that differ by one row */
  int64_t width;         /* cycles */
  /* locate: the rank of a row, and its place among the rows there, each place once. It is called by one thread at a
   * time, for rows in [0, rows), and does not throw. */
  void (*locate)(void* self, int64_t row, uint64_t* rank, int64_t* place);
  void* self;
  const int64_t* sizes; /* locate: how many rows each rank has */
} strew_layout;
#define STREW_LAYOUT_INIT \
  { sizeof(strew_layout), 1, 0, 0, 0, NULL, 0, NULL, NULL, NULL }

/* How many rows a rank has. PT1, PT2, XC1. */
STREW_API strew_status strew_layout_rows(const strew_layout* layout, uint64_t rank, int64_t* rows, strew_error* error);

enum { STREW_EXCHANGE_GATHER = 1, STREW_EXCHANGE_SCATTER = 2 };

/* What is exchanged; the same at all ranks but for the budget. */
typedef struct strew_exchange_call {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  int32_t kind;     /* STREW_EXCHANGE_GATHER, STREW_EXCHANGE_SCATTER */
  strew_dtype dtype;
  uint64_t element_bytes; /* of opaque elements; else 0 */
  int64_t columns;        /* elements of a row */
  strew_dtype index_dtype;
  int32_t keeps_routes; /* 1: after a call others with the same indices follow, by strew_exchange_repeat */
  int32_t combines;     /* 1: updates of one row are combined where they are, if that cannot change bits */
  uint64_t budget;      /* bytes of rows on the way at this rank; 0: any number */
} strew_exchange_call;
#define STREW_EXCHANGE_CALL_INIT \
  { sizeof(strew_exchange_call), 1, 0, 0, 0, 0, 0, 0, 0, 0 }

/* Of fixed size: 64 bytes, to be sent as they are between machines of one byte order. */
typedef struct strew_hello {
  uint64_t words[8];
} strew_hello;

typedef struct strew_exchange strew_exchange;

/* The rank's rows of the table, and the rows of its positions: updates of a scatter, output of a gather. Both have
 * elements of a row side by side, and strides in bytes from row to row; they share no byte. */
typedef struct strew_exchange_rows {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  void* table;      /* written by a scatter only */
  int64_t table_stride;
  void* rows; /* written by a gather only */
  int64_t row_stride;
  uint64_t row_count; /* the positions of the rank */
} strew_exchange_rows;
#define STREW_EXCHANGE_ROWS_INIT \
  { sizeof(strew_exchange_rows), 1, NULL, 0, NULL, 0, 0 }

/* One rank's part. `options`: reduction, exclude_self, accumulate, out_of_bounds (not fill), negative_indices; null:
 * the defaults. The layout's function is called later too, by open. XC1, and what the engine refuses of the call (TY1,
 * TY4, AT1). */
STREW_API strew_status strew_exchange_create(const strew_layout* layout, uint64_t rank, const strew_exchange_call* call,
                                             const strew_options* options, strew_exchange** exchange,
                                             strew_error* error);
STREW_API void strew_exchange_destroy(strew_exchange* exchange); /* null is fine */

/* Begins a call: one dimension of indices of any stride. Fills `hellos`, one for each rank. A bad index is no failure
 * here: all ranks learn of it. After a failure the hellos tell that, and settle is called as usual. MM1, XC1. */
STREW_API strew_status strew_exchange_open(strew_exchange* exchange, const strew_tensor* indices,
                                           const strew_execution* execution, strew_hello* hellos, strew_error* error);
/* Hellos of a rank that cannot take part, because of `cause`, for `ranks` ranks. */
STREW_API void strew_exchange_fail(const strew_error* cause, uint64_t ranks, strew_hello* hellos);
/* Reads the hellos that came from all ranks, the rank's own included. Every rank returns the same: success; XC3, where
 * a rank has failed or makes another call; or IX1, whose position is numbered through the positions of all ranks, as in
 * one call with all of them. `exchange` is null for a rank that had none. */
STREW_API strew_status strew_exchange_settle(strew_exchange* exchange, uint64_t ranks, const strew_hello* hellos,
                                             strew_error* error);

/* How many rounds are known to be left; there may be more after the next one, unless this is 0. */
STREW_API uint64_t strew_exchange_rounds(const strew_exchange* exchange);
/* The bytes that go to each rank in the next round, and that come from each one; 0 for the rank itself. XC2. */
STREW_API strew_status strew_exchange_counts(const strew_exchange* exchange, uint64_t* sent, uint64_t* received,
                                             strew_error* error);
/* Writes what goes to a rank in the next round. Ranks may be packed in any order, one buffer each, or one after the
 * other. XC2, PT1, OV1, MM1, CN1. */
STREW_API strew_status strew_exchange_pack(strew_exchange* exchange, uint64_t rank, const strew_exchange_rows* rows,
                                           const strew_execution* execution, void* to, strew_error* error);
/* Takes what came from a rank, or for the rank itself what is its own (`from` is not looked at): in ascending order of
 * ranks, each one in each round. After the last one the next round begins. Packing of a round ends before that. Where
 * rows are due, null says that the rank has failed: XC3. After a failure in a round of rows the table is unspecified,
 * and this rank gives up. XC2, PT1, XC3, IX1 (what came is not what was sent), MM1, CN1. */
STREW_API strew_status strew_exchange_take(strew_exchange* exchange, uint64_t rank, const strew_exchange_rows* rows,
                                           const strew_execution* execution, const void* from, strew_error* error);
/* This rank moves no more rows in this call: it packs and takes those of no round (XC3), but rounds go on, so that
 * others are told, by what does not come, and do not wait. Null is fine. */
STREW_API void strew_exchange_give_up(strew_exchange* exchange);
/* After the last round: the same call again with other rows and another table, without hellos; all ranks do so. Only
 * the rows cross. Of an exchange that keeps its routes, else XC2. */
STREW_API strew_status strew_exchange_repeat(strew_exchange* exchange, strew_error* error);

/* One line: what is exchanged, how much of it with other ranks, in how many rounds. As strew_plan_describe. */
STREW_API size_t strew_exchange_explain(const strew_exchange* exchange, char* text, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
