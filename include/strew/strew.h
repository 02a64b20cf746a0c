/* strew: scatter and gather for tensors. The C ABI.
 *
 * Version 1, frozen: no function, value, struct field, size or offset of it changes any more. What comes later comes as
 * new functions, new values and new versions of structs; a caller of version 1 is served by every later library.
 *
 * Rules for every function here:
 *  - it returns a status; nothing is printed, nothing aborts, no exception leaves it;
 *  - after any status but STREW_CANCELLED the output is byte for byte what it was;
 *  - extents count elements, strides and widths count bytes;
 *  - numbers that say which, how many or how long are 64 bits wide on every platform;
 *  - a struct begins with its size and version: set them with the STREW_*_INIT macros;
 *  - an all-zero options struct (with size and version) means the defaults.
 *
 * The contract behind it: docs/contract.md.
 */
#ifndef STREW_STREW_H
#define STREW_STREW_H

#include <stddef.h>
#include <stdint.h>

#include "strew/version.h"

#if defined(_WIN32)
#if defined(STREW_BUILD)
#define STREW_API __declspec(dllexport)
#else
#define STREW_API __declspec(dllimport)
#endif
#else
#define STREW_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Status ------------------------------------------------------------------------------------------------------
 * Errors are looked for in this order; the first one found is reported. */
typedef int32_t strew_status;
enum {
  STREW_OK = 0,
  STREW_ERROR_POINTER = 1,   /* a null pointer, a struct of an unknown size or version, a device that is not the CPU */
  STREW_ERROR_TYPE = 2,      /* an element, index or reduction type that does not fit */
  STREW_ERROR_ATTRIBUTE = 3, /* an option outside its values */
  STREW_ERROR_SHAPE = 4,     /* a numbered shape constraint: ND1 ... */
  STREW_ERROR_SIZE = 5,      /* sizes beyond 63 bits, strides of a written operand that meet */
  STREW_ERROR_OVERLAP = 6,   /* operands that share bytes */
  STREW_ERROR_INDEX = 7,     /* an index outside its extent */
  STREW_ERROR_MEMORY = 8,    /* workspace could not be had */
  STREW_CANCELLED = 9,       /* the cancel callback said so: the output is unspecified */
  STREW_ERROR_INTERNAL = 10  /* a defect of strew */
};

/* ---- Element types -----------------------------------------------------------------------------------------------
 * Moves need only the width; arithmetic needs the type. */
typedef uint32_t strew_dtype;
enum {
  STREW_OPAQUE = 0, /* a record of element_bytes bytes: it moves, it does not count */
  STREW_BOOL = 1,   /* one byte; any non-zero byte is true */
  STREW_I8 = 2,
  STREW_I16 = 3,
  STREW_I32 = 4,
  STREW_I64 = 5,
  STREW_U8 = 6,
  STREW_U16 = 7,
  STREW_U32 = 8,
  STREW_U64 = 9,
  STREW_F16 = 10,
  STREW_BF16 = 11,
  STREW_F32 = 12,
  STREW_F64 = 13,
  STREW_C64 = 14, /* two F32 */
  STREW_C128 = 15 /* two F64 */
};

enum { STREW_DEVICE_CPU = 1 };

/* ---- Operands ----------------------------------------------------------------------------------------------------
 * A view: strew never owns what it describes. One struct serves inputs and outputs; inputs are never written. */
typedef struct strew_tensor {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  uint32_t device;  /* STREW_DEVICE_CPU */
  strew_dtype dtype;
  void* data;             /* the logical first element; no alignment is asked for */
  uint64_t element_bytes; /* 0 = the width of dtype; needed for STREW_OPAQUE */
  uint64_t rank;
  const int64_t* extents; /* rank of them; may be null at rank 0 */
  const int64_t* strides; /* in bytes, any sign, 0 allowed on inputs; null = packed row-major */
} strew_tensor;
#define STREW_TENSOR_INIT \
  { sizeof(strew_tensor), 1, STREW_DEVICE_CPU, STREW_OPAQUE, NULL, 0, 0, NULL, NULL }

