// BNNSScatter and BNNSScatterND.
#include "bnns/call.hpp"

using namespace strew::frontends;  // NOLINT(google-build-using-namespace): the functions below are its C API

int strew_bnns_scatter(std::size_t axis, std::uint32_t op, const BNNSNDArrayDescriptor* input,
                       const BNNSNDArrayDescriptor* indices, BNNSNDArrayDescriptor* output,
                       const BNNSFilterParameters* filter_parameters, const strew_options* options) {
  bnns::call call(STREW_OPERAND_UPDATES, input, indices, output);
  return call.run(op, axis, filter_parameters, options);
}

int strew_bnns_scatter_nd(std::uint32_t op, const BNNSNDArrayDescriptor* input, const BNNSNDArrayDescriptor* indices,
                          BNNSNDArrayDescriptor* output, const BNNSFilterParameters* filter_parameters,
                          const strew_options* options) {
  bnns::call call(STREW_OPERAND_UPDATES, input, indices, output);
  return call.run(op, std::nullopt, filter_parameters, options);
}
