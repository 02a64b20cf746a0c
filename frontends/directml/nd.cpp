// DML_OPERATOR_GATHER_ND, GATHER_ND1 and SCATTER_ND as the engine's nd forms.
#include "directml/planned_operator.hpp"
#include "strew/descriptor.hpp"

namespace strew::frontends::directml {
namespace {

maybe_failure check_counts(const nd_counts& counts, const planned_operator& of) {
  const std::uint32_t n = of.data().rank;
  if (counts.input < 1 || counts.input > n) {
    return invalid(STREW_STATUS_SHAPE, STREW_OPERAND_DATA, "DM10", "InputDimensionCount is {}, not 1 to {}",
                   counts.input, n);
  }
  if (counts.indices < 1 || counts.indices > n) {
    return invalid(STREW_STATUS_SHAPE, STREW_OPERAND_INDICES, "DM10", "IndicesDimensionCount is {}, not 1 to {}",
                   counts.indices, n);
  }
  if (auto bad = check_leading_ones(of.data(), n - counts.input)) return bad;
  if (of.is_scatter()) {
    if (auto bad = check_leading_ones(of.output, n - counts.input)) return bad;
  }
  return check_leading_ones(of.indices(), n - counts.indices);
}

// Number of meaningful dimensions of the direct operand, Indices[:-1] ++ Input[b+k:]; all if b or k are too large,
// which the engine rejects (ND2, ND3).
std::uint32_t direct_dimensions(const nd_counts& counts, const planned_operator& of) {
  const std::uint32_t n = of.data().rank;
  const std::uint64_t addressed = std::uint64_t{counts.batch} + static_cast<std::uint64_t>(of.indices().extents[n - 1]);
  if (counts.batch >= counts.indices) return n;
  return addressed > counts.input ? n : counts.indices - 1 + counts.input - static_cast<std::uint32_t>(addressed);
}

}  // namespace

maybe_failure plan_nd(const settings& with, const nd_counts& counts, planned_operator& made) {
  if (auto bad = check_counts(counts, made)) return bad;
  const std::uint32_t n = made.data().rank;
  const std::uint32_t meaningful = direct_dimensions(counts, made);
  if (meaningful > n) {
    return invalid(STREW_STATUS_SHAPE, made.direct().operand, "DM12",
                   "it would have {} dimensions; DimensionCount is {}", meaningful, n);
  }
  if (auto bad = check_leading_ones(made.direct(), n - meaningful)) return bad;
  const std::int32_t kind = made.is_scatter() ? STREW_OPERATOR_SCATTER_ND : STREW_OPERATOR_GATHER_ND;
  return make_plan(with, strew::detail::numbered(kind, 0, counts.batch),
                   {n - counts.input, n - counts.indices, n - meaningful}, made);
}

}  // namespace strew::frontends::directml
