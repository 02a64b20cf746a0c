// BNNSGather and BNNSGatherND.
#include "bnns/call.hpp"

using namespace strew::frontends;  // NOLINT(google-build-using-namespace): the functions below are its C API

int strew_bnns_gather(std::size_t axis, const BNNSNDArrayDescriptor* input, const BNNSNDArrayDescriptor* indices,
                      BNNSNDArrayDescriptor* output, const BNNSFilterParameters* filter_parameters,
                      const strew_options* options) {
  bnns::call call(STREW_OPERAND_DATA, input, indices, output);
  return call.run(BNNSReduceFunctionNone, axis, filter_parameters, options);
}

int strew_bnns_gather_nd(const BNNSNDArrayDescriptor* input, const BNNSNDArrayDescriptor* indices,
                         BNNSNDArrayDescriptor* output, const BNNSFilterParameters* filter_parameters,
                         const strew_options* options) {
  bnns::call call(STREW_OPERAND_DATA, input, indices, output);
  return call.run(BNNSReduceFunctionNone, std::nullopt, filter_parameters, options);
}
