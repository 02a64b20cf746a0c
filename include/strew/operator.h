/* An operator as one value: which it is and its numbers, in one struct, so that code which takes any operator needs no
 * switch of its own. strew_gather and the other functions of strew.h are the same calls by name. Part of strew.h. */
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
  STREW_OPERATOR_STABLEHLO_SCATTER = 9
};
enum { STREW_MODE_LINEAR = 0, STREW_MODE_CIRCULAR = 1 }; /* modes of tensor_scatter */

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

/* Fields that a kind does not use are 0 or null (PT5). The structs pointed to live until the function returns. */
typedef struct strew_operator {
  uint32_t struct_size;
  uint32_t version;                                   /* 1 */
  int32_t kind;                                       /* STREW_OPERATOR_GATHER, ... */
  int32_t mode;                                       /* tensor_scatter */
  int64_t axis;                                       /* gather, scatter, their elements forms, tensor_scatter */
  int64_t batch_dims;                                 /* gather, scatter, their nd forms */
  const strew_gather_dimensions* gather_dimensions;   /* stablehlo_gather */
  const strew_scatter_dimensions* scatter_dimensions; /* stablehlo_scatter */
} strew_operator;
#define STREW_OPERATOR_INIT \
  { sizeof(strew_operator), 1, 0, 0, 0, 0, NULL, NULL }

/* A plan: types, shapes, strides and options decided once; the data pointers of the tensors are not looked at. A plan
 * is immutable and may be executed from many threads at once. */
typedef struct strew_plan strew_plan;

/* Any operator as one call and as a plan, with the meaning that strew.h gives at the operator's own functions.
 * `updates` are null for a gather; `indices` may be null for tensor_scatter alone. `options`, `execution` and `error`
 * may be null; null options mean the operator's own defaults. A scatter is in place when output is data: same pointer,
 * extents and strides. */
STREW_API strew_status strew_run(const strew_operator* op, const strew_tensor* data, const strew_tensor* indices,
                                 const strew_tensor* updates, const strew_tensor* output, const strew_options* options,
                                 const strew_execution* execution, strew_error* error);
STREW_API strew_status strew_plan_make(const strew_operator* op, const strew_tensor* data, const strew_tensor* indices,
                                       const strew_tensor* updates, const strew_tensor* output,
                                       const strew_options* options, strew_plan** plan, strew_error* error);

/* The extents that the direct operand (output of a gather, updates of a scatter) must have. Writes at most `capacity`;
 * *rank is the whole number. The updates of tensor_scatter and stablehlo_scatter do not follow from data and indices:
 * AT6. */
STREW_API strew_status strew_shape(const strew_operator* op, const strew_tensor* data, const strew_tensor* indices,
                                   uint64_t capacity, int64_t* extents, uint64_t* rank, strew_error* error);

/* "gather", "scatter", ... as the functions are called; null for an unknown kind. */
STREW_API const char* strew_operator_name(int32_t kind);

#ifdef __cplusplus
}
#endif

#endif
