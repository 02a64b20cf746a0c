// The table of reduce functions.
#include "bnns/reduction.hpp"

#include <iterator>

#include "bnns/data_type.hpp"
#include "bnns/quantization.hpp"

namespace strew::frontends::bnns {
namespace {

constexpr std::int32_t no_reduction = -1;

struct reduce_function {
  const char* name;
  std::int32_t reduction;
};

// Indexed by value: 0, 1, ...
constexpr reduce_function functions[] = {
    {"Max", STREW_REDUCTION_MAX},
    {"Min", STREW_REDUCTION_MIN},
    {"ArgMax", no_reduction},
    {"ArgMin", no_reduction},
    {"Mean", no_reduction},
    {"MeanNonZero", no_reduction},
    {"Sum", STREW_REDUCTION_ADD},
    {"SumSquare", no_reduction},
    {"SumLog", no_reduction},
    {"L1Norm", no_reduction},
    {"LogicalOr", STREW_REDUCTION_OR},
    {"LogicalAnd", STREW_REDUCTION_AND},
    {"L2Norm", no_reduction},
    {"LogSumExp", no_reduction},
    {"Product", STREW_REDUCTION_MUL},
    {"None", STREW_REDUCTION_NONE},
    {"LogSum", no_reduction},
};
static_assert(BNNSReduceFunctionMax == 0 && std::size(functions) == BNNSReduceFunctionLogSum + 1);

}  // namespace

maybe_failure read_reduction(std::uint32_t op, const operand& output, std::int32_t& reduction) {
  if (op >= std::size(functions))
    return fail(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "BN6", "reduction {} is not known", op);
  const reduce_function& function = functions[op];
  if (function.reduction == no_reduction)
    return fail(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "BN6",
                "{} does not say how one update combines with one value", function.name);
  reduction = function.reduction;
  const BNNSNDArrayDescriptor& descriptor = output.descriptor();
  const std::uint32_t type = descriptor.data_type;
  const bool is_logical = op == BNNSReduceFunctionLogicalOr || op == BNNSReduceFunctionLogicalAnd;
  if (is_logical && type != BNNSDataTypeBoolean)
    return fail_of(output.name(), STREW_STATUS_TYPE, output.number(), "BN7",
                   "{} of elements of data_type {:#x}, not Boolean", function.name, type);
  if (op == BNNSReduceFunctionNone) return {};
  if (is_indexed(descriptor.data_type))
    return fail_of(output.name(), STREW_STATUS_TYPE, output.number(), "BN8",
                   "{} of elements that are entries of a table", function.name);
  if (is_integer(descriptor.data_type) && is_scaled(descriptor))
    return fail_of(output.name(), STREW_STATUS_TYPE, output.number(), "BN8",
                   "{} of integers with data_scale {} and data_bias {}", function.name, scale_of(descriptor),
                   descriptor.data_bias);
  return {};
}

}  // namespace strew::frontends::bnns
