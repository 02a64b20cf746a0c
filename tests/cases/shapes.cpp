#include "cases/shapes.hpp"

#include <algorithm>

namespace strew::cases {
namespace {

int64_t draw_extent(random_source& draw) {
  if (draw.chance(2)) return 0;
  return draw.pick<int64_t>({1, 1, 2, 2, 2, 3, 3, 4, 5, 7, 9, 16});
}

int64_t draw_rank(random_source& draw, int64_t least) {
  if (least == 0 && draw.chance(5)) return 0;
  return draw.chance(80) ? draw.between(std::max<int64_t>(least, 1), 4) : draw.between(5, 8);
}

int64_t signed_axis(random_source& draw, int64_t axis, int64_t rank) {
  return draw.chance(30) ? axis - rank : axis;
}

void draw_nd(test_case& p, random_source& draw) {
  const int64_t rank = draw_rank(draw, 0);
  shape& D = p.data.extents = draw_extents(draw, rank, max_elements / 4);
  p.batch_dims = draw.chance(65) ? 0 : draw.between(0, std::max<int64_t>(rank - 1, 0));
  const int64_t deepest = rank - p.batch_dims;
  const int64_t k = deepest == 0 || draw.chance(6) ? 0 : draw.between(1, deepest);
  const shape batch = oracle::part(D, 0, static_cast<size_t>(p.batch_dims));
  shape& J = p.indices.extents =
      oracle::join({batch, draw_extents(draw, draw.pick<int64_t>({0, 1, 1, 2, 2, 3}), 64), {k}});
  p.direct().extents =
      oracle::join({oracle::part(J, 0, J.size() - 1), oracle::rest(D, static_cast<size_t>(p.batch_dims + k))});
}

// The updates of a scatter_nd become those of a second tuple, at most so many elements if one tuple can do with them.
void draw_from(test_case& p, random_source& draw, int64_t most) {
  p.move.has_from = draw.chance(85);
  if (!p.move.has_from) return;
  const shape& D = p.data.extents;
  const shape& J = p.indices.extents;
  const auto b = static_cast<size_t>(p.batch_dims);
  const shape slice = oracle::rest(D, b + static_cast<size_t>(J.back()));
  const int64_t unaddressed = oracle::product(oracle::join({oracle::part(D, 0, b), slice}));
  const int64_t tuples = std::max<int64_t>(most / std::max<int64_t>(unaddressed, 1), 1);
  const shape addressed = draw_extents(draw, draw.pick<int64_t>({0, 1, 1, 1, 2, 2, 3}), tuples);
  p.move.from.extents = oracle::join({oracle::part(J, 0, J.size() - 1), {static_cast<int64_t>(addressed.size())}});
  p.updates.extents = oracle::join({oracle::part(D, 0, b), addressed, slice});
}

void draw_along_axis(test_case& p, random_source& draw) {
  const int64_t rank = draw_rank(draw, 1);
  shape& D = p.data.extents = draw_extents(draw, rank, max_elements / 4);
  const int64_t axis = draw.between(0, rank - 1);
  p.batch_dims = draw.chance(60) ? 0 : draw.between(0, axis);
  p.axis = signed_axis(draw, axis, rank);
  const auto b = static_cast<size_t>(p.batch_dims);
  const auto a = static_cast<size_t>(axis);
  shape& J = p.indices.extents =
      oracle::join({oracle::part(D, 0, b), draw_extents(draw, draw.pick<int64_t>({0, 1, 1, 2, 2, 3}), 64)});
  p.direct().extents = oracle::join({oracle::part(D, 0, a), oracle::rest(J, b), oracle::rest(D, a + 1)});
}

void draw_elements(test_case& p, random_source& draw) {
  const int64_t rank = draw_rank(draw, 1);
  shape& D = p.data.extents = draw_extents(draw, rank, max_elements / 2);
  const int64_t axis = draw.between(0, rank - 1);
  p.axis = signed_axis(draw, axis, rank);
  shape& J = p.indices.extents = D;
  for (int64_t d = 0; d < rank; ++d) {
    int64_t& n = J[static_cast<size_t>(d)];
    if (d == axis) {
      n = draw_extent(draw);
    } else if (draw.chance(30)) {
      n = draw.between(std::min<int64_t>(n, draw.chance(10) ? 0 : 1), n);
    }
  }
  p.direct().extents = J;
}

void draw_cache(test_case& p, random_source& draw) {
  const int64_t rank = draw_rank(draw, 2);
  shape& D = p.data.extents = draw_extents(draw, std::max<int64_t>(rank, 2), max_elements / 4);
  const auto r = static_cast<int64_t>(D.size());
  const int64_t axis = draw.between(1, r - 1);
  p.axis = signed_axis(draw, axis, r);
  p.mode = draw.pick<int32_t>({STREW_MODE_LINEAR, STREW_MODE_CIRCULAR});
  p.updates.extents = D;
  int64_t& length = p.updates.extents[static_cast<size_t>(axis)];
  length = draw.between(std::min<int64_t>(length, draw.chance(10) ? 0 : 1), length);
  p.no_indices = draw.chance(15);
  if (!p.no_indices) p.indices.extents = {D[0]};
}

bool fits(const test_case& p) {
  return oracle::product(p.direct().extents) <= max_elements && oracle::product(p.indices.extents) <= max_elements;
}

// What is moved is limited as updates are that are traversed in order.
bool draw_move(test_case& p, random_source& draw) {
  draw_nd(p, draw);
  if (!fits(p)) return false;
  draw_from(p, draw, max_elements);
  return fits(p) && oracle::product(p.move.from.extents) <= max_elements;
}

bool draw_small(test_case& p, random_source& draw) {
  switch (p.op) {
    case operator_kind::gather:
    case operator_kind::scatter:
      draw_along_axis(p, draw);
      break;
    case operator_kind::gather_elements:
    case operator_kind::scatter_elements:
      draw_elements(p, draw);
      break;
    case operator_kind::stablehlo_gather:
    case operator_kind::stablehlo_scatter:
      return draw_stablehlo_shapes(p, draw) && fits(p);
    case operator_kind::tensor_scatter:
      draw_cache(p, draw);
      break;
    case operator_kind::gather_nd:
    case operator_kind::scatter_nd:
      draw_nd(p, draw);
      break;
    case operator_kind::move:
      return draw_move(p, draw);
  }
  return fits(p);
}

// Many positions over few dimensions, or wide slices: sizes that are processed in blocks.
void draw_big_nd(test_case& p, random_source& draw) {
  const bool many = draw.chance(70);
  shape& D = p.data.extents = {draw.pick<int64_t>({1, 5, 300, 2000}), draw.pick<int64_t>({1, 1, 2, 3})};
  shape& J = p.indices.extents = {draw.pick<int64_t>({7, 61}), draw.pick<int64_t>({1, 65}), draw.between(1, 2)};
  if (!many) D = {draw.between(1, 5), draw.pick<int64_t>({500, 1023, 1500})};
  if (!many) J = {draw.between(1, 4), 1};
  p.direct().extents = oracle::join({oracle::part(J, 0, J.size() - 1), oracle::rest(D, static_cast<size_t>(J.back()))});
}

void draw_big_along_axis(test_case& p, random_source& draw) {
  const bool is_wide = draw.chance(40);
  p.data.extents = {draw.pick<int64_t>({1, 3}), draw.pick<int64_t>({5, 300, 1100}), draw.pick<int64_t>({1, 2})};
  p.indices.extents = {draw.pick<int64_t>({3, 90, 700})};
  if (is_wide) p.data.extents = {1, draw.pick<int64_t>({5, 300}), draw.pick<int64_t>({40, 65})};
  if (is_wide) p.indices.extents = {draw.pick<int64_t>({3, 90})};
  p.axis = 1;
  p.direct().extents = {p.data.extents[0], p.indices.extents[0], p.data.extents[2]};
}

void draw_big_elements(test_case& p, random_source& draw) {
  p.data.extents = {draw.pick<int64_t>({3, 40, 70}), draw.pick<int64_t>({40, 65})};
  p.axis = draw.between(0, 1);
  p.indices.extents = p.data.extents;
  p.indices.extents[static_cast<size_t>(p.axis)] = draw.pick<int64_t>({33, 64, 100});
  p.direct().extents = p.indices.extents;
}

void draw_big_windows(test_case& p, random_source& draw) {
  p.data.extents = {draw.pick<int64_t>({5, 300}), draw.pick<int64_t>({7, 70})};
  p.indices.extents = {draw.pick<int64_t>({5, 66}), 1};
  p.numbers.window = {1, 2};
  p.numbers.index_map = {draw.between(0, 1)};
  p.numbers.index_vector_dim = 1;
  const shape slice = {draw.between(1, 5), draw.between(1, p.data.extents[1])};
  if (!p.is_scatter()) p.numbers.slice_sizes = slice;
  p.direct().extents = {p.indices.extents[0], slice[0], slice[1]};
}

void draw_big_cache(test_case& p, random_source& draw) {
  p.data.extents = {draw.pick<int64_t>({1, 3}), draw.pick<int64_t>({20, 300}), draw.pick<int64_t>({1, 33})};
  p.axis = 1;
  p.mode = draw.pick<int32_t>({STREW_MODE_LINEAR, STREW_MODE_CIRCULAR});
  p.indices.extents = {p.data.extents[0]};
  p.updates.extents = {p.data.extents[0], draw.between(1, p.data.extents[1]), p.data.extents[2]};
}

void draw_big(test_case& p, random_source& draw) {
  switch (p.op) {
    case operator_kind::gather:
    case operator_kind::scatter:
      return draw_big_along_axis(p, draw);
    case operator_kind::gather_elements:
    case operator_kind::scatter_elements:
      return draw_big_elements(p, draw);
    case operator_kind::gather_nd:
    case operator_kind::scatter_nd:
      return draw_big_nd(p, draw);
    case operator_kind::move:
      draw_big_nd(p, draw);
      return draw_from(p, draw, 16 * max_elements);
    case operator_kind::stablehlo_gather:
    case operator_kind::stablehlo_scatter:
      return draw_big_windows(p, draw);
    case operator_kind::tensor_scatter:
      return draw_big_cache(p, draw);
  }
}

}  // namespace

shape draw_extents(random_source& draw, int64_t rank, int64_t most) {
  shape extents;
  for (int64_t d = 0; d < rank; ++d) {
    int64_t n = draw_extent(draw);
    while (n > most) n = draw.between(1, most);
    extents.push_back(n);
    most /= std::max<int64_t>(n, 1);
  }
  return extents;
}

shape draw_distinct(random_source& draw, int64_t count, int64_t end) {
  shape all;
  for (int64_t n = 0; n < end; ++n) all.push_back(n);
  for (int64_t i = 0; i < count; ++i) {
    std::swap(all[static_cast<size_t>(i)], all[static_cast<size_t>(draw.between(i, end - 1))]);
  }
  all.resize(static_cast<size_t>(count));
  return all;
}

void draw_shapes(test_case& p, random_source& draw) {
  if (draw.chance(4)) return draw_big(p, draw);
  const test_case blank = p;
  while (!draw_small(p, draw)) p = blank;
}

}  // namespace strew::cases
