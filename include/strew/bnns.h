/* BNNS's gather and scatter on any machine: BNNSGather, BNNSGatherND, BNNSScatter, BNNSScatterND with the descriptors,
 * values and C signatures of Apple's Accelerate. Link with strew::bnns. docs/frontends/bnns.md maps each rule of
 * Apple's documentation to the behaviour here.
 *
 * Code that fills the descriptors compiles unchanged. What BNNS leaves undefined is defined: updates are applied in
 * row-major order of the indices, and without a reduction the last one wins; an index outside its extent, negative ones
 * included, is an error before anything is written; strew_bnns_last_error reports which.
 *
 * The names of BNNS are not defined if Apple's own header was included before; the strew_bnns functions then take
 * Apple's structures, which have the same layout. Included after this one it would define them again, an error. For C11
 * and C++20; strew/bnns.hpp has a C++ overlay that throws.
 */
#ifndef STREW_BNNS_H
#define STREW_BNNS_H

#include <stddef.h>
#include <stdint.h>

#include "strew/strew.h"

#if defined(STREW_STATIC) /* as in strew/types.h */
#define STREW_BNNS_API
#elif defined(_WIN32)
#if defined(STREW_BNNS_BUILD)
#define STREW_BNNS_API __declspec(dllexport)
#else
#define STREW_BNNS_API __declspec(dllimport)
#endif
#else
#define STREW_BNNS_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

#if !defined(BNNS_MAX_TENSOR_DIMENSION) /* Apple's header defines it */
#define STREW_BNNS_NAMES 1
#define BNNS_MAX_TENSOR_DIMENSION 8

/* Each enum is 32 bits wide; any value may be passed and unknown ones are refused. The macro's name is what a compiler
 * shows where Apple's header comes after this one and its enums are defined twice. */
#ifdef __cplusplus
#define STREW_BNNS_COMES_AFTER_ACCELERATE : uint32_t
#else
#define STREW_BNNS_COMES_AFTER_ACCELERATE
typedef uint32_t BNNSDataLayout;
typedef uint32_t BNNSDataType;
typedef uint32_t BNNSNDArrayFlags;
typedef uint32_t BNNSFlags;
typedef uint32_t BNNSReduceFunction;
#endif

/* The memory position of element (i, j, k, ...) of the logical tensor. s = stride, in elements. First major is C's
 * order (the first dimension is the slowest), last major Fortran's; stride[0] is always that of the fastest-varying
 * dimension. */
enum BNNSDataLayout STREW_BNNS_COMES_AFTER_ACCELERATE {
  BNNSDataLayoutVector = 0x10000,
  BNNSDataLayout1DLastMajor = 0x18000,
  BNNSDataLayout1DFirstMajor = 0x18001,
  BNNSDataLayoutRowMajorMatrix = 0x20000,
  BNNSDataLayoutColumnMajorMatrix = 0x20001,
  BNNSDataLayoutFullyConnectedSparse = 0x21001,
  BNNSDataLayout2DLastMajor = 0x28000,
  BNNSDataLayout2DFirstMajor = 0x28001,
  BNNSDataLayoutImageCHW = 0x30000,
  BNNSDataLayoutSNE = 0x30001,
  BNNSDataLayoutNSE = 0x30002,
  BNNSDataLayoutMHA_DHK = 0x30003,
  BNNSDataLayout3DLastMajor = 0x38000,
  BNNSDataLayout3DFirstMajor = 0x38001,
  BNNSDataLayoutConvolutionWeightsOIHW = 0x40000,
  BNNSDataLayoutConvolutionWeightsOIHrWr = 0x40001,
  BNNSDataLayoutConvolutionWeightsIOHrWr = 0x40002,
  BNNSDataLayoutConvolutionWeightsOIHW_Pack32 = 0x40010,
  BNNSDataLayout4DLastMajor = 0x48000,
  BNNSDataLayout4DFirstMajor = 0x48001,
  BNNSDataLayout5DLastMajor = 0x58000,
  BNNSDataLayout5DFirstMajor = 0x58001,
  BNNSDataLayout6DLastMajor = 0x68000,
  BNNSDataLayout6DFirstMajor = 0x68001,
  BNNSDataLayout7DLastMajor = 0x78000,
  BNNSDataLayout7DFirstMajor = 0x78001,
  BNNSDataLayout8DLastMajor = 0x88000,
  BNNSDataLayout8DFirstMajor = 0x88001
};

