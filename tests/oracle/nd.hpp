// gather_nd and scatter_nd: out[B, m, s] = data[B, indices[B, m, :], s].
#pragma once

#include <string_view>

#include "oracle/indexing.hpp"

namespace strew::oracle {

// D = extents of data, J = of indices, U = of updates (or of a gather's output), b = batch dims.
// The number of the first broken shape constraint, ND1 to ND5; empty if none.
std::string_view nd_rule(const shape& D, const shape& J, int64_t b, const shape& U);

// Meant only where no constraint is broken.
indexing nd_form(const shape& D, const shape& J, int64_t b);

}  // namespace strew::oracle