/* ---- Options of an operator --------------------------------------------------------------------------------------
 * Each enum's 0 is the default. */
enum {
  STREW_NONE = 0, /* the last write wins */
  STREW_ADD = 1,
  STREW_SUB = 2,
  STREW_MUL = 3,
  STREW_MIN = 4,
  STREW_MAX = 5,
  STREW_MEAN = 6, /* sum in order, then one division by the number of updates (+ 1 with the old value) */
  STREW_AND = 7,
  STREW_OR = 8,
  STREW_XOR = 9
};
enum {
  STREW_OOB_ERROR = 0,
  STREW_OOB_CLAMP = 1,
  STREW_OOB_WRAP = 2,
  STREW_OOB_SKIP = 3, /* scatter: drop the update; gather: leave the output as it was */
  STREW_OOB_FILL = 4, /* gather only */
  STREW_OOB_ASSUME = 5
};
enum {
  STREW_NEGATIVE_FROM_END = 0, /* a value in [-n, -1] gets n added, once */
  STREW_NEGATIVE_INVALID = 1   /* negatives go to the out-of-bounds policy as they are */
};

enum {
  STREW_WIDE = 0,  /* f16 and bf16 add, sub, mul and mean in f32 and round once; integer mean sums in wider integers */
  STREW_NATIVE = 1 /* every update rounds or wraps */
};
enum {
  STREW_DUPLICATES_ALLOW = 0,
  STREW_DUPLICATES_ERROR = 1 /* refuse, before any write, when two positions write one cell */
};
enum {
  STREW_PARTIAL_ELEMENT = 0, /* skip and fill leave out the elements of a cut window that are outside */
  STREW_PARTIAL_WHOLE = 1    /* ... the whole window */
};
enum { STREW_LINEAR = 0, STREW_CIRCULAR = 1 }; /* modes of tensor_scatter */

typedef struct strew_options {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  int32_t reduction;
  int32_t out_of_bounds;
  int32_t negative_indices;
  int32_t exclude_self; /* non-zero: the first update of a cell takes the place of its old value */
  int32_t accumulate;   /* STREW_WIDE, STREW_NATIVE */
  int32_t unordered;    /* non-zero: float and complex add, sub, mul, mean may meet in any order where indices repeat */
  int32_t duplicates;   /* STREW_DUPLICATES_ALLOW, STREW_DUPLICATES_ERROR */
  int32_t partial_window; /* only where a tuple covers a window */
  strew_dtype fill_dtype; /* type of *fill_value: STREW_I64, STREW_U64, STREW_F64, or STREW_OPAQUE for raw bytes */
  uint64_t fill_bytes;    /* length of raw bytes: the width of one element */
  const void*
      fill_value;     /* null = zero bytes; only with STREW_OOB_FILL; plans copy it, one call reads it where it is */
  const char* solver; /* null = the fastest that is applicable; else a strew_solver_name: results are the same */
} strew_options;
#define STREW_OPTIONS_INIT                                                                            \
  {                                                                                                   \
    sizeof(strew_options), 1, STREW_NONE, STREW_OOB_ERROR, STREW_NEGATIVE_FROM_END, 0, STREW_WIDE, 0, \
        STREW_DUPLICATES_ALLOW, STREW_PARTIAL_ELEMENT, STREW_OPAQUE, 0, NULL, NULL                    \
  }

/* ---- Options of one execution ------------------------------------------------------------------------------------
 * What a caller brings of its own. Everything here may be left out (null, 0). No callback may throw. */

/* Where workspace and what prepared indices own come from. Both functions are needed. */
typedef struct strew_allocator {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  void* context;
  void* (*allocate)(void* context, uint64_t bytes, uint64_t alignment); /* null: not to be had, STREW_ERROR_MEMORY */
  void (*release)(void* context, void* block, uint64_t bytes, uint64_t alignment); /* as they were asked for */
} strew_allocator;
#define STREW_ALLOCATOR_INIT \
  { sizeof(strew_allocator), 1, NULL, NULL, NULL }

