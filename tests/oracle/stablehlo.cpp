#include "oracle/stablehlo.hpp"

#include <algorithm>

namespace strew::oracle {
namespace {

bool holds(const shape& list, int64_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

int64_t number_in(const shape& list, int64_t value) {
  return std::find(list.begin(), list.end(), value) - list.begin();
}

// Dimensions of the operand that a window spans: neither collapsed nor batching.
shape kept_dims(const dimensions& n, const shape& D) {
  shape kept;
  for (int64_t d = 0; d < static_cast<int64_t>(D.size()); ++d) {
    if (!holds(n.collapsed, d) && !holds(n.batching, d)) kept.push_back(d);
  }
  return kept;
}

// Dimensions of the indices that count positions.
shape position_dims(const dimensions& n, const shape& J) {
  shape dims;
  for (int64_t e = 0; e < static_cast<int64_t>(J.size()); ++e) {
    if (e != n.index_vector_dim) dims.push_back(e);
  }
  return dims;
}

shape chosen(const shape& extents, const shape& dims) {
  shape list;
  for (const int64_t d : dims) list.push_back(extents.at(static_cast<size_t>(d)));
  return list;
}

coordinate index_place(const dimensions& n, const coordinate& p, size_t t) {
  coordinate place = p;
  place.insert(place.begin() + n.index_vector_dim, static_cast<int64_t>(t));
  return place;
}

// `sizes` are the extents of one window, over all dimensions of the operand.
indexing stablehlo_form(const dimensions& n, const shape& D, const shape& J, const shape& sizes, bool has_vector_dim) {
  const shape kept = kept_dims(n, D);
  const shape from = position_dims(n, J);
  indexing op;
  op.positions = chosen(J, from);
  op.slice = chosen(sizes, kept);
  for (const int64_t d : n.index_map) {
    op.members.push_back({D[static_cast<size_t>(d)], sizes[static_cast<size_t>(d)]});
  }
  op.index_at = [n, has_vector_dim](const coordinate& p, size_t t) {
    return has_vector_dim ? index_place(n, p, t) : p;
  };
  op.step = [n, kept](const coordinate& s, size_t t) {
    const int64_t d = n.index_map[t];
    return holds(kept, d) ? s[static_cast<size_t>(number_in(kept, d))] : 0;
  };
  op.table_at = [n, kept, from, D](const coordinate& p, const coordinate& i, const coordinate& s) {
    coordinate c(D.size(), 0);
    for (size_t w = 0; w < kept.size(); ++w) c[static_cast<size_t>(kept[w])] = s[w];
    for (size_t b = 0; b < n.batching.size(); ++b) {
      c[static_cast<size_t>(n.batching[b])] = p[static_cast<size_t>(number_in(from, n.index_batching[b]))];
    }
    for (size_t t = 0; t < i.size(); ++t) c[static_cast<size_t>(n.index_map[t])] = i[t];
    return c;
  };
  op.direct_at = [n](const coordinate& p, const coordinate& s) {
    coordinate c;
    size_t next_of_p = 0;
    size_t next_of_s = 0;
    for (size_t u = 0; u < p.size() + n.window.size(); ++u) {
      c.push_back(holds(n.window, static_cast<int64_t>(u)) ? s[next_of_s++] : p[next_of_p++]);
    }
    return c;
  };
  return op;
}

}  // namespace

indexing stablehlo_gather_form(const dimensions& n, const shape& D, const shape& J) {
  return stablehlo_form(n, D, J, n.slice_sizes, n.index_vector_dim < static_cast<int64_t>(J.size()));
}

indexing stablehlo_scatter_form(const dimensions& n, const shape& D, const shape& J, const shape& U) {
  const shape kept = kept_dims(n, D);
  shape sizes(D.size(), 1);
  for (size_t w = 0; w < kept.size(); ++w) {
    sizes[static_cast<size_t>(kept[w])] = U[static_cast<size_t>(n.window[w])];
  }
  indexing op = stablehlo_form(n, D, J, sizes, n.index_vector_dim < static_cast<int64_t>(J.size()));
  const bool stands_nowhere = std::any_of(n.collapsed.begin(), n.collapsed.end(), [&](int64_t d) {
    return D[static_cast<size_t>(d)] == 0 && !holds(n.index_map, d);
  });
  // Each element stands at 0 of an extent of 0: indices are validated, nothing moves.
  if (stands_nowhere) op.slice.push_back(0);
  return op;
}

}  // namespace strew::oracle
