#include "digest/problem.hpp"

namespace strew::digest {

namespace {

shape draw_extents(drawing& draw, int64_t rank, int64_t largest) {
  shape extents(static_cast<size_t>(rank));
  for (int64_t& extent : extents) extent = draw.once_in(24) ? 0 : draw.between(1, largest);
  return extents;
}

void append(shape& list, const shape& other, size_t from, size_t to) {
  list.insert(list.end(), other.begin() + static_cast<ptrdiff_t>(from), other.begin() + static_cast<ptrdiff_t>(to));
}

void append(shape& list, const shape& other) {
  append(list, other, 0, other.size());
}

void along_axis(problem& p, drawing& draw) {
  p.data = draw_extents(draw, draw.between(1, 4), 6);
  const auto rank = static_cast<int64_t>(p.data.size());
  p.axis = draw.between(0, rank - 1);
  p.batch_dims = draw.between(0, p.axis > 0 ? 1 : 0);
  const auto axis = static_cast<size_t>(p.axis);
  const auto batch = static_cast<size_t>(p.batch_dims);
  append(p.indices, p.data, 0, batch);
  append(p.indices, draw_extents(draw, draw.between(0, 2), 5));
  append(p.direct, p.data, 0, axis);
  append(p.direct, p.indices, batch, p.indices.size());
  append(p.direct, p.data, axis + 1, p.data.size());
  if (draw.once_in(2)) p.axis -= rank;
}

void elements(problem& p, drawing& draw) {
  p.data = draw_extents(draw, draw.between(1, 4), 6);
  p.axis = draw.between(0, static_cast<int64_t>(p.data.size()) - 1);
  p.indices = p.data;
  for (int64_t& extent : p.indices) extent = draw.between(extent / 2, extent);
  p.indices[static_cast<size_t>(p.axis)] = draw.between(0, 7);
  p.direct = p.indices;
}

void nd(problem& p, drawing& draw) {
  p.data = draw_extents(draw, draw.between(0, 4), 5);
  const auto rank = static_cast<int64_t>(p.data.size());
  p.batch_dims = draw.between(0, rank > 0 ? 1 : 0);
  const auto batch = static_cast<size_t>(p.batch_dims);
  const int64_t depth = draw.between(0, rank - p.batch_dims);
  append(p.indices, p.data, 0, batch);
  append(p.indices, draw_extents(draw, draw.between(0, 2), 6));
  p.direct = p.indices;
  append(p.direct, p.data, batch + static_cast<size_t>(depth), p.data.size());
  p.indices.push_back(depth);
}

void tensor_scatter(problem& p, drawing& draw) {
  p.data = draw_extents(draw, draw.between(2, 4), 6);
  p.axis = draw.between(1, static_cast<int64_t>(p.data.size()) - 1);
  p.direct = p.data;
  int64_t& rows = p.direct[static_cast<size_t>(p.axis)];
  rows = draw.between(0, rows);
  p.indices = {p.data[0]};
  p.mode = draw.once_in(2) ? STREW_LINEAR : STREW_CIRCULAR;
}

// Both general forms: operand dimensions are batching (the first at most), collapsed or kept; the index vector is the
// last dimension of indices; window dimensions come last in the direct operand.
void general(problem& p, drawing& draw) {
  const bool gathers = p.op == operation::stablehlo_gather;
  p.data = draw_extents(draw, draw.between(1, 4), 6);
  const auto rank = static_cast<int64_t>(p.data.size());
  const bool batched = draw.once_in(3);
  shape sizes, windows, collapsed, map;
  for (int64_t d = 0; d < rank; ++d) {
    const int64_t extent = p.data[static_cast<size_t>(d)];
    const bool batching = batched && d == 0;
    const bool collapses = batching || (extent > 0 && draw.once_in(2));
    sizes.push_back(collapses ? (extent > 0 ? 1 : 0) : draw.between(extent > 0 ? 1 : 0, extent));
    if (!collapses) windows.push_back(sizes.back());
    if (collapses && !batching) collapsed.push_back(d);
    if (!batching && (collapses || draw.once_in(2))) map.insert(draw.once_in(2) ? map.begin() : map.end(), d);
  }
  if (batched) p.indices.push_back(p.data[0]);
  append(p.indices, draw_extents(draw, draw.between(0, 2), 4));
  p.direct = p.indices;
  p.index_vector_dim = static_cast<int64_t>(p.indices.size());
  shape window_dims;
  for (size_t i = 0; i < windows.size(); ++i) window_dims.push_back(p.index_vector_dim + static_cast<int64_t>(i));
  append(p.direct, windows);
  p.indices.push_back(static_cast<int64_t>(map.size()));
  const shape batching = batched ? shape{0} : shape{};
  const shape lists[6] = {window_dims, collapsed, batching, batching, map, gathers ? sizes : shape{}};
  for (size_t i = 0; i < 6; ++i) p.lists[i] = lists[i];
}

}  // namespace

const char* name_of(operation op) {
  constexpr const char* names[] = {"gather",           "gather_elements",   "gather_nd",
                                   "stablehlo_gather", "scatter",           "scatter_elements",
                                   "scatter_nd",       "stablehlo_scatter", "tensor_scatter"};
  return names[static_cast<int>(op)];
}

int64_t count_of(const shape& extents) {
  int64_t count = 1;
  for (const int64_t extent : extents) count *= extent;
  return count;
}

problem draw_problem(operation op, drawing& draw) {
  problem p;
  p.op = op;
  switch (op) {
    case operation::gather:
    case operation::scatter:
      along_axis(p, draw);
      break;
    case operation::gather_elements:
    case operation::scatter_elements:
      elements(p, draw);
      break;
    case operation::gather_nd:
    case operation::scatter_nd:
      nd(p, draw);
      break;
    case operation::stablehlo_gather:
    case operation::stablehlo_scatter:
      general(p, draw);
      break;
    case operation::tensor_scatter:
      tensor_scatter(p, draw);
      break;
  }
  return p;
}

}  // namespace strew::digest
