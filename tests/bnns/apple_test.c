/* Where Apple's header was included before, strew's names are off and its functions take Apple's structures. What
 * stands for that header here has its names in its own ways: unscoped enums, structs with tags. */
#include <stddef.h>
#include <stdint.h>

#define BNNS_MAX_TENSOR_DIMENSION 8
typedef uint32_t BNNSDataLayout;
typedef uint32_t BNNSDataType;
typedef uint32_t BNNSNDArrayFlags;
typedef uint32_t BNNSReduceFunction;
enum { BNNSDataLayoutVector = 0x10000, BNNSDataTypeFloat32 = 0x10020, BNNSDataTypeInt32 = 0x20020 };
typedef int (*BNNSAlloc)(void** memptr, size_t alignment, size_t size);
typedef void (*BNNSFree)(void* ptr);
typedef struct BNNSFilterParameters {
  uint32_t flags;
  size_t n_threads;
  BNNSAlloc alloc_memory;
  BNNSFree free_memory;
} BNNSFilterParameters;
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
static int BNNSGather(void) {
  return 77;
} /* Apple's own function keeps its name */

#include "bnns/c_test.h"
#include "strew/bnns.h"

#if STREW_BNNS_NAMES
#error "the names of BNNS are Apple's here"
#endif

int strew_apple_test(void) {
  float table[] = {10, 20, 30}, found[2] = {0};
  int32_t places[] = {2, 0};
  const BNNSNDArrayDescriptor input = {
      .layout = BNNSDataLayoutVector, .size = {3}, .data = table, .data_type = BNNSDataTypeFloat32};
  const BNNSNDArrayDescriptor indices = {
      .layout = BNNSDataLayoutVector, .size = {2}, .data = places, .data_type = BNNSDataTypeInt32};
  BNNSNDArrayDescriptor output = {
      .layout = BNNSDataLayoutVector, .size = {2}, .data = found, .data_type = BNNSDataTypeFloat32};
  STREW_EXPECT(BNNSGather() == 77);
  STREW_EXPECT(strew_bnns_gather(0, &input, &indices, &output, NULL, NULL) == 0);
  STREW_EXPECT(found[0] == 30 && found[1] == 10);
  return 0;
}
