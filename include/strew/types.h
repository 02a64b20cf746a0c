/* Types used by all functions of the C ABI: statuses, element types, operands, options, errors. Part of strew.h. */
#ifndef STREW_TYPES_H
#define STREW_TYPES_H

#include <stddef.h>
#include <stdint.h>

#if defined(STREW_STATIC) /* set by CMake for a program that links the static library on Windows */
#define STREW_API
#elif defined(_WIN32)
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
 * Errors are checked in this order; the first one is reported. */
typedef int32_t strew_status;
enum {
  STREW_STATUS_OK = 0,
  STREW_STATUS_POINTER = 1,   /* a null pointer, a struct of an unknown size or version, a device that is not the CPU */
  STREW_STATUS_TYPE = 2,      /* an element, index or reduction type that does not match */
  STREW_STATUS_ATTRIBUTE = 3, /* an option outside its values */
  STREW_STATUS_SHAPE = 4,     /* a numbered shape constraint: ND1 ... */
  STREW_STATUS_SIZE = 5,      /* sizes beyond 63 bits, strides of a written operand that overlap */
  STREW_STATUS_OVERLAP = 6,   /* operands that share bytes */
  STREW_STATUS_INDEX = 7,     /* an index outside its extent */
  STREW_STATUS_MEMORY = 8,    /* workspace could not be allocated */
  STREW_STATUS_CANCELLED = 9, /* the cancel callback requested it: the output is unspecified */
  STREW_STATUS_INTERNAL = 10  /* a defect of strew */
};

/* ---- Element types -----------------------------------------------------------------------------------------------
 * Elements are copied by their width, without arithmetic; only a reduction needs the type. */
typedef uint32_t strew_dtype;
enum {
  STREW_DTYPE_OPAQUE = 0, /* element_bytes bytes of any content: copied, not reduced */
  STREW_DTYPE_BOOL = 1,   /* one byte; any non-zero byte is true */
  STREW_DTYPE_I8 = 2,
  STREW_DTYPE_I16 = 3,
  STREW_DTYPE_I32 = 4,
  STREW_DTYPE_I64 = 5,
  STREW_DTYPE_U8 = 6,
  STREW_DTYPE_U16 = 7,
  STREW_DTYPE_U32 = 8,
  STREW_DTYPE_U64 = 9,
  STREW_DTYPE_F16 = 10,
  STREW_DTYPE_BF16 = 11,
  STREW_DTYPE_F32 = 12,
  STREW_DTYPE_F64 = 13,
  STREW_DTYPE_C64 = 14,     /* two F32 */
  STREW_DTYPE_C128 = 15,    /* two F64 */
  STREW_DTYPE_F8_E4M3 = 16, /* the OCP's, without infinities: copied, not reduced */
  STREW_DTYPE_F8_E5M2 = 17  /* copied, not reduced */
};

/* Devices have the numbers of DLPack. Plans can be made for tensors of any device; executions and one-shot calls accept
 * only those of the CPU. */
enum { STREW_DEVICE_CPU = 1 };

/* ---- Operands ----------------------------------------------------------------------------------------------------
 * A view: strew never owns its memory. One struct serves inputs and outputs; inputs are never written. */
typedef struct strew_tensor {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  uint32_t device;  /* STREW_DEVICE_CPU, or another number of DLPack */
  strew_dtype dtype;
  void* data;             /* the logically first element; no alignment is required */
  uint64_t element_bytes; /* 0 = the width of dtype; needed for STREW_DTYPE_OPAQUE */
  uint64_t rank;
  const int64_t* extents; /* rank of them; may be null at rank 0 */
  const int64_t* strides; /* in bytes, any sign, 0 allowed on inputs; null = packed row-major */
} strew_tensor;
#define STREW_TENSOR_INIT \
  { sizeof(strew_tensor), 1, STREW_DEVICE_CPU, STREW_DTYPE_OPAQUE, NULL, 0, 0, NULL, NULL }

/* ---- Options of an operator --------------------------------------------------------------------------------------
 * Each enum's 0 is the default. */
