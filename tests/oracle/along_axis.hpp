// gather and scatter along an axis: out[B, p, j, s] = data[B, p, indices[B, j], s].
#pragma once

#include <string_view>

#include "oracle/indexing.hpp"

namespace strew::oracle {

// A = the axis as given, negative ones counted from the end; b = batch dims. The first broken of AX1 to AX5.
std::string_view along_axis_rule(const shape& D, const shape& J, int64_t A, int64_t b, const shape& U);
indexing along_axis_form(const shape& D, const shape& J, int64_t A, int64_t b);

}  // namespace strew::oracle
