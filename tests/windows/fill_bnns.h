/* What code for BNNS does with the names of strew/bnns.h: descriptors are filled and handed over. C11 and C++20; only
 * compiled, never run. */
#ifndef FILL_BNNS_H
#define FILL_BNNS_H

#include <string.h>

#include "strew/bnns.h"

static inline BNNSNDArrayDescriptor vector_of(void* data, BNNSDataType type, size_t length) {
  BNNSNDArrayDescriptor made;
  memset(&made, 0, sizeof made);
  made.flags = BNNSNDArrayFlagBackpropSet;
  made.layout = BNNSDataLayoutVector;
  made.size[0] = length;
  made.stride[0] = 1;
  made.data = data;
  made.data_type = type;
  made.data_scale = 1;
  return made;
}

static inline int scatter_all(float* values, int32_t* places) {
  const BNNSNDArrayDescriptor input = vector_of(values, BNNSDataTypeFloat32, 4);
  const BNNSNDArrayDescriptor indices = vector_of(places, BNNSDataTypeInt32, 4);
  BNNSNDArrayDescriptor output = vector_of(values, BNNSDataTypeFloat32, 8);
  BNNSFilterParameters parameters = {BNNSFlagsUseClientPtr, 1, NULL, NULL};
  strew_error error = STREW_ERROR_INIT;
  int failed = strew_bnns_gather(0, &output, &indices, &output, &parameters, NULL);
  failed |= strew_bnns_gather_nd(&output, &indices, &output, NULL, NULL);
  failed |= strew_bnns_scatter(0, BNNSReduceFunctionSum, &input, &indices, &output, NULL, NULL);
  failed |= strew_bnns_scatter_nd(BNNSReduceFunctionNone, &input, &indices, &output, NULL, NULL);
  failed |= strew_bnns_layout_rank(input.layout) != 1;
  return failed != 0 ? strew_bnns_last_error(&error) : 0;
}

#endif