/* Threads of the caller. All four functions are needed; they may be called from inside tasks. Results never depend on
 * them. */
typedef struct strew_executor {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  void* context;
  uint64_t least_bytes;                   /* least bytes to move that are worth a task; 0 = the library's choice */
  uint64_t (*concurrency)(void* context); /* how many tasks may run at once, the caller's thread included; >= 1 */
  uint64_t (*worker)(void* context);      /* number of the calling thread, below concurrency() */
  int (*is_inside)(void* context);        /* non-zero: the calling thread runs a task already, nothing is split */
  /* Calls task(argument, n) once for each n < tasks, on any threads in any order; returns when all have returned. */
  void (*run)(void* context, uint64_t tasks, void (*task)(void* argument, uint64_t n), void* argument);
} strew_executor;
#define STREW_EXECUTOR_INIT \
  { sizeof(strew_executor), 1, NULL, 0, NULL, NULL, NULL, NULL }

typedef struct strew_execution {
  uint32_t struct_size;
  uint32_t version;     /* 1 */
  uint64_t threads;     /* 0 = as many as the machine allows; n = at most n, the caller included */
  int (*cancel)(void*); /* polled between blocks; non-zero stops with STREW_CANCELLED; may be null */
  void* cancel_context;
  void* workspace;                  /* the caller's, apart from all operands; null = from the allocator */
  uint64_t workspace_bytes;         /* at least strew_plan_workspace */
  const strew_allocator* allocator; /* null = the heap */
  const strew_executor* executor;   /* null = the calling thread alone */
} strew_execution;
#define STREW_EXECUTION_INIT \
  { sizeof(strew_execution), 1, 0, NULL, NULL, NULL, 0, NULL, NULL }

/* ---- Errors ------------------------------------------------------------------------------------------------------*/
enum {
  STREW_OPERAND_NONE = 0,
  STREW_OPERAND_DATA = 1,
  STREW_OPERAND_INDICES = 2,
  STREW_OPERAND_UPDATES = 3,
  STREW_OPERAND_OUTPUT = 4
};
enum { STREW_ERROR_RANK = 32 }; /* coordinates and tuple members beyond this many are counted but not listed */

/* What went wrong. Success sets `status` to STREW_OK and leaves all else as it was; a failure sets every field. The
 * index fields are meant only for STREW_ERROR_INDEX. */
typedef struct strew_error {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  strew_status status;
  int32_t operand;
  char rule[8];            /* the number of the broken rule: "ND3", "IX1"; docs/contract.md lists them */
  char message[488];       /* one sentence with the values, UTF-8, cut between two characters if longer */
  int64_t window;          /* places that the member covers in its dimension, 1 in most operators: see allowed_low */
  uint64_t position;       /* row-major number of the first bad position in the index shape, tuple dimension left out */
  uint64_t other_position; /* IX2: the first position that wrote a cell which `position` writes again */
  uint64_t bad_count;      /* how many positions are bad; 0 with IX2 */
  uint64_t component;      /* lowest bad member of that position's tuple */
  int64_t extent;          /* of the dimension it addresses */
  int64_t allowed_low;     /* below 0 where negatives count from the end; no value in (-window, 0) is allowed then */
  int64_t allowed_high;    /* allowed_high < allowed_low: no value is allowed */
  uint64_t coordinate_rank; /* rank of the index shape without the tuple dimension */
  uint64_t tuple_depth;
  int64_t coordinates[STREW_ERROR_RANK];    /* of the position */
  uint64_t tuple[STREW_ERROR_RANK];         /* as stored, 64 bits, sign-extended if the index type is signed */
  uint8_t tuple_negative[STREW_ERROR_RANK]; /* 1 = read tuple[i] as a negative int64_t */
} strew_error;
#define STREW_ERROR_INIT                                                                                      \
  {                                                                                                           \
    sizeof(strew_error), 1, STREW_OK, STREW_OPERAND_NONE, {0}, {0}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0}, {0}, { \
      0                                                                                                       \
    }                                                                                                         \
  }