enum {
  STREW_REDUCTION_NONE = 0, /* the last write wins */
  STREW_REDUCTION_ADD = 1,
  STREW_REDUCTION_SUB = 2,
  STREW_REDUCTION_MUL = 3,
  STREW_REDUCTION_MIN = 4,
  STREW_REDUCTION_MAX = 5,
  STREW_REDUCTION_MEAN = 6, /* sum in order, then one division by the number of updates (+ 1 with the old value) */
  STREW_REDUCTION_AND = 7,
  STREW_REDUCTION_OR = 8,
  STREW_REDUCTION_XOR = 9
};
enum {
  STREW_OOB_ERROR = 0,
  STREW_OOB_CLAMP = 1,
  STREW_OOB_WRAP = 2,
  STREW_OOB_SKIP = 3, /* scatter: drop the update; gather: leave the output unchanged */
  STREW_OOB_FILL = 4, /* gather only */
  STREW_OOB_ASSUME = 5
};
enum {
  STREW_NEGATIVE_FROM_END = 0, /* a value in [-n, -1] gets n added, once */
  STREW_NEGATIVE_INVALID = 1   /* negatives are out of bounds: the policy applies to them */
};

enum {
  STREW_ACCUMULATE_WIDE =
      0, /* f16 and bf16 add, sub, mul and mean in f32 and round once; integer mean sums in wider integers */
  STREW_ACCUMULATE_NATIVE = 1 /* every update rounds or wraps */
};
enum {
  STREW_DUPLICATES_ALLOW = 0,
  STREW_DUPLICATES_ERROR = 1 /* refuse, before any write, when two positions write one cell */
};
enum {
  STREW_PARTIAL_ELEMENT = 0, /* skip and fill drop the elements of a cut window that are out of bounds */
  STREW_PARTIAL_WHOLE = 1    /* ... the whole window */
};

typedef struct strew_options {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  int32_t reduction;
  int32_t out_of_bounds;
  int32_t negative_indices;
  int32_t exclude_self; /* non-zero: the first update of a cell replaces its old value */
  int32_t accumulate;   /* STREW_ACCUMULATE_WIDE, STREW_ACCUMULATE_NATIVE */
  int32_t
      unordered; /* non-zero: float and complex add, sub, mul, mean may be combined in any order where indices repeat */
  int32_t duplicates;     /* STREW_DUPLICATES_ALLOW, STREW_DUPLICATES_ERROR */
  int32_t partial_window; /* only where a tuple covers a window */
  strew_dtype fill_dtype; /* type of *fill_value: STREW_DTYPE_I64, STREW_DTYPE_U64, STREW_DTYPE_F64, or
                             STREW_DTYPE_OPAQUE for raw bytes */
  uint64_t fill_bytes;    /* length of raw bytes: the width of one element */
  const void*
      fill_value;     /* null = zero bytes; only with STREW_OOB_FILL; plans copy it, one call reads it where it is */
  const char* solver; /* null = the fastest applicable; else a strew_solver_name: results are the same */
} strew_options;
#define STREW_OPTIONS_INIT                                                                                         \
  {                                                                                                                \
    sizeof(strew_options), 1, STREW_REDUCTION_NONE, STREW_OOB_ERROR, STREW_NEGATIVE_FROM_END, 0,                   \
        STREW_ACCUMULATE_WIDE, 0, STREW_DUPLICATES_ALLOW, STREW_PARTIAL_ELEMENT, STREW_DTYPE_OPAQUE, 0, NULL, NULL \
  }

/* ---- Options of one execution ------------------------------------------------------------------------------------
 * Resources provided by the caller. All of them are optional (null, 0). No callback may throw. */

/* Allocates workspace and the memory of prepared indices. Both functions are required. */
typedef struct strew_allocator {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  void* context;
  void* (*allocate)(void* context, uint64_t bytes, uint64_t alignment); /* null: failure, STREW_STATUS_MEMORY */
  void (*release)(void* context, void* block, uint64_t bytes, uint64_t alignment); /* same numbers */
} strew_allocator;
#define STREW_ALLOCATOR_INIT \
  { sizeof(strew_allocator), 1, NULL, NULL, NULL }

/* The caller's thread pool. All three functions are required; they may be called from inside tasks. Results never
 * depend on them. */
