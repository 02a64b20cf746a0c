// gather and scatter along an axis A with indices of any rank. D = extents of data, J = of indices, b = batch_dims.
//   axes         batch i < b:     {D[i], T_i, X_i, I_i}
//                index t >= b:    {J[t], 0, X_{A+t-b}, I_t}
//                slice b <= i < A {D[i], T_i, X_i, 0}, i > A: {D[i], T_i, X_{i+q-b-1}, 0}
//   coordinates                   {D[A], 1, T_A, 0}
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "lower/common.hpp"

namespace strew::engine {
namespace lower {
namespace {

status check_batch(const tensor& data, const tensor& indices, std::int64_t axis, std::int64_t batch_dims) {
  if (data.rank() < 1) return fail(rule::AX1, operand::data, "its <rank> is 0");
  if (auto bad = check_axis(axis, data.rank(), rule::AX2)) return bad;
  const std::int64_t limit = std::min(from_start(axis, data.rank()), static_cast<std::int64_t>(indices.rank()));
  if (batch_dims < 0 || batch_dims > limit) {
    return fail(rule::AX3, operand::none, "<batch_dims> is {}, outside [0, {}] for <axis> {} and <indices of rank> {}",
                batch_dims, limit, axis, indices.rank());
  }
  return check_batch_extents(data, indices, static_cast<std::size_t>(batch_dims), rule::AX4);
}

void build(builder& made, const operands& ops, std::size_t axis, std::size_t b) {
  const tensor& table = ops.table();
  const tensor& direct = ops.direct();
  const tensor& indices = ops.indices;
  for (std::size_t t = 0; t < indices.rank(); ++t) {
    if (t < b) {
      made.batch(t, indices.extents[t], table.strides[t], direct.strides[t], indices.strides[t]);
    } else {
      made.position(indices.extents[t], direct.strides[axis + t - b], indices.strides[t]);
    }
  }
  for (std::size_t i = b; i < axis; ++i) made.slice(i, table.extents[i], table.strides[i], direct.strides[i]);
  for (std::size_t i = axis + 1; i < table.rank(); ++i) {
    made.slice(i, table.extents[i], table.strides[i], direct.strides[i + indices.rank() - b - 1]);
  }
  made.member(axis, table.extents[axis], 1, table.strides[axis], 0);
}

}  // namespace

result<extents_list> along_axis_extents(const tensor& data, const tensor& indices, std::int64_t axis,
                                        std::int64_t batch_dims) {
  if (auto bad = check_batch(data, indices, axis, batch_dims)) return std::move(*bad);
  const auto a = static_cast<std::size_t>(from_start(axis, data.rank()));
  const auto b = static_cast<std::size_t>(batch_dims);
  extents_list expected;
  expected.append(data.extents.data(), a);
  expected.append(indices.extents.data() + b, indices.rank() - b);
  expected.append(data.extents.data() + a + 1, data.rank() - a - 1);
  return expected;
}

result<operation> along_axis(const operands& ops, std::int64_t axis, std::int64_t batch_dims,
                             const operator_options& options) {
  return lower(
      ops, options,
      [&] { return check_direct(ops, along_axis_extents(ops.data, ops.indices, axis, batch_dims), rule::AX5); },
      [&](builder& made) {
        build(made, ops, static_cast<std::size_t>(from_start(axis, ops.data.rank())),
              static_cast<std::size_t>(batch_dims));
      });
}

}  // namespace lower
}  // namespace strew::engine