/* ---- Operators ---------------------------------------------------------------------------------------------------
 * Each comes as one call and as a plan. D = extents of data, J = of indices, U = of updates, r and q the ranks of data
 * and indices. `options`, `execution` and `error` may be null. A scatter is in place when output is data: same pointer,
 * extents and strides. Updates are applied in row-major order of the positions.
 *
 * Plans: types, shapes, strides and options decide once; the data pointers of the tensors are not looked at. A plan is
 * immutable and may be executed from many threads at once. */
typedef struct strew_plan strew_plan;

/* out[B, p, j, s] = data[B, p, indices[B, j], s]; output: D[:axis] + J[b:] + D[axis+1:]. */
STREW_API strew_status strew_gather(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* output,
                                    int64_t axis, int64_t batch_dims, const strew_options* options,
                                    const strew_execution* execution, strew_error* error);
STREW_API strew_status strew_plan_gather(const strew_tensor* data, const strew_tensor* indices,
                                         const strew_tensor* output, int64_t axis, int64_t batch_dims,
                                         const strew_options* options, strew_plan** plan, strew_error* error);

/* out = data; out[B, p, indices[B, j], s] (reduction)= updates[B, p, j, s]; updates: D[:axis] + J[b:] + D[axis+1:]. */
STREW_API strew_status strew_scatter(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* updates,
                                     const strew_tensor* output, int64_t axis, int64_t batch_dims,
                                     const strew_options* options, const strew_execution* execution,
                                     strew_error* error);
STREW_API strew_status strew_plan_scatter(const strew_tensor* data, const strew_tensor* indices,
                                          const strew_tensor* updates, const strew_tensor* output, int64_t axis,
                                          int64_t batch_dims, const strew_options* options, strew_plan** plan,
                                          strew_error* error);

/* out[c] = data[c with c[axis] := indices[c]]; output: J, and J[d] <= D[d] off the axis. */
STREW_API strew_status strew_gather_elements(const strew_tensor* data, const strew_tensor* indices,
                                             const strew_tensor* output, int64_t axis, const strew_options* options,
                                             const strew_execution* execution, strew_error* error);
STREW_API strew_status strew_plan_gather_elements(const strew_tensor* data, const strew_tensor* indices,
                                                  const strew_tensor* output, int64_t axis,
                                                  const strew_options* options, strew_plan** plan, strew_error* error);

/* out = data; out[c with c[axis] := indices[c]] (reduction)= updates[c]; updates: J, and J[d] <= D[d] off the axis. */
STREW_API strew_status strew_scatter_elements(const strew_tensor* data, const strew_tensor* indices,
                                              const strew_tensor* updates, const strew_tensor* output, int64_t axis,
                                              const strew_options* options, const strew_execution* execution,
                                              strew_error* error);
STREW_API strew_status strew_plan_scatter_elements(const strew_tensor* data, const strew_tensor* indices,
                                                   const strew_tensor* updates, const strew_tensor* output,
                                                   int64_t axis, const strew_options* options, strew_plan** plan,
                                                   strew_error* error);

/* out[B, m, s] = data[B, indices[B, m, :], s]; k = J[q-1]; output: J[:-1] + D[b+k:]. */
STREW_API strew_status strew_gather_nd(const strew_tensor* data, const strew_tensor* indices,
                                       const strew_tensor* output, int64_t batch_dims, const strew_options* options,
                                       const strew_execution* execution, strew_error* error);
STREW_API strew_status strew_plan_gather_nd(const strew_tensor* data, const strew_tensor* indices,
                                            const strew_tensor* output, int64_t batch_dims,
                                            const strew_options* options, strew_plan** plan, strew_error* error);