typedef struct strew_executor {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  void* context;
  uint64_t min_bytes; /* smallest useful task: bytes moved, 16 more an index tuple; 0 = the library's choice */
  uint64_t (*concurrency)(void* context); /* number of concurrent tasks, the caller's thread included; >= 1 */
  int (*is_inside)(void* context);        /* non-zero: the calling thread already runs a task, nothing is split */
  /* Calls task(argument, n) once for each n < tasks, on any threads in any order; returns when all have returned. */
  void (*run)(void* context, uint64_t tasks, void (*task)(void* argument, uint64_t n), void* argument);
} strew_executor;
#define STREW_EXECUTOR_INIT \
  { sizeof(strew_executor), 1, NULL, 0, NULL, NULL, NULL }

/* What the content of the output is worth after a failure: an option of one execution, which says nothing else. */
enum {
  STREW_ON_ERROR_KEEP = 0,   /* unchanged, byte for byte: indices are validated before the first write */
  STREW_ON_ERROR_DISCARD = 1 /* nothing: unspecified, so that the indices may be read once, validated as it is written;
                                the error is the same */
};

typedef struct strew_execution {
  uint32_t struct_size;
  uint32_t version;     /* 2; 1 has no on_error: the struct ends before it, and the output is kept */
  uint64_t threads;     /* 0 = as many as the machine allows; n = at most n, the caller included */
  int (*cancel)(void*); /* polled between blocks, by any thread of the call, also concurrently; non-zero stops with
                           STREW_STATUS_CANCELLED; may be null */
  void* cancel_context;
  void* workspace;                  /* the caller's, disjoint from all operands; null = from the allocator */
  uint64_t workspace_bytes;         /* at least strew_plan_workspace */
  const strew_allocator* allocator; /* null = the heap */
  const strew_executor* executor;   /* null = the threads of the library, if it was built with any */
  int32_t on_error;                 /* STREW_ON_ERROR_KEEP, STREW_ON_ERROR_DISCARD */
} strew_execution;
#define STREW_EXECUTION_INIT \
  { sizeof(strew_execution), 2, 0, NULL, NULL, NULL, 0, NULL, NULL, STREW_ON_ERROR_KEEP }

/* ---- Errors ------------------------------------------------------------------------------------------------------*/
enum {
  STREW_OPERAND_NONE = 0,
  STREW_OPERAND_DATA = 1,
  STREW_OPERAND_INDICES = 2,
  STREW_OPERAND_UPDATES = 3,
  STREW_OPERAND_OUTPUT = 4,
  STREW_OPERAND_FROM = 5,     /* the indices of updates, see problem.h */
  STREW_OPERAND_WEIGHTS = 6,  /* of updates, or of the positions of segment_reduce */
  STREW_OPERAND_SEGMENTS = 7, /* of segment_reduce, segment_scan, sddmm */
  STREW_OPERAND_BASE = 8,     /* of segment_reduce */
  STREW_OPERAND_RIGHT = 9,    /* of sddmm */
  STREW_OPERAND_SCALES = 10,  /* of gather_block_quantized, as are the next two */
  STREW_OPERAND_ZERO_POINTS = 11,
  STREW_OPERAND_CODEBOOK = 12,
  STREW_OPERAND_ARG = 13, /* of segment_reduce, as is count */
  STREW_OPERAND_COUNT = 14
};
enum { STREW_ERROR_RANK = 32 }; /* coordinates and tuple members beyond this many are counted but not listed */

/* A value of a message, in the order of the message. */
enum {
  STREW_VALUE_INTEGER = 1, /* number */
  STREW_VALUE_TYPE = 2,    /* number is a strew_dtype, of elements of `count` bytes (0: as it says) of `operand` */
  STREW_VALUE_OPERAND = 3, /* operand */
  STREW_VALUE_LIST = 4,    /* `count` of the record's `numbers`, from place `number` on: extents, dimensions */
  STREW_VALUE_TUPLE = 5,   /* the same: coordinates, an index tuple */
  STREW_VALUE_TEXT = 6,    /* `count` bytes of the record's `texts`, from place `number` on */
  STREW_VALUE_WORDS = 7    /* the same: words of the library's, which may be a phrase of a vocabulary */
};
typedef struct strew_error_value {
  int32_t kind;         /* STREW_VALUE_... */
  int32_t operand;      /* STREW_OPERAND_... */
  uint64_t is_unsigned; /* 1 = read the integer, or the numbers, as uint64_t */
  uint64_t count;
  int64_t number;
} strew_error_value;
enum { STREW_ERROR_VALUES = 12, STREW_ERROR_NUMBERS = 96, STREW_ERROR_TEXTS = 480 }; /* more are counted, not listed */

