// BNNSGather and BNNSGatherND.
#include "bnns/call.hpp"
#include "bnns/last_error.hpp"

using namespace strew::frontends;  // NOLINT(google-build-using-namespace): the functions below are the C side of it

int strew_bnns_gather(std::size_t axis, const BNNSNDArrayDescriptor* input, const BNNSNDArrayDescriptor* indices,
                      BNNSNDArrayDescriptor* output, const BNNSFilterParameters* filter_parameters,
                      const strew_options* options) {
  bnns::call call(STREW_OPERAND_DATA, input, indices, output);
  if (const maybe_failure bad = call.read(BNNSReduceFunctionNone, axis, filter_parameters, options))
    return bnns::conclude(*bad);
  const strew_tensor from = call.input().tensor();
  const strew_tensor at = call.indices().tensor();
  const strew_tensor to = call.output().tensor();
  const auto along = static_cast<std::int64_t>(axis);
  strew_error* const error = &bnns::last_error();
  if (at.rank == 1)
    return bnns::conclude(strew_gather(&from, &at, &to, along, 0, call.options(), call.execution(), error));
  return bnns::conclude(strew_gather_elements(&from, &at, &to, along, call.options(), call.execution(), error));
}

int strew_bnns_gather_nd(const BNNSNDArrayDescriptor* input, const BNNSNDArrayDescriptor* indices,
                         BNNSNDArrayDescriptor* output, const BNNSFilterParameters* filter_parameters,
                         const strew_options* options) {
  bnns::call call(STREW_OPERAND_DATA, input, indices, output);
  if (const maybe_failure bad = call.read(BNNSReduceFunctionNone, std::nullopt, filter_parameters, options))
    return bnns::conclude(*bad);
  call.read_single(call.input(), call.output());
  const strew_tensor from = call.input().tensor();
  const strew_tensor at = call.indices().tensor();
  const strew_tensor to = call.output().tensor();
  return bnns::conclude(strew_gather_nd(&from, &at, &to, 0, call.options(), call.execution(), &bnns::last_error()));
}