/* out = data; out[B, indices[B, m, :], s] (reduction)= updates[B, m, s]; updates: J[:-1] + D[b+k:]. */
STREW_API strew_status strew_scatter_nd(const strew_tensor* data, const strew_tensor* indices,
                                        const strew_tensor* updates, const strew_tensor* output, int64_t batch_dims,
                                        const strew_options* options, const strew_execution* execution,
                                        strew_error* error);
STREW_API strew_status strew_plan_scatter_nd(const strew_tensor* data, const strew_tensor* indices,
                                             const strew_tensor* updates, const strew_tensor* output,
                                             int64_t batch_dims, const strew_options* options, strew_plan** plan,
                                             strew_error* error);

/* ONNX TensorScatter: out = cache; rows [w, w + U[axis]) of batch entry i, w = write_indices[i], become its updates.
 * Circular mode takes rows modulo D[axis]. Without write_indices (null) w is 0. A negative w is an error in both modes.
 * In records cache is data, write_indices are indices. Options must be the defaults. */
STREW_API strew_status strew_tensor_scatter(const strew_tensor* cache, const strew_tensor* updates,
                                            const strew_tensor* write_indices, const strew_tensor* output, int64_t axis,
                                            int32_t mode, const strew_options* options,
                                            const strew_execution* execution, strew_error* error);
STREW_API strew_status strew_plan_tensor_scatter(const strew_tensor* cache, const strew_tensor* updates,
                                                 const strew_tensor* write_indices, const strew_tensor* output,
                                                 int64_t axis, int32_t mode, const strew_options* options,
                                                 strew_plan** plan, strew_error* error);

/* StableHLO's dimension numbers, under its names. A count of 0 goes with a null pointer. */
typedef struct strew_dims {
  const int64_t* values;
  uint64_t count;
} strew_dims;

typedef struct strew_gather_dimensions {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  strew_dims offset_dims;
  strew_dims collapsed_slice_dims;
  strew_dims operand_batching_dims;
  strew_dims start_indices_batching_dims;
  strew_dims start_index_map;
  strew_dims slice_sizes;
  int64_t index_vector_dim;
} strew_gather_dimensions;
#define STREW_GATHER_DIMENSIONS_INIT \
  { sizeof(strew_gather_dimensions), 1, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, 0 }

typedef struct strew_scatter_dimensions {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  strew_dims update_window_dims;
  strew_dims inserted_window_dims;
  strew_dims input_batching_dims;
  strew_dims scatter_indices_batching_dims;
  strew_dims scatter_dims_to_operand_dims;
  int64_t index_vector_dim;
} strew_scatter_dimensions;
#define STREW_SCATTER_DIMENSIONS_INIT \
  { sizeof(strew_scatter_dimensions), 1, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, 0 }

/* The general windowed forms of StableHLO, one input at a time. Null options mean StableHLO's: negative indices
 * invalid, accumulate native, a gather clamps the start of a window, a scatter skips the elements of a window that are
 * outside. */
/* result[...] = operand[start + batching + offset]. */
STREW_API strew_status strew_stablehlo_gather(const strew_tensor* operand, const strew_tensor* start_indices,
                                              const strew_tensor* result, const strew_gather_dimensions* dimensions,
                                              const strew_options* options, const strew_execution* execution,
                                              strew_error* error);
STREW_API strew_status strew_plan_stablehlo_gather(const strew_tensor* operand, const strew_tensor* start_indices,
                                                   const strew_tensor* result,
                                                   const strew_gather_dimensions* dimensions,
                                                   const strew_options* options, strew_plan** plan, strew_error* error);

/* result = input; result[start + batching + window] (reduction)= updates[...]. */
STREW_API strew_status strew_stablehlo_scatter(const strew_tensor* input, const strew_tensor* scatter_indices,
                                               const strew_tensor* updates, const strew_tensor* result,
                                               const strew_scatter_dimensions* dimensions, const strew_options* options,
                                               const strew_execution* execution, strew_error* error);