/* An error record. Success sets `status` to STREW_STATUS_OK and leaves all other fields unchanged; a failure sets every
 * field. The index fields are valid only for STREW_STATUS_INDEX. */
typedef struct strew_error {
  uint32_t struct_size;
  uint32_t version; /* 2; 1 ends before `sentence` */
  strew_status status;
  int32_t operand;
  char rule[8];             /* the number of the broken rule: "ND3", "IX1"; contract.md lists them */
  char message[488];        /* one sentence with the values, UTF-8, truncated between two characters if longer */
  int64_t window;           /* places that the member covers in its dimension, 1 in most operators: see allowed_low */
  uint64_t position;        /* row-major number of the first bad position in the index shape without tuple dimension */
  uint64_t other_position;  /* IX2: the first position that wrote a cell also written by `position` */
  uint64_t bad_count;       /* number of bad positions; 0 with IX2 */
  uint64_t component;       /* first bad member of that position's tuple */
  int64_t extent;           /* of the dimension it addresses */
  int64_t allowed_low;      /* below 0 where negatives count from the end; no value in (-window, 0) is allowed then */
  int64_t allowed_high;     /* allowed_high < allowed_low: no value is allowed */
  uint64_t coordinate_rank; /* rank of the index shape without the tuple dimension */
  uint64_t tuple_depth;
  int64_t coordinates[STREW_ERROR_RANK];    /* of the position */
  uint64_t tuple[STREW_ERROR_RANK];         /* as stored, 64 bits, sign-extended if the index type is signed */
  uint8_t tuple_negative[STREW_ERROR_RANK]; /* 1 = read tuple[i] as a negative int64_t */
  const char* sentence; /* what the message says, with {} for its values: see strew_error_text. As long as the library
                           is loaded; null in a message that the library did not make */
  uint32_t sentence_number; /* of the sentence, whatever it is called; 0 without one */
  uint32_t value_count;
  strew_error_value values[STREW_ERROR_VALUES];
  int64_t numbers[STREW_ERROR_NUMBERS];
  char texts[STREW_ERROR_TEXTS];
} strew_error;
#define STREW_ERROR_INIT                                                                                           \
  {                                                                                                                \
    sizeof(strew_error), 2, STREW_STATUS_OK, STREW_OPERAND_NONE, {0}, {0}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0}, {0}, \
        {0}, NULL, 0, 0, {{0, 0, 0, 0, 0}}, {0}, {                                                                 \
      0                                                                                                            \
    }                                                                                                              \
  }

/* Words for what a message speaks of, of somebody whose users know it by other names. */
typedef struct strew_phrase {
  const char* engine; /* as it stands between < and > in a sentence: "extent {} is {}" */
  const char* own;    /* "axis {0} is of size {1}": values by their number in the phrase */
} strew_phrase;

enum { STREW_TEXT_RULE = 1, STREW_TEXT_OPERAND = 2 }; /* what stands before the sentence: "ND3: ", "indices: " */

typedef struct strew_vocabulary {
  uint32_t struct_size;
  uint32_t version;            /* 1 */
  const strew_phrase* phrases; /* what is not among them, the engine says */
  uint64_t phrase_count;
  /* The name of an element type, of that operand; null: the engine's. The function may be null too. */
  const char* (*type_name)(void* context, strew_dtype type, int32_t operand);
  void* context;
  const char* const*
      operands; /* names of operands by number; null entries, and more: the engine's; "": it is left out */
  uint64_t operand_count;
  const char* brackets; /* of lists: "[]", or "()", where one number is followed by a comma; null: "[]" */
  uint64_t parts;       /* STREW_TEXT_... */
  const struct strew_vocabulary* more; /* where phrases are looked up next; null: nowhere */
} strew_vocabulary;
#define STREW_VOCABULARY_INIT \
  { sizeof(strew_vocabulary), 1, NULL, 0, NULL, NULL, NULL, 0, NULL, STREW_TEXT_RULE | STREW_TEXT_OPERAND, NULL }

#ifdef __cplusplus
}
#endif

#endif
