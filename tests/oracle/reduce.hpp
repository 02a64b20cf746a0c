// Reductions: what a cell holds after its updates.
#pragma once

#include <span>
#include <vector>

#include "oracle/tensor.hpp"
#include "oracle/types.hpp"

namespace strew::oracle {

struct reduction_rule {
  oracle::reduction reduction = reduction::none;
  bool include_self = true;
  oracle::accumulate accumulate = accumulate::wide;
};

using element_bytes = std::span<const unsigned char>;

// Whether strew defines this reduction for this type.
bool is_defined(element type, reduction reduce);

// Whether an element is a NaN, or has one as a part.
bool holds_nan(element type, element_bytes stored);

// Folds the updates of one cell, at least one, in their order into `cell`, which holds the old value.
void fold(element type, const reduction_rule& rule, bytes cell, const std::vector<element_bytes>& updates);

}  // namespace strew::oracle
