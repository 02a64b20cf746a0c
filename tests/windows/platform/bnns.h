/* Stands for Apple's own bnns.h: the macro that tells of it, its structures, with tags unlike ours, and its functions
 * with the same names as ours. */
#ifndef PLATFORM_BNNS_H
#define PLATFORM_BNNS_H

#include <stddef.h>
#include <stdint.h>

#define BNNS_MAX_TENSOR_DIMENSION 8

#ifdef __cplusplus
#define PLATFORM_ENUM(name) enum name : uint32_t
extern "C" {
#else
#define PLATFORM_ENUM(name) \
  typedef uint32_t name;    \
  enum
#endif

PLATFORM_ENUM(BNNSDataLayout){BNNSDataLayoutVector = 0x10000,
                              BNNSDataLayoutRowMajorMatrix = 0x20000,
                              BNNSDataLayoutColumnMajorMatrix = 0x20001,
                              BNNSDataLayout2DLastMajor = 0x28000,
                              BNNSDataLayout2DFirstMajor = 0x28001,
                              BNNSDataLayoutImageCHW = 0x30000,
                              BNNSDataLayoutConvolutionWeightsOIHW = 0x40000};
PLATFORM_ENUM(BNNSDataType){
    BNNSDataTypeFloat16 = 0x10010, BNNSDataTypeFloat32 = 0x10020, BNNSDataTypeBFloat16 = 0x18010,
    BNNSDataTypeInt8 = 0x20008,    BNNSDataTypeInt16 = 0x20010,   BNNSDataTypeInt32 = 0x20020,
    BNNSDataTypeInt64 = 0x20040,   BNNSDataTypeUInt8 = 0x40008,   BNNSDataTypeUInt16 = 0x40010,
    BNNSDataTypeUInt32 = 0x40020,  BNNSDataTypeUInt64 = 0x40040,  BNNSDataTypeBoolean = 0x100008};
PLATFORM_ENUM(BNNSNDArrayFlags){BNNSNDArrayFlagBackpropSet = 0};
PLATFORM_ENUM(BNNSFlags){BNNSFlagsUseClientPtr = 0x0001};
PLATFORM_ENUM(BNNSReduceFunction){BNNSReduceFunctionSum = 6, BNNSReduceFunctionNone = 15};

typedef struct BNNSNDArrayDescriptor {
  BNNSNDArrayFlags flags;
  BNNSDataLayout layout;
  size_t size[BNNS_MAX_TENSOR_DIMENSION];
  size_t stride[BNNS_MAX_TENSOR_DIMENSION];
  void* data;
  BNNSDataType data_type;
  void* table_data;
  BNNSDataType table_data_type;
  float data_scale;
  float data_bias;
} BNNSNDArrayDescriptor;

typedef int (*BNNSAlloc)(void** memptr, size_t alignment, size_t size);
typedef void (*BNNSFree)(void* ptr);

typedef struct BNNSFilterParameters {
  uint32_t flags;
  size_t n_threads;
  BNNSAlloc alloc_memory;
  BNNSFree free_memory;
} BNNSFilterParameters;

int BNNSScatterND(BNNSReduceFunction op, const BNNSNDArrayDescriptor* input, const BNNSNDArrayDescriptor* indices,
                  BNNSNDArrayDescriptor* output, const BNNSFilterParameters* filter_params);

#ifdef __cplusplus
}
#endif

#endif
