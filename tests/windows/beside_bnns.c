/* After a platform's own bnns.h: its structures go to strew's functions, and BNNSScatterND is still the platform's.
 * Compiled as C11 and as C++20. */
#include "platform/bnns.h"

#include "fill_bnns.h"

int call_everything(float* values, int32_t* places);

int call_everything(float* values, int32_t* places) {
  BNNSNDArrayDescriptor output = vector_of(values, BNNSDataTypeFloat32, 8);
  int (*theirs)(BNNSReduceFunction, const BNNSNDArrayDescriptor*, const BNNSNDArrayDescriptor*, BNNSNDArrayDescriptor*,
                const BNNSFilterParameters*) = BNNSScatterND;
  return theirs(BNNSReduceFunctionSum, &output, &output, &output, NULL) | scatter_all(values, places);
}
