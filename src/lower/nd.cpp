// gather_nd and scatter_nd. D = extents of data, J = of indices, k = J[q-1], b = batch_dims.
//   axes         batch i < b:          {D[i], T_i, X_i, I_i}
//                index b <= i < q-1:   {J[i], 0,   X_i, I_i}
//                slice b+k <= i < r:   {D[i], T_i, X_{q-1+i-b-k}, 0}
//   coordinates  t < k:                {D[b+t], 1, T_{b+t}, t * I_{q-1}}
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "lower/common.hpp"

namespace strew::engine {
namespace lower {
namespace {

status check_batch(const tensor& data, const tensor& indices, std::int64_t batch_dims) {
  const auto r = static_cast<std::int64_t>(data.rank());
  const auto q = static_cast<std::int64_t>(indices.rank());
  if (q < 1) return fail(rule::ND1, operand::indices, "their <rank> is 0");
  if (batch_dims < 0 || batch_dims > std::min(r, q - 1)) {
    return fail(rule::ND2, operand::none,
                "<batch_dims> is {}, outside [0, {}] for <data of rank> {} and <indices of rank> {}", batch_dims,
                std::min(r, q - 1), r, q);
  }
  const std::int64_t k = indices.extents.back();
  if (k > r - batch_dims) {
    if (batch_dims == 0)
      return fail(rule::ND3, operand::indices, "<batch_dims 0 + index depth {} exceed the rank {} of data>", k, r);
    return fail(rule::ND3, operand::indices, "<batch_dims {} + index depth {} exceed the rank {} of data>", batch_dims,
                k, r);
  }
  return check_batch_extents(data, indices, static_cast<std::size_t>(batch_dims), rule::ND4);
}

void build_nd(builder& made, const operands& ops, std::size_t b, std::size_t k) {
  const tensor& table = ops.table();
  const tensor& direct = ops.direct();
  const tensor& indices = ops.indices;
  const std::size_t last = indices.rank() - 1;
  made.tuple_dimension(last);
  for (std::size_t i = 0; i < last; ++i) {
    if (i < b) {
      made.batch(i, indices.extents[i], table.strides[i], direct.strides[i], indices.strides[i]);
    } else {
      made.position(indices.extents[i], direct.strides[i], indices.strides[i]);
    }
  }
  for (std::size_t i = b + k; i < table.rank(); ++i) {
    made.slice(i, table.extents[i], table.strides[i], direct.strides[last + i - b - k]);
  }
  for (std::size_t t = 0; t < k; ++t) {
    made.member(b + t, table.extents[b + t], 1, table.strides[b + t],
                static_cast<std::int64_t>(t) * indices.strides[last]);
  }
}

}  // namespace

result<extents_list> nd_extents(const tensor& data, const tensor& indices, std::int64_t batch_dims) {
  if (auto bad = check_batch(data, indices, batch_dims)) return std::move(*bad);
  extents_list expected;
  expected.append(indices.extents.data(), indices.rank() - 1);
  const auto first = static_cast<std::size_t>(batch_dims + indices.extents.back());
  expected.append(data.extents.data() + first, data.rank() - first);
  return expected;
}

result<operation> nd(const operands& ops, std::int64_t batch_dims, const operator_options& options) {
  return lower(
      ops, options, [&] { return check_direct(ops, nd_extents(ops.data, ops.indices, batch_dims), rule::ND5); },
      [&](builder& made) {
        build_nd(made, ops, static_cast<std::size_t>(batch_dims), static_cast<std::size_t>(ops.indices.extents.back()));
      });
}

}  // namespace lower
}  // namespace strew::engine