/* Class of the type | width in bits. */
enum BNNSDataType STREW_BNNS_COMES_AFTER_ACCELERATE {
  BNNSDataTypeFloatBit = 0x10000,
  BNNSDataTypeFloat16 = 0x10010,
  BNNSDataTypeFloat32 = 0x10020,
  BNNSDataTypeBFloat16 = 0x18010,
  BNNSDataTypeIntBit = 0x20000,
  BNNSDataTypeInt1 = 0x20001,
  BNNSDataTypeInt2 = 0x20002,
  BNNSDataTypeInt4 = 0x20004,
  BNNSDataTypeInt8 = 0x20008,
  BNNSDataTypeInt16 = 0x20010,
  BNNSDataTypeInt32 = 0x20020,
  BNNSDataTypeInt64 = 0x20040,
  BNNSDataTypeUIntBit = 0x40000,
  BNNSDataTypeUInt1 = 0x40001,
  BNNSDataTypeUInt2 = 0x40002,
  BNNSDataTypeUInt3 = 0x40003,
  BNNSDataTypeUInt4 = 0x40004,
  BNNSDataTypeUInt6 = 0x40006,
  BNNSDataTypeUInt8 = 0x40008,
  BNNSDataTypeUInt16 = 0x40010,
  BNNSDataTypeUInt32 = 0x40020,
  BNNSDataTypeUInt64 = 0x40040,
  BNNSDataTypeIndexedBit = 0x80000,
  BNNSDataTypeIndexed1 = 0x80001,
  BNNSDataTypeIndexed2 = 0x80002,
  BNNSDataTypeIndexed4 = 0x80004,
  BNNSDataTypeIndexed8 = 0x80008,
  BNNSDataTypeMiscellaneousBit = 0x100000,
  BNNSDataTypeBoolean = 0x100008
};

enum BNNSNDArrayFlags STREW_BNNS_COMES_AFTER_ACCELERATE {
  BNNSNDArrayFlagBackpropSet = 0,
  BNNSNDArrayFlagBackpropAccumulate = 1 /* for gradients only; ignored here */
};

enum BNNSFlags STREW_BNNS_COMES_AFTER_ACCELERATE { BNNSFlagsUseClientPtr = 0x0001 };

/* How an update combines with the old value. Note that 0 is Max. The scatters accept None, Sum, Product, Min, Max, and,
 * for Boolean elements, LogicalOr and LogicalAnd. */
enum BNNSReduceFunction STREW_BNNS_COMES_AFTER_ACCELERATE {
  BNNSReduceFunctionMax = 0,
  BNNSReduceFunctionMin = 1,
  BNNSReduceFunctionArgMax = 2,
  BNNSReduceFunctionArgMin = 3,
  BNNSReduceFunctionMean = 4,
  BNNSReduceFunctionMeanNonZero = 5,
  BNNSReduceFunctionSum = 6,
  BNNSReduceFunctionSumSquare = 7,
  BNNSReduceFunctionSumLog = 8,
  BNNSReduceFunctionL1Norm = 9,
  BNNSReduceFunctionLogicalOr = 10,
  BNNSReduceFunctionAny = 10,
  BNNSReduceFunctionLogicalAnd = 11,
  BNNSReduceFunctionAll = 11,
  BNNSReduceFunctionL2Norm = 12,
  BNNSReduceFunctionLogSumExp = 13,
  BNNSReduceFunctionProduct = 14,
  BNNSReduceFunctionNone = 15, /* the update replaces the old value */
  BNNSReduceFunctionLogSum = 16
};

