// DML_OPERATOR_GATHER as the engine's gather.
#include "directml/planned_operator.hpp"
#include "strew/descriptor.hpp"

namespace strew::frontends::directml {

// With n = DimensionCount and m = IndexDimensions, Input[:Axis] ++ Indices ++ Input[Axis+1:] has n - 1 + m dimensions,
// of which the output has the last n. The omitted ones are leading 1s of the input.
maybe_failure plan_gather(const settings& with, const DML_GATHER_OPERATOR_DESC& desc, planned_operator& made) {
  const std::uint32_t n = made.data().rank;
  const std::uint32_t m = desc.IndexDimensions;
  if (desc.Axis >= n)
    return invalid(STREW_STATUS_SHAPE, STREW_OPERAND_NONE, "DM14", "Axis is {}; DimensionCount is {}", desc.Axis, n);
  if (m > n)
    return invalid(STREW_STATUS_SHAPE, STREW_OPERAND_INDICES, "DM10", "IndexDimensions is {}, not 0 to {}", m, n);
  if (auto bad = check_leading_ones(made.indices(), n - m)) return bad;
  const std::uint32_t cropped = m > 1 ? m - 1 : 0;
  const std::uint32_t prepended = m == 0 ? 1 : 0;
  if (cropped > desc.Axis) {
    return invalid(
        STREW_STATUS_SHAPE, STREW_OPERAND_OUTPUT, "DM12",
        "{} dimensions of indices in place of Axis {} leave {} dimensions in front of {}; {} are to be cropped", m,
        desc.Axis, desc.Axis, n, cropped);
  }
  for (std::uint32_t i = 0; i < cropped; ++i) {
    if (made.data().extents[i] == 1) continue;
    return invalid(STREW_STATUS_SHAPE, STREW_OPERAND_DATA, "DM12",
                   "the result has {} dimensions, DimensionCount is {}, and Sizes[{}], which is to be cropped, is {}",
                   n - 1 + m, n, i, made.data().extents[i]);
  }
  if (auto bad = check_leading_ones(made.output, prepended)) return bad;
  const strew_operator op = strew::detail::numbered(STREW_OPERATOR_GATHER, std::int64_t{desc.Axis} - cropped, 0);
  return make_plan(with, op, {cropped, n - m, prepended}, made);
}

}  // namespace strew::frontends::directml
