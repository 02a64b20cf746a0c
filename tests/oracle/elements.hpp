// gather_elements and scatter_elements: out[c] = data[c with c[axis] := indices[c]].
#pragma once

#include <string_view>

#include "oracle/indexing.hpp"

namespace strew::oracle {

// A = the axis as given. The first broken of EL1 to EL4.
std::string_view elements_rule(const shape& D, const shape& J, int64_t A, const shape& U);
indexing elements_form(const shape& D, const shape& J, int64_t A);

}  // namespace strew::oracle
