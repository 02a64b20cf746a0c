// gather_elements and scatter_elements along an axis A. D = extents of data, J = of indices.
//   axes         d != A: {J[d], T_d, X_d, I_d};  A: {J[A], 0, X_A, I_A}
//   coordinates  {D[A], 1, T_A, 0}
#include <cstddef>
#include <cstdint>

#include "lower/common.hpp"

namespace strew::engine {
namespace lower {
namespace {

status check_rank(const tensor& data, const tensor& indices, std::int64_t axis) {
  const std::size_t r = data.rank();
  if (r < 1 || indices.rank() != r) {
    return fail(rule::EL1, operand::indices, "their <rank> is {}, that of <data> {}", indices.rank(), r);
  }
  return check_axis(axis, r, rule::EL2);
}

status check_extents_off_axis(const tensor& data, const tensor& indices, std::int64_t axis) {
  const auto a = static_cast<std::size_t>(from_start(axis, data.rank()));
  for (std::size_t d = 0; d < data.rank(); ++d) {
    if (d == a || indices.extents[d] <= data.extents[d]) continue;
    return fail(rule::EL4, operand::indices, "<extent {} is {}>, more than the {} of <data>", d, indices.extents[d],
                data.extents[d]);
  }
  return {};
}

status check_constraints(const operands& ops, std::int64_t axis) {
  if (auto bad = check_rank(ops.data, ops.indices, axis)) return bad;
  if (auto bad = check_direct(ops, ops.indices.extents, rule::EL3)) return bad;
  return check_extents_off_axis(ops.data, ops.indices, axis);
}

void build(builder& made, const operands& ops, std::size_t axis) {
  const tensor& table = ops.table();
  for (std::size_t d = 0; d < table.rank(); ++d) {
    if (d == axis) {
      made.position(ops.indices.extents[d], ops.direct().strides[d], ops.indices.strides[d]);
    } else {
      made.batch(d, ops.indices.extents[d], table.strides[d], ops.direct().strides[d], ops.indices.strides[d]);
    }
  }
  made.member(axis, table.extents[axis], 1, table.strides[axis], 0);
}

}  // namespace

result<extents_list> elements_extents(const tensor& data, const tensor& indices, std::int64_t axis) {
  if (auto bad = check_rank(data, indices, axis)) return *bad;
  if (auto bad = check_extents_off_axis(data, indices, axis)) return *bad;
  return indices.extents;
}

result<operation> elements(const operands& ops, std::int64_t axis, const operator_options& options) {
  return lower(
      ops, options, [&] { return check_constraints(ops, axis); },
      [&](builder& made) { build(made, ops, static_cast<std::size_t>(from_start(axis, ops.data.rank()))); });
}

}  // namespace lower
}  // namespace strew::engine
