/* An operator as one value: its kind and its parameters in one struct, so that code for any operator needs no switch.
 * strew_gather and the other functions of strew.h make the same calls. Part of strew.h. */
#ifndef STREW_OPERATOR_H
#define STREW_OPERATOR_H

#include "strew/types.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  STREW_OPERATOR_GATHER = 1,
  STREW_OPERATOR_SCATTER = 2,
  STREW_OPERATOR_GATHER_ELEMENTS = 3,
  STREW_OPERATOR_SCATTER_ELEMENTS = 4,
  STREW_OPERATOR_GATHER_ND = 5,
  STREW_OPERATOR_SCATTER_ND = 6,
  STREW_OPERATOR_TENSOR_SCATTER = 7,
  STREW_OPERATOR_STABLEHLO_GATHER = 8,
  STREW_OPERATOR_STABLEHLO_SCATTER = 9,
  STREW_OPERATOR_SEGMENT_REDUCE = 10,
  STREW_OPERATOR_SDDMM = 11,
  STREW_OPERATOR_GATHER_BLOCK_QUANTIZED = 12,
  STREW_OPERATOR_SEGMENT_SCAN = 13
};
enum { STREW_MODE_LINEAR = 0, STREW_MODE_CIRCULAR = 1 }; /* modes of tensor_scatter */
enum {
  STREW_SCAN_INCLUSIVE = 0,
  STREW_SCAN_EXCLUSIVE = 1
}; /* modes of segment_scan: with a position's own row or not */

/* StableHLO's dimension numbers, under its names. With a count of 0 the pointer is null. */
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

/* How segment_reduce, segment_scan and sddmm find the segment of a position, and what their two index operands may
 * hold. Positions are those of the indices, or the rows of data where there are none. */
enum {
  STREW_SEGMENTS_IDS = 0,     /* segments has the segment of each position, in any order */
  STREW_SEGMENTS_OFFSETS = 1, /* segment s has positions segments[s] to segments[s + 1] - 1; the last offset may be left
                                 out: then the last segment ends with the positions */
  STREW_SEGMENTS_GROUPS = 2   /* no segments: each row of the last dimension of indices is one */
};
typedef struct strew_segmentation {
  uint32_t struct_size;
  uint32_t version;            /* 1 */
  int64_t form;                /* STREW_SEGMENTS_IDS, ... */
  int32_t out_of_bounds;       /* of ids: STREW_OOB_ERROR, CLAMP, WRAP, SKIP, ASSUME */
  int32_t ids_from_end;        /* 1: ids below 0 count from the end; 0: they are out of bounds */
  int32_t has_padding_index;   /* 1: positions whose row is padding_index contribute nothing */
  int32_t has_padding_segment; /* 1: positions whose id is padding_segment contribute nothing */
  int64_t padding_index;   /* a row of data, as which indices are compared after their policy; below 0 from the end */
  int64_t padding_segment; /* the same, of ids */
  int64_t
      segment_count; /* of segment_scan, which has no operand with as many rows; of offsets 0: one less than those */
} strew_segmentation;
#define STREW_SEGMENTATION_INIT \
  { sizeof(strew_segmentation), 1, STREW_SEGMENTS_IDS, STREW_OOB_ERROR, 0, 0, 0, 0, 0, 0 }

/* How codes are decoded by gather_block_quantized, and by segment_reduce where its data are some: codes of data are
 * bytes, bits / 8 of one for each value, unsigned where data are u8 and signed where they are i8. */
enum {
  STREW_PACKING_LOW_FIRST = 0, /* the lowest bits of a byte are its first code */
  STREW_PACKING_HALVES = 1 /* byte j of a block has code j in its low half, code j + block_size / 2 in its high one */
};
typedef struct strew_quantization {
  uint32_t struct_size;
  uint32_t version;   /* 1 */
  int32_t bits;       /* of a code: 8, 4, 2 */
  int32_t packing;    /* STREW_PACKING_LOW_FIRST, STREW_PACKING_HALVES */
  int64_t block_size; /* values that share a scale; the last block of a row may have fewer; 0: a row is one block */
} strew_quantization;
#define STREW_QUANTIZATION_INIT \
  { sizeof(strew_quantization), 1, 0, STREW_PACKING_LOW_FIRST, 0 }

/* Fields that a kind does not use are 0 or null (PT5). The structs pointed to must be valid until the function returns.
 */
typedef struct strew_operator {
  uint32_t struct_size;
  uint32_t version;   /* 1 */
  int32_t kind;       /* STREW_OPERATOR_GATHER, ... */
  int32_t mode;       /* tensor_scatter, segment_scan */
  int64_t axis;       /* gather, scatter, their other forms with an axis, tensor_scatter */
  int64_t batch_dims; /* gather, scatter, their nd forms, those of segments */
  const strew_gather_dimensions* gather_dimensions;   /* stablehlo_gather */
  const strew_scatter_dimensions* scatter_dimensions; /* stablehlo_scatter */
  const strew_segmentation* segmentation;             /* segment_reduce, segment_scan, sddmm */
  const strew_quantization* quantization;             /* gather_block_quantized, segment_reduce of codes */
} strew_operator;
#define STREW_OPERATOR_INIT \
  { sizeof(strew_operator), 1, 0, 0, 0, 0, NULL, NULL, NULL, NULL }

/* A plan: types, shapes, strides and options decided once. Data pointers may be null: only strew_plan_bytes and the
 * texts depend on whether those of data and output are the same. A plan is immutable and may be executed from many
 * threads at once. */
typedef struct strew_plan strew_plan;
/* An index operand validated in advance: strew.h has its functions. */
typedef struct strew_prepared strew_prepared;

/* Any operator as a one-shot call and as a plan, with the semantics of the operator's own functions in strew.h.
 * `updates` are null for a gather; `indices` may be null only for tensor_scatter. `options`, `execution` and `error`
 * may be null; null options mean the operator's own defaults. A scatter is in place when output is data: same pointer,
 * extents and strides. Operators of other operands, those of segments and gather_block_quantized, take them as one
 * struct: strew_run_at and strew_plan_of, in site.h. */
STREW_API strew_status strew_run(const strew_operator* op, const strew_tensor* data, const strew_tensor* indices,
                                 const strew_tensor* updates, const strew_tensor* output, const strew_options* options,
                                 const strew_execution* execution, strew_error* error);
STREW_API strew_status strew_plan_make(const strew_operator* op, const strew_tensor* data, const strew_tensor* indices,
                                       const strew_tensor* updates, const strew_tensor* output,
                                       const strew_options* options, strew_plan** plan, strew_error* error);

/* The extents that the direct operand (output of a gather, updates of a scatter) must have. Writes at most `capacity`;
 * *rank is the full rank. The updates of tensor_scatter and stablehlo_scatter, and the output of
 * gather_block_quantized, are not determined by data and indices: AT6. */
STREW_API strew_status strew_shape(const strew_operator* op, const strew_tensor* data, const strew_tensor* indices,
                                   uint64_t capacity, int64_t* extents, uint64_t* rank, strew_error* error);

/* "gather", "scatter", ..., the names of the functions; null for an unknown kind. */
STREW_API const char* strew_operator_name(int32_t kind);

#ifdef __cplusplus
}
#endif

#endif
