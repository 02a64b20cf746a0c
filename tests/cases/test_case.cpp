#include "cases/test_case.hpp"

#include <algorithm>
#include <array>

namespace strew::cases {

std::vector<operator_kind> all_operators() {
  return {operator_kind::gather,           operator_kind::gather_elements,   operator_kind::gather_nd,
          operator_kind::stablehlo_gather, operator_kind::scatter,           operator_kind::scatter_elements,
          operator_kind::scatter_nd,       operator_kind::stablehlo_scatter, operator_kind::tensor_scatter};
}

std::vector<operator_kind> operators_and_move() {
  std::vector<operator_kind> all = all_operators();
  all.push_back(operator_kind::move);
  return all;
}

const view& view_of(const test_case& p, operand_number which) {
  const std::array<const view*, operand_count> views = {
      &p.data, &p.indices, &p.updates, &p.output, &p.move.from, &p.move.weights, &p.move.offsets, &p.move.from_offsets};
  return *views[which];
}

std::vector<operand_number> operands_of(const test_case& p) {
  std::vector<operand_number> operands = {data_operand};
  if (!p.no_indices && !p.move.has_offsets) operands.push_back(indices_operand);
  if (p.is_scatter()) operands.push_back(updates_operand);
  operands.push_back(output_operand);
  if (p.is_move() && p.move.has_from && !p.move.has_from_offsets) operands.push_back(from_operand);
  if (p.is_move() && p.move.has_weights) operands.push_back(weights_operand);
  if (p.is_move() && p.move.has_offsets) operands.push_back(offsets_operand);
  if (p.is_move() && p.move.has_from_offsets) operands.push_back(from_offsets_operand);
  return operands;
}

int64_t width_of(const view& operand) {
  if (operand.type >= dtype_count) return 4;
  if (operand.type != STREW_DTYPE_OPAQUE) return oracle::width_of(static_cast<oracle::element>(operand.type));
  return static_cast<int64_t>(operand.element_bytes);
}

int64_t count_of(const view& operand) {
  const bool negative = std::any_of(operand.extents.begin(), operand.extents.end(), [](int64_t n) { return n < 0; });
  return negative ? 0 : oracle::product(operand.extents);
}

shape packed_strides(const shape& extents, int64_t width) {
  shape strides(extents.size());
  int64_t step = width;
  for (size_t d = extents.size(); d-- > 0;) {
    strides[d] = step;
    (void)__builtin_mul_overflow(step, std::max<int64_t>(extents[d], 1), &step);
  }
  return strides;
}

}  // namespace strew::cases