STREW_API strew_status strew_plan_stablehlo_scatter(const strew_tensor* input, const strew_tensor* scatter_indices,
                                                    const strew_tensor* updates, const strew_tensor* result,
                                                    const strew_scatter_dimensions* dimensions,
                                                    const strew_options* options, strew_plan** plan,
                                                    strew_error* error);

/* Runs a plan. `updates` is null for a gather. A scatter is in place when data == output. */
STREW_API strew_status strew_execute(const strew_plan* plan, const void* data, const void* indices, const void* updates,
                                     void* output, const strew_execution* execution, strew_error* error);
/* All that strew_execute checks before it writes, and nothing else: pointers, overlap, indices, duplicates. */
STREW_API strew_status strew_check(const strew_plan* plan, const void* data, const void* indices, const void* updates,
                                   const void* output, const strew_execution* execution, strew_error* error);
STREW_API void strew_plan_destroy(strew_plan* plan);

/* Text of a plan. Each writes at most `capacity` bytes, the closing 0 included, and returns the length of the whole
 * text. problem: the canonical problem in one line, with a scatter's copy of data behind it and a digest of prepared
 * indices; equal lines are equal plans, but for digests of 64 bits that collide; describe: the solver, kernels, block
 * and bytes that must move, in one line; explain: describe, then each solver that was refused and why. */
STREW_API size_t strew_plan_problem(const strew_plan* plan, char* text, size_t capacity);
STREW_API size_t strew_plan_describe(const strew_plan* plan, char* text, size_t capacity);
STREW_API size_t strew_plan_explain(const strew_plan* plan, char* text, size_t capacity);
/* The numbers that the library is tuned with, a line each: name, value, what it decides. None changes a result. Written
 * as the texts above are. */
STREW_API size_t strew_tuning(char* text, size_t capacity);
STREW_API uint64_t strew_plan_hash(const strew_plan* plan); /* equal plans have equal hashes */
/* 1 = executed with the same good indices and the same bytes both write the same: the same move, the same layout of a
 * scatter's data, the same values where indices are prepared. */
STREW_API int strew_plan_equal(const strew_plan* left, const strew_plan* right);
/* Bytes that must be read and written; UINT64_MAX where there are more. */
STREW_API uint64_t strew_plan_bytes(const strew_plan* plan);
STREW_API uint64_t strew_plan_workspace(const strew_plan* plan); /* bytes an execution obtains */

/* ---- Prepared indices --------------------------------------------------------------------------------------------
 * An index operand that was inspected once: judged, duplicates found, order known. It owns a copy of the values, so the
 * caller's may change or go. It fits plans whose index extents, index type, addressed extents and windows, negative
 * rule and policy are those of the plan it was prepared with (PR1 to PR4); data, updates, their strides, element type
 * and reduction may differ. Immutable; used from many threads at once. */
typedef struct strew_prepared strew_prepared;

enum {
  STREW_UNSORTED = 0,
  STREW_SORTED = 1,   /* in row-major order of the positions no destination lies before the one before it */
  STREW_ASCENDING = 2 /* ... and none is the same: there are no duplicates */
};

typedef struct strew_prepared_facts {
  uint32_t struct_size;
  uint32_t version;        /* 1 */
  uint64_t bytes;          /* that the prepared indices own */
  uint64_t positions;      /* all of them, broadcast ones included */
  uint64_t left_out;       /* positions that the policy leaves out */
  uint64_t duplicates;     /* positions with a cell that an earlier position addresses too */
  uint64_t first_position; /* meant only with duplicates: the first such position ... */
  uint64_t other_position; /* ... and the first position that addresses a cell of it */
  int32_t order;           /* STREW_UNSORTED, STREW_SORTED, STREW_ASCENDING; positions left out do not count */
  int32_t reserved;        /* 0 */
} strew_prepared_facts;
#define STREW_PREPARED_FACTS_INIT \
  { sizeof(strew_prepared_facts), 1, 0, 0, 0, 0, 0, 0, STREW_UNSORTED, 0 }

/* Bytes that indices prepared with this plan will own, and bytes of workspace that preparing them obtains and gives
 * back. */
