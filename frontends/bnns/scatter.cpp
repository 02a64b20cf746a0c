// BNNSScatter and BNNSScatterND. The output is the data too: the engine works in place.
#include "bnns/call.hpp"
#include "bnns/last_error.hpp"

using namespace strew::frontends;  // NOLINT(google-build-using-namespace): the functions below are the C side of it

int strew_bnns_scatter(std::size_t axis, std::uint32_t op, const BNNSNDArrayDescriptor* input,
                       const BNNSNDArrayDescriptor* indices, BNNSNDArrayDescriptor* output,
                       const BNNSFilterParameters* filter_parameters, const strew_options* options) {
  bnns::call call(STREW_OPERAND_UPDATES, input, indices, output);
  if (const maybe_failure bad = call.read(op, axis, filter_parameters, options)) return bnns::conclude(*bad);
  const strew_tensor from = call.input().tensor();
  const strew_tensor at = call.indices().tensor();
  const strew_tensor to = call.output().tensor();
  const auto along = static_cast<std::int64_t>(axis);
  strew_error* const error = &bnns::last_error();
  if (at.rank == 1)
    return bnns::conclude(strew_scatter(&to, &at, &from, &to, along, 0, call.options(), call.execution(), error));
  return bnns::conclude(strew_scatter_elements(&to, &at, &from, &to, along, call.options(), call.execution(), error));
}

int strew_bnns_scatter_nd(std::uint32_t op, const BNNSNDArrayDescriptor* input, const BNNSNDArrayDescriptor* indices,
                          BNNSNDArrayDescriptor* output, const BNNSFilterParameters* filter_parameters,
                          const strew_options* options) {
  bnns::call call(STREW_OPERAND_UPDATES, input, indices, output);
  if (const maybe_failure bad = call.read(op, std::nullopt, filter_parameters, options)) return bnns::conclude(*bad);
  call.read_single(call.output(), call.input());
  const strew_tensor from = call.input().tensor();
  const strew_tensor at = call.indices().tensor();
  const strew_tensor to = call.output().tensor();
  return bnns::conclude(
      strew_scatter_nd(&to, &at, &from, &to, 0, call.options(), call.execution(), &bnns::last_error()));
}