#undef STREW_BNNS_COMES_AFTER_ACCELERATE

typedef struct {
  BNNSNDArrayFlags flags;
  BNNSDataLayout layout;                    /* determines the rank */
  size_t size[BNNS_MAX_TENSOR_DIMENSION];   /* in elements; in the order of `layout` */
  size_t stride[BNNS_MAX_TENSOR_DIMENSION]; /* in elements; 0 = packed */
  void* data;
  BNNSDataType data_type;
  void* table_data; /* of Indexed types */
  BNNSDataType table_data_type;
  float data_scale; /* 0 is read as 1 */
  float data_bias;
} BNNSNDArrayDescriptor;

typedef int (*BNNSAlloc)(void** memptr, size_t alignment, size_t size); /* 0 on success, as posix_memalign */
typedef void (*BNNSFree)(void* ptr);

typedef struct {
  uint32_t flags;
  size_t n_threads;       /* 0 = automatic; an upper bound, the caller included */
  BNNSAlloc alloc_memory; /* allocates workspace; null = posix_memalign */
  BNNSFree free_memory;   /* null = free */
} BNNSFilterParameters;

#else
#define STREW_BNNS_NAMES 0
#endif

#if UINTPTR_MAX > 0xFFFFFFFF
#ifdef __cplusplus
#define STREW_BNNS_PIN(holds) static_assert(holds, "the layout of Accelerate")
#else
#define STREW_BNNS_PIN(holds) _Static_assert(holds, "the layout of Accelerate")
#endif
STREW_BNNS_PIN(sizeof(BNNSNDArrayDescriptor) == 176 && offsetof(BNNSNDArrayDescriptor, layout) == 4 &&
               offsetof(BNNSNDArrayDescriptor, size) == 8 && offsetof(BNNSNDArrayDescriptor, stride) == 72 &&
               offsetof(BNNSNDArrayDescriptor, data) == 136 && offsetof(BNNSNDArrayDescriptor, data_type) == 144 &&
               offsetof(BNNSNDArrayDescriptor, table_data) == 152 &&
               offsetof(BNNSNDArrayDescriptor, table_data_type) == 160 &&
               offsetof(BNNSNDArrayDescriptor, data_scale) == 164 && offsetof(BNNSNDArrayDescriptor, data_bias) == 168);
STREW_BNNS_PIN(sizeof(BNNSFilterParameters) == 32 && offsetof(BNNSFilterParameters, n_threads) == 8 &&
               offsetof(BNNSFilterParameters, alloc_memory) == 16 && offsetof(BNNSFilterParameters, free_memory) == 24);
#undef STREW_BNNS_PIN
#endif

/* The functions of BNNS under strew's names, with one more argument: `options` gives the index policy and, for a
 * scatter, everything but the reduction; null means BNNS's defaults: an index that is negative or too large is an
 * error. `filter_parameters` may be null. Each returns 0, or -1 with the output unchanged. Callable from many threads
 * concurrently.
 */

/* indices 1-D of length m: output[.., j, ..] = input[.., indices[j], ..] along `axis`, a dimension of m in output.
 * indices of the rank of input: output[c] = input[c with c[axis] := indices[c]], output of the shape of indices.
 * `axis` counts logical dimensions: 0 is the row dimension of both matrix layouts. */
STREW_BNNS_API int strew_bnns_gather(size_t axis, const BNNSNDArrayDescriptor* input,
                                     const BNNSNDArrayDescriptor* indices, BNNSNDArrayDescriptor* output,
                                     const BNNSFilterParameters* filter_parameters, const strew_options* options);

