// Reductions: what a cell holds after its updates.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "oracle/tensor.hpp"
#include "oracle/types.hpp"

namespace strew::oracle {

struct reduction_rule {
  oracle::reduction reduction = reduction::none;
  bool include_self = true;
  oracle::accumulate accumulate = accumulate::wide;
  element weight_type = element::opaque;  // of weights; opaque: there are none
};

using element_bytes = std::span<const unsigned char>;

// What one update brings to a cell: its element, or the product with its weight.
struct contribution {
  element_bytes value;
  element_bytes weight = {};  // empty: none
};

// Whether strew defines this reduction for this type.
bool is_defined(element type, reduction reduce);

// Whether elements of this type may have weights of `weight_type` under this reduction.
bool takes_weights(element type, reduction reduce, element weight_type);

// Whether an element is a NaN, or has one as a part.
bool holds_nan(element type, element_bytes stored);

// Folds the updates of one cell, at least one, in their order into `cell`, which holds the old value. A product is
// rounded, or wraps, in the type of the accumulator before it is combined: f32 for f16 and bf16, and native rounds it
// to these again; for the wide mean of integers their sum's type.
void fold(element type, const reduction_rule& rule, bytes cell, const std::vector<contribution>& updates);

// Of a minimum or maximum of numbers or bools, before they are folded: which update it is, the first of equals; none:
// the old value stays. A NaN is below and above all numbers, -0 is below +0, and values are compared in the type of the
// accumulator.
std::optional<size_t> chosen_update(element type, const reduction_rule& rule, element_bytes cell,
                                    const std::vector<contribution>& updates);

}  // namespace strew::oracle
