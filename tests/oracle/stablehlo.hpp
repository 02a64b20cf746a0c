// The windowed form that StableHLO's gather and scatter share.
#pragma once

#include <string_view>

#include "oracle/indexing.hpp"

namespace strew::oracle {

// Dimension numbers under the names that fit both operators.
struct dimensions {
  shape window;          // offset_dims, update_window_dims
  shape collapsed;       // collapsed_slice_dims, inserted_window_dims
  shape batching;        // operand_batching_dims, input_batching_dims
  shape index_batching;  // start_indices_batching_dims, scatter_indices_batching_dims
  shape index_map;       // start_index_map, scatter_dims_to_operand_dims
  int64_t index_vector_dim = 0;
  shape slice_sizes;  // of a gather
  bool operator==(const dimensions&) const = default;
};

// D = extents of the operand, J = of the indices, U = of a gather's result or a scatter's updates.
// The first broken of GC1 to GC22 and SH1, or of SC1 to SC22.
std::string_view stablehlo_gather_rule(const dimensions& n, const shape& D, const shape& J, const shape& U);
std::string_view stablehlo_scatter_rule(const dimensions& n, const shape& D, const shape& J, const shape& U);

// Whether the lists that SC4 reads are in order. If not, what SC4 requires is not defined, and its number may be
// reported before those of the lists.
bool scatter_lists_combine(const dimensions& n, const shape& D, const shape& U);

// Meant only where no constraint is broken.
indexing stablehlo_gather_form(const dimensions& n, const shape& D, const shape& J);
indexing stablehlo_scatter_form(const dimensions& n, const shape& D, const shape& J, const shape& U);

}  // namespace strew::oracle
