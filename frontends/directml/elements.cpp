// DML_OPERATOR_GATHER_ELEMENTS and DML_OPERATOR_SCATTER (= SCATTER_ELEMENTS) as the engine's elements forms.
#include "directml/planned_operator.hpp"

namespace strew::frontends::directml {
namespace {

// DM13: the pages require equality off the axis. The engine's EL4 requires no more than the input's.
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
  const strew_tensor data = view(made.data());
  const strew_tensor indices = view(made.indices());
  const strew_tensor direct = view(made.direct());
  const strew_tensor output = view(made.output);
  return keep_plan(made, [&](strew_plan** plan, strew_error* error) {
    return made.is_scatter()
               ? strew_plan_scatter_elements(&data, &indices, &direct, &output, axis, &with.scatter, plan, error)
               : strew_plan_gather_elements(&data, &indices, &output, axis, &with.gather, plan, error);
  });
}

}  // namespace strew::frontends::directml
