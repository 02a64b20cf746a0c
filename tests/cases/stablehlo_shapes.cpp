#include <algorithm>

#include "cases/shapes.hpp"

namespace strew::cases {
namespace {

// Gives each dimension of the operand its role.
void draw_roles(test_case& p, random_source& draw) {
  oracle::dimensions& n = p.numbers;
  const int percent_batching = draw.pick({0, 0, 20, 60});
  for (int64_t d = 0; d < static_cast<int64_t>(p.data.extents.size()); ++d) {
    if (draw.chance(25)) {
      n.collapsed.push_back(d);
    } else if (draw.chance(percent_batching)) {
      n.batching.push_back(d);
    }
  }
}

void draw_index_map(test_case& p, random_source& draw) {
  oracle::dimensions& n = p.numbers;
  shape free;
  for (int64_t d = 0; d < static_cast<int64_t>(p.data.extents.size()); ++d) {
    if (std::find(n.batching.begin(), n.batching.end(), d) == n.batching.end()) free.push_back(d);
  }
  const auto most = static_cast<int64_t>(free.size());
  const int64_t depth = most == 0 || draw.chance(6) ? 0 : draw.between(1, most);
  for (const int64_t i : draw_distinct(draw, depth, most)) n.index_map.push_back(free[static_cast<size_t>(i)]);
}

// Extents of the indices: positions including batching dimensions, with the index vector at any dimension.
shape draw_positions(test_case& p, random_source& draw) {
  oracle::dimensions& n = p.numbers;
  const auto batches = static_cast<int64_t>(n.batching.size());
  const int64_t rank = batches + draw.pick<int64_t>({0, 1, 1, 1, 2});
  shape positions = draw_extents(draw, rank, 48);
  const shape where = draw_distinct(draw, batches, rank);
  for (size_t b = 0; b < where.size(); ++b) {
    positions[static_cast<size_t>(where[b])] = p.data.extents[static_cast<size_t>(n.batching[b])];
  }
  const auto depth = static_cast<int64_t>(n.index_map.size());
  n.index_vector_dim = draw.between(0, rank);
  const bool has_vector_dim = depth != 1 || draw.chance(60);
  if (!has_vector_dim) n.index_vector_dim = rank;
  p.indices.extents = positions;
  if (has_vector_dim) p.indices.extents.insert(p.indices.extents.begin() + n.index_vector_dim, depth);
  n.index_batching = where;
  for (int64_t& e : n.index_batching) e += has_vector_dim && e >= n.index_vector_dim ? 1 : 0;
  return positions;
}

// Extents of a window over all dimensions of the operand.
shape draw_window(const test_case& p, random_source& draw) {
  shape sizes;
  for (const int64_t n : p.data.extents) {
    const bool all = draw.chance(25);
    sizes.push_back(all ? n : draw.between(draw.chance(4) ? 0 : std::min<int64_t>(n, 1), n));
  }
  for (const int64_t d : p.numbers.collapsed) {
    int64_t& size = sizes[static_cast<size_t>(d)];
    size = draw.chance(96) ? std::min<int64_t>(p.data.extents[static_cast<size_t>(d)], 1) : 0;
  }
  for (const int64_t d : p.numbers.batching) {
    int64_t& size = sizes[static_cast<size_t>(d)];
    size = draw.chance(80) ? std::min<int64_t>(p.data.extents[static_cast<size_t>(d)], 1) : 0;
  }
  return sizes;
}

}  // namespace

bool draw_stablehlo_shapes(test_case& p, random_source& draw) {
  const int64_t rank = draw.chance(4) ? 0 : draw.chance(85) ? draw.between(1, 4) : draw.between(5, 6);
  p.data.extents = draw_extents(draw, rank, max_elements / 4);
  draw_roles(p, draw);
  draw_index_map(p, draw);
  shape positions = draw_positions(p, draw);
  const shape sizes = draw_window(p, draw);
  shape kept;
  for (int64_t d = 0; d < rank; ++d) {
    const auto is_in = [d](const shape& list) { return std::find(list.begin(), list.end(), d) != list.end(); };
    if (!is_in(p.numbers.collapsed) && !is_in(p.numbers.batching)) kept.push_back(sizes[static_cast<size_t>(d)]);
  }
  const auto windows = static_cast<int64_t>(kept.size());
  p.numbers.window = draw_distinct(draw, windows, windows + static_cast<int64_t>(positions.size()));
  std::sort(p.numbers.window.begin(), p.numbers.window.end());
  if (!p.is_scatter()) p.numbers.slice_sizes = sizes;
  shape& direct = p.direct().extents = positions;
  for (size_t w = 0; w < kept.size(); ++w) direct.insert(direct.begin() + p.numbers.window[w], kept[w]);
  return true;
}

}  // namespace strew::cases
