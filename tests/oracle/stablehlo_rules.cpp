// The numbered constraints of StableHLO's gather and scatter.
#include <algorithm>

#include "oracle/stablehlo.hpp"

namespace strew::oracle {
namespace {

bool unique(shape list) {
  std::sort(list.begin(), list.end());
  return std::adjacent_find(list.begin(), list.end()) == list.end();
}

bool sorted(const shape& list) {
  return std::is_sorted(list.begin(), list.end());
}

bool within(const shape& list, size_t end) {
  return std::all_of(list.begin(), list.end(), [&](int64_t d) { return d >= 0 && d < static_cast<int64_t>(end); });
}

bool holds(const shape& list, int64_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

size_t depth(const dimensions& n, const shape& J) {
  const auto v = static_cast<size_t>(n.index_vector_dim);
  return v < J.size() ? static_cast<size_t>(J[v]) : 1;
}

bool index_vector_dim_fits(const dimensions& n, const shape& J) {
  return n.index_vector_dim >= 0 && n.index_vector_dim <= static_cast<int64_t>(J.size());
}

// Sizes that are not there are the business of the rule that counts them.
bool at_most_one(const shape& sizes, const shape& dims) {
  return std::all_of(dims.begin(), dims.end(), [&](int64_t d) {
    return d >= static_cast<int64_t>(sizes.size()) || sizes[static_cast<size_t>(d)] <= 1;
  });
}

bool same_batch_extents(const dimensions& n, const shape& D, const shape& J) {
  for (size_t b = 0; b < n.batching.size(); ++b) {
    if (D[static_cast<size_t>(n.batching[b])] != J[static_cast<size_t>(n.index_batching[b])]) return false;
  }
  return true;
}

bool slices_fit(const dimensions& n, const shape& D) {
  for (size_t d = 0; d < D.size(); ++d) {
    if (n.slice_sizes[d] < 0 || n.slice_sizes[d] > D[d]) return false;
  }
  return true;
}

// The direct operand has the positions where no window dimension is, and windows within `most` where one is.
bool combines(const dimensions& n, const shape& J, const shape& U, const shape& most, bool exactly) {
  shape positions;
  for (size_t e = 0; e < J.size(); ++e) {
    if (static_cast<int64_t>(e) != n.index_vector_dim) positions.push_back(J[e]);
  }
  if (U.size() != positions.size() + n.window.size() || most.size() != n.window.size()) return false;
  size_t w = 0;
  size_t p = 0;
  for (size_t u = 0; u < U.size(); ++u) {
    const bool is_window = holds(n.window, static_cast<int64_t>(u));
    const int64_t right = is_window ? most[w++] : positions[p++];
    if (is_window && !exactly ? U[u] > right : U[u] != right) return false;
  }
  return true;
}

shape kept_of(const shape& sizes, const dimensions& n) {
  shape kept;
  for (size_t d = 0; d < sizes.size(); ++d) {
    const auto number = static_cast<int64_t>(d);
    if (!holds(n.collapsed, number) && !holds(n.batching, number)) kept.push_back(sizes[d]);
  }
  return kept;
}

bool has_empty_collapsed_slice(const dimensions& n, const shape& U) {
  if (product(U) == 0) return false;
  return std::any_of(n.collapsed.begin(), n.collapsed.end(),
                     [&](int64_t d) { return n.slice_sizes[static_cast<size_t>(d)] == 0; });
}

// An index_vector_dim outside its range takes no dimension away.
bool ranks_combine(const dimensions& n, const shape& J, const shape& U) {
  const bool has_vector_dim = n.index_vector_dim >= 0 && n.index_vector_dim < static_cast<int64_t>(J.size());
  return U.size() == J.size() - (has_vector_dim ? 1 : 0) + n.window.size();
}

}  // namespace

bool scatter_lists_combine(const dimensions& n, const shape& D, const shape& U) {
  return unique(n.window) && sorted(n.window) && within(n.window, U.size()) &&
         unique(join({n.collapsed, n.batching})) && within(n.collapsed, D.size()) && within(n.batching, D.size());
}

std::string_view stablehlo_gather_rule(const dimensions& n, const shape& D, const shape& J, const shape& U) {
  if (D.size() != n.window.size() + n.collapsed.size() + n.batching.size()) return "GC1";
  if (!index_vector_dim_fits(n, J)) return "GC2";
  if (n.index_map.size() != depth(n, J)) return "GC3";
  if (!unique(n.window) || !sorted(n.window)) return "GC4";
  if (!within(n.window, U.size())) return "GC5";
  if (!unique(join({n.collapsed, n.batching}))) return "GC6";
  if (!sorted(n.collapsed)) return "GC7";
  if (!within(n.collapsed, D.size())) return "GC8";
  if (!at_most_one(n.slice_sizes, n.collapsed)) return "GC9";
  if (!sorted(n.batching)) return "GC10";
  if (!within(n.batching, D.size())) return "GC11";
  if (!at_most_one(n.slice_sizes, n.batching)) return "GC12";
  if (!unique(n.index_batching)) return "GC13";
  if (!within(n.index_batching, J.size())) return "GC14";
  if (holds(n.index_batching, n.index_vector_dim)) return "GC15";
  if (n.batching.size() != n.index_batching.size()) return "GC16";
  if (!same_batch_extents(n, D, J)) return "GC17";
  if (!unique(join({n.index_map, n.batching}))) return "GC18";
  if (!within(n.index_map, D.size())) return "GC19";
  if (n.slice_sizes.size() != D.size()) return "GC20";
  if (!slices_fit(n, D)) return "GC21";
  if (!combines(n, J, U, kept_of(n.slice_sizes, n), true)) return "GC22";
  return has_empty_collapsed_slice(n, U) ? "SH1" : "";
}

std::string_view stablehlo_scatter_rule(const dimensions& n, const shape& D, const shape& J, const shape& U) {
  if (D.size() != n.window.size() + n.collapsed.size() + n.batching.size()) return "SC2";
  if (!ranks_combine(n, J, U)) return "SC4";
  if (scatter_lists_combine(n, D, U) && !combines(n, J, U, kept_of(D, n), false)) return "SC4";
  if (!unique(n.window) || !sorted(n.window)) return "SC7";
  if (!within(n.window, U.size())) return "SC8";
  if (!unique(join({n.collapsed, n.batching}))) return "SC9";
  if (!sorted(n.collapsed)) return "SC10";
  if (!within(n.collapsed, D.size())) return "SC11";
  if (!sorted(n.batching)) return "SC12";
  if (!within(n.batching, D.size())) return "SC13";
  if (!unique(n.index_batching)) return "SC14";
  if (!within(n.index_batching, J.size())) return "SC15";
  if (holds(n.index_batching, n.index_vector_dim)) return "SC16";
  if (n.batching.size() != n.index_batching.size()) return "SC17";
  if (!same_batch_extents(n, D, J)) return "SC18";
  // Without an index_vector_dim in its range there is no depth to compare.
  if (index_vector_dim_fits(n, J) && n.index_map.size() != depth(n, J)) return "SC19";
  if (!unique(join({n.index_map, n.batching}))) return "SC20";
  if (!within(n.index_map, D.size())) return "SC21";
  if (!index_vector_dim_fits(n, J)) return "SC22";
  return "";
}

}  // namespace strew::oracle
