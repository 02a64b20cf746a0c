/* The usual case: BNNS's names and functions are here. Compiled as C11 and as C++20. */
#include "fill_bnns.h"

int call_everything(float* values, int32_t* places);

int call_everything(float* values, int32_t* places) {
  const BNNSNDArrayDescriptor input = vector_of(values, BNNSDataTypeFloat32, 4);
  const BNNSNDArrayDescriptor indices = vector_of(places, BNNSDataTypeInt32, 4);
  BNNSNDArrayDescriptor output = vector_of(values, BNNSDataTypeFloat32, 8);
  int failed = BNNSGather(0, &output, &indices, &output, NULL);
  failed |= BNNSGatherND(&output, &indices, &output, NULL);
  failed |= BNNSScatter(0, BNNSReduceFunctionMax, &input, &indices, &output, NULL);
  failed |= BNNSScatterND(BNNSReduceFunctionProduct, &input, &indices, &output, NULL);
  return failed | (BNNSDataLayoutGetRank(input.layout) != 1) | scatter_all(values, places);
}