STREW_API uint64_t strew_plan_prepared_bytes(const strew_plan* plan);
STREW_API uint64_t strew_plan_prepare_workspace(const strew_plan* plan);
/* Judges as strew_execute does (STREW_ERROR_INDEX, IX1). The allocator of `execution` must live as long as what it
 * gave. Duplicates are no error here; binding to a plan that refuses them is. */
STREW_API strew_status strew_prepare(const strew_plan* plan, const void* indices, const strew_execution* execution,
                                     strew_prepared** prepared, strew_error* error);
STREW_API void strew_prepared_destroy(strew_prepared* prepared);
STREW_API strew_status strew_prepared_inspect(const strew_prepared* prepared, strew_prepared_facts* facts,
                                              strew_error* error);
/* Positions ordered by destination, equal ones as they come, those left out at the end. Writes at most `capacity` and
 * returns the number of positions. */
STREW_API uint64_t strew_prepared_order(const strew_prepared* prepared, uint64_t capacity, uint64_t* positions);
/* A plan that needs no indices: strew_execute with null `indices`. It keeps what it needs of `prepared`, which may be
 * destroyed first. STREW_ERROR_INDEX (IX2) where the plan refuses duplicates and there are some. */
STREW_API strew_status strew_plan_bind(const strew_plan* plan, const strew_prepared* prepared, strew_plan** bound,
                                       strew_error* error);

/* ---- Shapes ------------------------------------------------------------------------------------------------------
 * The extents that the direct operand (output of a gather, updates of a scatter) must have; those of gather_elements
 * and scatter_elements are the extents of indices. Writes at most `capacity` extents; *rank is the whole number. */
STREW_API strew_status strew_shape_along_axis(const strew_tensor* data, const strew_tensor* indices, int64_t axis,
                                              int64_t batch_dims, uint64_t capacity, int64_t* extents, uint64_t* rank,
                                              strew_error* error);
STREW_API strew_status strew_shape_nd(const strew_tensor* data, const strew_tensor* indices, int64_t batch_dims,
                                      uint64_t capacity, int64_t* extents, uint64_t* rank, strew_error* error);
STREW_API strew_status strew_shape_stablehlo_gather(const strew_tensor* operand, const strew_tensor* start_indices,
                                                    const strew_gather_dimensions* dimensions, uint64_t capacity,
                                                    int64_t* extents, uint64_t* rank, strew_error* error);

/* ---- DLPack ------------------------------------------------------------------------------------------------------
 * Checks a DLTensor (CPU, whole bytes) and describes it. DLPack counts strides in elements: `strides` must have room
 * for `capacity` >= its rank numbers and lives as long as `tensor`; extents are borrowed from the DLTensor. */
STREW_API strew_status strew_tensor_from_dlpack(const void* dl_tensor, uint64_t capacity, int64_t* strides,
                                                strew_tensor* tensor, strew_error* error);

/* ---- Names -------------------------------------------------------------------------------------------------------*/
STREW_API const char* strew_version(void);
STREW_API uint32_t strew_abi_version(void); /* 1 */
STREW_API const char* strew_status_name(strew_status status);
STREW_API const char* strew_dtype_name(strew_dtype dtype);
STREW_API uint64_t strew_dtype_bytes(strew_dtype dtype);  /* 0 for STREW_OPAQUE and unknown types */
STREW_API const char* strew_rule_text(const char* rule);  /* what rule "ND3" asks for; null if there is none */
STREW_API const char* strew_rule_name(uint64_t number);   /* the rules in order, null past the last */
STREW_API const char* strew_solver_name(uint64_t number); /* the solvers, fastest first, null past the last */
/* The options that null ones mean to strew_stablehlo_gather (is_scatter 0) and strew_stablehlo_scatter. */
STREW_API strew_status strew_stablehlo_options(int32_t is_scatter, strew_options* options, strew_error* error);

#ifdef __cplusplus
}
#endif

#endif
