// DML_OPERATOR_GATHER_ELEMENTS and DML_OPERATOR_SCATTER (= SCATTER_ELEMENTS) as the engine's elements forms.
#include "directml/planned_operator.hpp"
#include "strew/descriptor.hpp"

namespace strew::frontends::directml {
namespace {

// DM13: the documentation requires equal extents except along the axis; the engine's EL4 only that they do not exceed
// the input's.
maybe_failure check_equal_off_axis(const planned_operator& of, std::uint32_t axis) {
  for (std::uint32_t i = 0; i < of.data().rank; ++i) {
    if (i == axis || of.indices().extents[i] == of.data().extents[i]) continue;
    return invalid(STREW_STATUS_SHAPE, STREW_OPERAND_INDICES, "DM13", "its Sizes[{}] is {}; that of InputTensor is {}",
                   i, of.indices().extents[i], of.data().extents[i]);
  }
  return {};
}

}  // namespace

maybe_failure plan_elements(const settings& with, std::uint32_t axis, planned_operator& made) {
  if (axis >= made.data().rank) {
    return invalid(STREW_STATUS_SHAPE, STREW_OPERAND_NONE, "DM14", "Axis is {}; DimensionCount is {}", axis,
                   made.data().rank);
  }
  if (!with.is_lenient) {
    if (auto bad = check_equal_off_axis(made, axis)) return bad;
  }
  const std::int32_t kind = made.is_scatter() ? STREW_OPERATOR_SCATTER_ELEMENTS : STREW_OPERATOR_GATHER_ELEMENTS;
  return make_plan(with, strew::detail::numbered(kind, axis, 0), {}, made);
}

}  // namespace strew::frontends::directml