/* output[m, s] = input[indices[m, :], s]: the last dimension of indices holds tuples; indices of rank 1 are one. */
STREW_BNNS_API int strew_bnns_gather_nd(const BNNSNDArrayDescriptor* input, const BNNSNDArrayDescriptor* indices,
                                        BNNSNDArrayDescriptor* output, const BNNSFilterParameters* filter_parameters,
                                        const strew_options* options);

/* `input` holds the updates; `output` is destination and initial value.
 * indices 1-D: output[.., indices[j], ..] (op)= input[.., j, ..] along `axis`.
 * indices of the shape of input: output[c with c[axis] := indices[c]] (op)= input[c]. */
STREW_BNNS_API int strew_bnns_scatter(size_t axis, uint32_t op, const BNNSNDArrayDescriptor* input,
                                      const BNNSNDArrayDescriptor* indices, BNNSNDArrayDescriptor* output,
                                      const BNNSFilterParameters* filter_parameters, const strew_options* options);

/* output[indices[m, :], s] (op)= input[m, s]. */
STREW_BNNS_API int strew_bnns_scatter_nd(uint32_t op, const BNNSNDArrayDescriptor* input,
                                         const BNNSNDArrayDescriptor* indices, BNNSNDArrayDescriptor* output,
                                         const BNNSFilterParameters* filter_parameters, const strew_options* options);

/* The number of dimensions of a layout, those that the functions refuse included; SIZE_MAX, which Apple's platforms
 * call SIZE_T_MAX, for a value that is no layout. */
STREW_BNNS_API size_t strew_bnns_layout_rank(uint32_t layout);

/* Writes the options used for a null pointer. Returns 0, or -1 for an unknown struct size or version. */
STREW_BNNS_API int strew_bnns_default_options(strew_options* options);

/* The error of the last call of the calling thread; STREW_ERROR_INIT if it succeeded, or if there was none. `record`
 * begins with its size and version (STREW_ERROR_INIT). For a gather data is `input` and output `output`; for a scatter
 * updates is `input`, and data and output are `output`. Returns 0, or -1 for an unknown struct size or version. */
STREW_BNNS_API int strew_bnns_last_error(strew_error* record);

/* The rules of this frontend in order (BN1 ...), null past the last; the text of a rule, strew's own rules included.
 */
STREW_BNNS_API const char* strew_bnns_rule_name(uint64_t number);
STREW_BNNS_API const char* strew_bnns_rule_text(const char* rule);

#if STREW_BNNS_NAMES
static inline size_t BNNSDataLayoutGetRank(BNNSDataLayout layout) {
  return strew_bnns_layout_rank(layout);
}
static inline int BNNSGather(size_t axis, const BNNSNDArrayDescriptor* input, const BNNSNDArrayDescriptor* indices,
                             BNNSNDArrayDescriptor* output, const BNNSFilterParameters* filter_params) {
  return strew_bnns_gather(axis, input, indices, output, filter_params, NULL);
}
static inline int BNNSGatherND(const BNNSNDArrayDescriptor* input, const BNNSNDArrayDescriptor* indices,
                               BNNSNDArrayDescriptor* output, const BNNSFilterParameters* filter_params) {
  return strew_bnns_gather_nd(input, indices, output, filter_params, NULL);
}
static inline int BNNSScatter(size_t axis, BNNSReduceFunction op, const BNNSNDArrayDescriptor* input,
                              const BNNSNDArrayDescriptor* indices, BNNSNDArrayDescriptor* output,
                              const BNNSFilterParameters* filter_params) {
  return strew_bnns_scatter(axis, op, input, indices, output, filter_params, NULL);
}
static inline int BNNSScatterND(BNNSReduceFunction op, const BNNSNDArrayDescriptor* input,
                                const BNNSNDArrayDescriptor* indices, BNNSNDArrayDescriptor* output,
                                const BNNSFilterParameters* filter_params) {
  return strew_bnns_scatter_nd(op, input, indices, output, filter_params, NULL);
}
#endif

#ifdef __cplusplus
}
#endif

#endif
