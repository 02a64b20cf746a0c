// gather_nd and scatter_nd. D = extents of data, J = of indices, k = J[q-1], b = batch_dims.
//   axes         batch i < b:          {D[i], T_i, X_i, I_i}
//                index b <= i < q-1:   {J[i], 0,   X_i, I_i}
//                slice b+k <= i < r:   {D[i], T_i, X_{q-1+i-b-k}, 0}
//   coordinates  t < k:                {D[b+t], 1, T_{b+t}, t * I_{q-1}}
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

#include "lower/common.hpp"

namespace strew::lower {
namespace {

check check_batch(const tensor& data, const tensor& indices, std::int64_t batch_dims) {
  const auto r = static_cast<std::int64_t>(data.rank());
  const auto q = static_cast<std::int64_t>(indices.rank());
  if (q < 1) return fail(rule::ND1, operand::indices, "their rank is 0");
  if (batch_dims < 0 || batch_dims > std::min(r, q - 1)) {
    return fail(rule::ND2, operand::none,
                "batch_dims is " + std::to_string(batch_dims) + ", outside [0, " + std::to_string(std::min(r, q - 1)) +
                    "] for data of rank " + std::to_string(r) + " and indices of rank " + std::to_string(q));
  }
  const std::int64_t k = indices.extents.back();
  if (k > r - batch_dims) {
    return fail(rule::ND3, operand::indices,
                "batch_dims " + std::to_string(batch_dims) + " + index depth " + std::to_string(k) +
                    " exceed the rank " + std::to_string(r) + " of data");
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(batch_dims); ++i) {
    if (data.extents[i] == indices.extents[i]) continue;
    return fail(rule::ND4, operand::indices,
                "batch extent " + std::to_string(i) + " is " + std::to_string(indices.extents[i]) +
                    ", that of data is " + std::to_string(data.extents[i]));
  }
  return {};
}

check check_direct(const operands& ops, const extents_list& expected) {
  if (ops.direct().extents == expected) return {};
  return fail(rule::ND5, ops.direct_operand(),
              "its extents are " + to_text(ops.direct().extents) + ", but data " + to_text(ops.data.extents) +
                  " and indices " + to_text(ops.indices.extents) + " ask for " + to_text(expected));
}

void add_axes(problem& p, const operands& ops, std::size_t b, std::size_t k) {
  const tensor& table = ops.table();
  const tensor& direct = ops.direct();
  const std::size_t last = ops.indices.rank() - 1;
  for (std::size_t i = 0; i < last; ++i) {
    const std::int64_t index_stride = ops.indices.strides[i];
    p.space.positions.push_back({ops.indices.extents[i], index_stride});
    p.axes.push_back(
        {ops.indices.extents[i], i < b ? table.strides[i] : 0, direct.strides[i], index_stride, no_window});
  }
  for (std::size_t i = b + k; i < table.rank(); ++i) {
    p.axes.push_back({table.extents[i], table.strides[i], direct.strides[last + i - b - k], 0, no_window});
  }
}

void add_coordinates(problem& p, const operands& ops, std::size_t b, std::size_t k) {
  const tensor& table = ops.table();
  // A dimension of extent 1 has a stride without meaning, and nothing is added to reach its only member.
  const std::int64_t member_stride = k > 1 ? ops.indices.strides.back() : 0;
  for (std::size_t t = 0; t < k; ++t) {
    const std::int64_t offset = static_cast<std::int64_t>(t) * member_stride;
    p.coordinates.push_back({table.extents[b + t], 1, table.strides[b + t], offset});
    p.space.members.push_back({table.extents[b + t], 1, offset});
  }
}

}  // namespace

result<extents_list> nd_extents(const tensor& data, const tensor& indices, std::int64_t batch_dims) {
  if (auto bad = check_batch(data, indices, batch_dims)) return *bad;
  extents_list expected;
  expected.append(indices.extents.data(), indices.rank() - 1);
  const auto first = static_cast<std::size_t>(batch_dims + indices.extents.back());
  expected.append(data.extents.data() + first, data.rank() - first);
  return expected;
}

result<operation> nd(const operands& ops, std::int64_t batch_dims, const operator_options& options) {
  if (auto bad = first_of([&] { return check_types(ops, options); }, [&] { return check_attributes(ops, options); },
                          [&] { return check_extents(ops); })) {
    return *bad;
  }
  const auto expected = nd_extents(ops.data, ops.indices, batch_dims);
  if (failed(expected)) return std::get<failure>(expected);
  if (auto bad = first_of([&] { return check_direct(ops, std::get<extents_list>(expected)); },
                          [&] { return check_output_extents(ops); }, [&] { return check_sizes(ops); })) {
    return *bad;
  }
  problem p = start_problem(ops, options);
  const auto b = static_cast<std::size_t>(batch_dims);
  const auto k = static_cast<std::size_t>(ops.indices.extents.back());
  add_axes(p, ops, b, k);
  add_coordinates(p, ops, b, k);
  return finish(ops, p);
}

}  // namespace strew::lower
